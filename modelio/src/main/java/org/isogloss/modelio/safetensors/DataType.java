package org.isogloss.modelio.safetensors;

import java.nio.ByteBuffer;

/** What the numbers of a tensor are, under the names that Safetensors gives them. */
public enum DataType {
  F64(8) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.getDouble();
    }

    @Override
    void put(ByteBuffer bytes, float value) {
      bytes.putDouble(value);
    }
  },
  F32(4) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.getFloat();
    }

    @Override
    void put(ByteBuffer bytes, float value) {
      bytes.putFloat(value);
    }
  },
  /** IEEE 754 half precision: 5 bits of exponent, 10 of fraction. */
  F16(2) {
    @Override
    double get(ByteBuffer bytes) {
      return Float.float16ToFloat(bytes.getShort());
    }

    @Override
    void put(ByteBuffer bytes, float value) {
      bytes.putShort(Float.floatToFloat16(value));
    }
  },
  /** The upper half of a single-precision number: 8 bits of exponent, 7 of fraction. */
  BF16(2) {
    @Override
    double get(ByteBuffer bytes) {
      return Float.intBitsToFloat(bytes.getShort() << 16);
    }

    @Override
    void put(ByteBuffer bytes, float value) {
      bytes.putShort(toBf16(value));
    }
  },
  I64(8) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.getLong();
    }
  },
  I32(4) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.getInt();
    }
  },
  I16(2) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.getShort();
    }
  },
  I8(1) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.get();
    }
  },
  U8(1) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.get() & 0xff;
    }
  },
  /** One byte, 0 or 1. */
  BOOL(1) {
    @Override
    double get(ByteBuffer bytes) {
      return bytes.get() != 0 ? 1 : 0;
    }
  };

  private final int bytes;

  DataType(int bytes) {
    this.bytes = bytes;
  }

  /** Bytes that one number takes. */
  public int bytes() {
    return bytes;
  }

  /** Whether {@link TensorOutput#floats} can write it. */
  public boolean isFloatingPoint() {
    return this == F64 || this == F32 || this == F16 || this == BF16;
  }

  /** Reads one number; all but large {@link #I64} are exact in a double. */
  abstract double get(ByteBuffer bytes);

  /** Writes one number, rounded to the nearest that this type can hold, ties to even. */
  void put(ByteBuffer bytes, float value) {
    throw new IllegalArgumentException(
        "floats cannot be written as " + name() + "; write its bytes");
  }

  private static short toBf16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      // Rounding could carry a NaN over into infinity.
      return (short) ((bits >>> 16) | 0x40);
    }
    int half = 0x7fff + ((bits >>> 16) & 1);
    return (short) ((bits + half) >>> 16);
  }
}
