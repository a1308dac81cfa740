package org.isogloss.runtime.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A message in protobuf's wire format, put together field by field. ONNX files are protobuf, and
 * need so little of it that a library for it would only be one more thing to carry; and a library
 * wants a whole tensor in memory, where here only the {@link #beginField beginning} of one is
 * written and its numbers follow as they are computed.
 */
final class ProtobufMessage {
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED_32 = 5;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ProtobufMessage integer(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  ProtobufMessage float32(int field, float value) {
    tag(field, FIXED_32);
    int bits = Float.floatToIntBits(value);
    for (int shift = 0; shift < Float.SIZE; shift += Byte.SIZE) {
      bytes.write(bits >>> shift);
    }
    return this;
  }

  ProtobufMessage string(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtobufMessage message(int field, ProtobufMessage value) {
    return bytes(field, value.bytes.toByteArray());
  }

  private ProtobufMessage bytes(int field, byte[] value) {
    beginField(field, value.length);
    bytes.writeBytes(value);
    return this;
  }

  /** Begins a field whose {@code length} bytes will follow what is here. */
  ProtobufMessage beginField(int field, long length) {
    tag(field, LENGTH_DELIMITED);
    varint(length);
    return this;
  }

  /** What a field takes whose content is {@code length} bytes. */
  static long fieldSize(int field, long length) {
    return new ProtobufMessage().beginField(field, length).size() + length;
  }

  int size() {
    return bytes.size();
  }

  void writeTo(OutputStream out) throws IOException {
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
