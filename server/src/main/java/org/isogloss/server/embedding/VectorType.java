// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The numbers of which a vector of length 1 consists in a reply.
 *
 * <p>Components of unit vectors with {@code d} dimensions are about {@code 1/sqrt(d)} large, so
 * that eight bits hold eight times that: an integer is the component times {@code 127 sqrt(d) / 8},
 * rounded, at most 127 in size. Dot products of such vectors are those of the vectors times one
 * constant.
 */
public enum VectorType {
  /** In single precision; as bytes, little-endian. */
  FLOAT {
    @Override
    public byte[] bytes(float[] vector) {
      ByteBuffer bytes =
          ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asFloatBuffer().put(vector);
      return bytes.array();
    }

    @Override
    public void write(JsonGenerator json, float[] vector) throws IOException {
      json.writeStartArray();
      for (float component : vector) {
        json.writeNumber(component);
      }
      json.writeEndArray();
    }
  },

  /** Integers from -127 to 127. */
  INT8 {
    @Override
    public byte[] bytes(float[] vector) {
      double scale = MAX * Math.sqrt(vector.length) / DEVIATIONS;
      byte[] bytes = new byte[vector.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) Math.clamp(Math.round(vector[i] * scale), -MAX, MAX);
      }
      return bytes;
    }
  },

  /** The integers of {@link #INT8} plus 128. */
  UINT8 {
    @Override
    public byte[] bytes(float[] vector) {
      return shifted(INT8.bytes(vector));
    }

    @Override
    boolean isSigned() {
      return false;
    }
  },

  /** The bytes of {@link #UBINARY} minus 128. */
  BINARY {
    @Override
    public byte[] bytes(float[] vector) {
      return shifted(UBINARY.bytes(vector));
    }
  },

  /**
   * A bit for each component, 1 if it is positive, the first in the highest bit of the first byte.
   */
  UBINARY {
    @Override
    public byte[] bytes(float[] vector) {
      byte[] bytes = new byte[(vector.length + Byte.SIZE - 1) / Byte.SIZE];
      for (int i = 0; i < vector.length; i++) {
        if (vector[i] > 0) {
          bytes[i / Byte.SIZE] |= (byte) (0x80 >>> (i % Byte.SIZE));
        }
      }
      return bytes;
    }

    @Override
    boolean isSigned() {
      return false;
    }
  };

  /** The types by their names in requests. */
  public static final Map<String, VectorType> BY_NAME =
      Arrays.stream(values())
          .collect(
              Collectors.toUnmodifiableMap(
                  type -> type.name().toLowerCase(Locale.ROOT), Function.identity()));

  private static final int MAX = 127;
  private static final double DEVIATIONS = 8;

  /** Returns the bytes of a vector, as base64 encodes them and binary replies have them. */
  public abstract byte[] bytes(float[] vector);

  /** Whether the bytes are numbers from -128 to 127, not from 0 to 255. */
  boolean isSigned() {
    return true;
  }

  /** Writes a list of numbers. */
  public void write(JsonGenerator json, float[] vector) throws IOException {
    json.writeStartArray();
    for (byte component : bytes(vector)) {
      json.writeNumber(isSigned() ? component : Byte.toUnsignedInt(component));
    }
    json.writeEndArray();
  }

  private static byte[] shifted(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= (byte) 0x80;
    }
    return bytes;
  }
}
