// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import java.nio.ByteBuffer;

/** The element type of a tensor, with the names of the Safetensors format. */
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

  /** Returns the size of an element in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Returns whether {@link TensorOutput#floats} can write elements of this type. */
  public boolean isFloatingPoint() {
    return this == F64 || this == F32 || this == F16 || this == BF16;
  }

  /** Reads one element; all values but large {@link #I64} are exact in a double. */
  abstract double get(ByteBuffer bytes);

  /** Writes one element, rounded to the nearest value of this type, ties to even. */
  void put(ByteBuffer bytes, float value) {
    throw new IllegalArgumentException(
        "floats cannot be written as " + name() + "; write bytes instead");
  }

  private static short toBf16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      // Rounding could turn a NaN into infinity.
      return (short) ((bits >>> 16) | 0x40);
    }
    int rounding = 0x7fff + ((bits >>> 16) & 1);
    return (short) ((bits + rounding) >>> 16);
  }
}
