package org.isogloss.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A message in protobuf's wire format, put together field by field. ONNX files are protobuf, and
 * need so little of it that a library for it would only be one more thing to carry; and a library
 * wants a whole tensor in memory, where here only the {@link #begin beginning} of one is written
 * and its numbers follow as they are computed.
 */
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED_32 = 5;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ProtoMessage integer(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  ProtoMessage real(int field, float value) {
    tag(field, FIXED_32);
    int bits = Float.floatToIntBits(value);
    for (int shift = 0; shift < Float.SIZE; shift += Byte.SIZE) {
      bytes.write(bits >>> shift);
    }
    return this;
  }

  ProtoMessage text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.bytes.toByteArray());
  }

  private ProtoMessage bytes(int field, byte[] value) {
    begin(field, value.length);
    bytes.writeBytes(value);
    return this;
  }

  /** Begins a field whose {@code length} bytes will follow what is here. */
  ProtoMessage begin(int field, long length) {
    tag(field, LENGTH_DELIMITED);
    varint(length);
    return this;
  }

  /** What a field takes whose content is {@code length} bytes. */
  static long sized(int field, long length) {
    return new ProtoMessage().begin(field, length).size() + length;
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
