// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.protobuf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Builds a message in the Protocol Buffers wire format, field by field. ONNX files need only a
 * small part of the format, so a library would be an unnecessary dependency; besides, a library
 * requires whole tensors in memory, while here only the {@link #beginField beginning} of a tensor
 * is written and its elements follow as they are computed.
 */
public final class ProtobufMessage {
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED_32 = 5;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public ProtobufMessage integer(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  public ProtobufMessage float32(int field, float value) {
    tag(field, FIXED_32);
    int bits = Float.floatToIntBits(value);
    for (int shift = 0; shift < Float.SIZE; shift += Byte.SIZE) {
      bytes.write(bits >>> shift);
    }
    return this;
  }

  public ProtobufMessage string(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  public ProtobufMessage message(int field, ProtobufMessage value) {
    return bytes(field, value.bytes.toByteArray());
  }

  private ProtobufMessage bytes(int field, byte[] value) {
    beginField(field, value.length);
    bytes.writeBytes(value);
    return this;
  }

  /** Begins a field whose {@code length} bytes are written after this message. */
  public ProtobufMessage beginField(int field, long length) {
    tag(field, LENGTH_DELIMITED);
    varint(length);
    return this;
  }

  /** Returns the size of a field with {@code length} bytes of content. */
  public static long fieldSize(int field, long length) {
    return new ProtobufMessage().beginField(field, length).size() + length;
  }

  public int size() {
    return bytes.size();
  }

  public void writeTo(OutputStream out) throws IOException {
    bytes.writeTo(out);
  }

  private void tag(int field, int wireType) {
    varint(((long) field << 3) | wireType);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
