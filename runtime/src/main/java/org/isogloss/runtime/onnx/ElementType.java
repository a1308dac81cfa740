// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

/** The element type of a tensor, with the names and codes of ONNX. */
public enum ElementType {
  FLOAT(1),
  UINT8(2),
  INT8(3),
  INT32(6),
  INT64(7),
  /** Two elements per byte, the first in the low four bits. */
  INT4(22);

  private final int code;

  ElementType(int code) {
    this.code = code;
  }

  /**
   * Returns the type with the given code.
   *
   * @throws IllegalArgumentException if the type is not supported
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

  /** Returns the size of a number of elements in bytes. */
  long byteSize(long elements) {
    return switch (this) {
      case FLOAT, INT32 -> Math.multiplyExact(elements, Integer.BYTES);
      case INT64 -> Math.multiplyExact(elements, Long.BYTES);
      case UINT8, INT8 -> elements;
      case INT4 -> elements / 2 + elements % 2;
    };
  }
}
