package org.isogloss.runtime.onnx;

/** What the numbers of a tensor are, under ONNX's names and numbers for it. */
public enum ElementType {
  FLOAT(1),
  UINT8(2),
  INT8(3),
  INT32(6),
  INT64(7),
  /** Two a byte, the first in the low half. */
  INT4(22);

  private final int code;

  ElementType(int code) {
    this.code = code;
  }

  /**
   * The one of a number.
   *
   * @throws IllegalArgumentException if it is none that is used here
   */
  static ElementType fromCode(long code) {
    for (ElementType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new IllegalArgumentException("no element type " + code);
  }

  public int code() {
    return code;
  }

  /** The bytes that so many numbers take. */
  long byteSize(long elements) {
    return switch (this) {
      case FLOAT, INT32 -> Math.multiplyExact(elements, Integer.BYTES);
      case INT64 -> Math.multiplyExact(elements, Long.BYTES);
      case UINT8, INT8 -> elements;
      case INT4 -> elements / 2 + elements % 2;
    };
  }
}
