// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tensorflow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads the wire format of Protocol Buffers: a message is a sequence of fields, each with a number
 * and a value. Only the parts that TensorFlow's bundles use are supported.
 */
final class ProtobufReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED32 = 5;

  /** Thrown if a message is malformed or ends within a field. */
  static final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedMessageException(String message) {
      super(message);
    }
  }

  private final ByteBuffer bytes;
  private int fieldNumber;
  private long integer;
  private ByteBuffer content = ByteBuffer.allocate(0);

  ProtobufReader(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Advances to the next field; returns false after the last. */
  boolean nextField() throws MalformedMessageException {
    if (!bytes.hasRemaining()) {
      return false;
    }
    try {
      long tag = varint(bytes);
      fieldNumber = Math.toIntExact(tag >>> 3);
      int wireType = (int) (tag & 7);
      switch (wireType) {
        case VARINT -> integer = varint(bytes);
        case FIXED64 -> integer = bytes.getLong();
        case FIXED32 -> integer = bytes.getInt();
        case LENGTH_DELIMITED -> {
          long length = varint(bytes);
          if (length < 0 || length > bytes.remaining()) {
            throw new MalformedMessageException("a field of " + length + " bytes");
          }
          content = bytes.slice(bytes.position(), (int) length);
          bytes.position(bytes.position() + (int) length);
        }
        default -> throw new MalformedMessageException("a field of wire type " + wireType);
      }
      return true;
    } catch (BufferUnderflowException | ArithmeticException e) {
      MalformedMessageException malformed = new MalformedMessageException("ends within a field");
      malformed.initCause(e);
      throw malformed;
    }
  }

  /** Returns the number of the current field. */
  int fieldNumber() {
    return fieldNumber;
  }

  /** Returns the value of the current field if it is a number. */
  long integer() {
    return integer;
  }

  /** Returns the value of the current field if it is a string or a message. */
  ByteBuffer content() {
    return content;
  }

  /** Reads a varint: seven bits per byte, lowest first, until a byte whose highest bit is clear. */
  static long varint(ByteBuffer bytes) throws MalformedMessageException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte b = bytes.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new MalformedMessageException("a number of more than ten bytes");
  }
}
