// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufTest {
  private static ProtobufInput input(String hex) {
    return new ProtobufInput(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }

  private static byte[] bytes(ProtobufMessage message) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    message.writeTo(bytes);
    return bytes.toByteArray();
  }

  /** The examples of the specification of the encoding. */
  @Test
  void writesTheExamplesOfTheSpecification() throws IOException {
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(bytes(new ProtobufMessage().integer(1, 150)))).isEqualTo("089601");
    assertThat(hex.formatHex(bytes(new ProtobufMessage().string(2, "testing"))))
        .isEqualTo("120774657374696e67");
    ProtobufMessage inner = new ProtobufMessage().integer(1, 150);
    assertThat(hex.formatHex(bytes(new ProtobufMessage().message(3, inner))))
        .isEqualTo("1a03089601");
  }

  @Test
  void readsFieldsFromMemoryAndFile(@TempDir Path folder) throws IOException {
    byte[] message =
        bytes(
            new ProtobufMessage()
                .integer(1, -2)
                .float32(2, 1.5f)
                .string(3, "skipped")
                .message(4, new ProtobufMessage().string(1, "Straße")));
    Path file = Files.write(folder.resolve("message"), message);
    for (ProtobufInput source :
        new ProtobufInput[] {
          new ProtobufInput(ByteBuffer.wrap(message)), new ProtobufInput(file)
        }) {
      try (ProtobufInput in = source) {
        assertThat(ProtobufInput.isVarint(in.tag(), 1)).isTrue();
        assertThat(in.varint()).isEqualTo(-2);
        assertThat(ProtobufInput.isFixed32(in.tag(), 2)).isTrue();
        assertThat(Float.intBitsToFloat(in.fixed32())).isEqualTo(1.5f);
        in.skip(in.tag(), in.size());
        assertThat(ProtobufInput.isContent(in.tag(), 4)).isTrue();
        long end = in.contentEnd(in.size());
        assertThat(end).isEqualTo(in.size());
        assertThat(ProtobufInput.isContent(in.tag(), 1)).isTrue();
        assertThat(in.string(end)).isEqualTo("Straße");
        assertThat(in.position()).isEqualTo(in.size()).isEqualTo(message.length);
      }
    }
  }

  @Test
  void readsEveryInteger() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      long value = random.nextLong() >> random.nextInt(Long.SIZE);
      int field = 1 + random.nextInt(1000);
      byte[] message = bytes(new ProtobufMessage().integer(field, value));
      try (ProtobufInput in = new ProtobufInput(ByteBuffer.wrap(message))) {
        assertThat(ProtobufInput.isVarint(in.tag(), field)).as("seed %d", seed).isTrue();
        assertThat(in.varint()).as("seed %d", seed).isEqualTo(value);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08", // No value.
        "0896", // The varint does not end.
        "08ffffffffffffffffffff01", // More than ten bytes.
        "0d0000", // Four bytes, of which two are missing.
        "1207", // A string without characters.
        "12ffffffffffffffffff01", // A negative length.
        "0b", // A group, which is no longer used.
      })
  void rejectsMalformedFields(String hex) {
    assertThatThrownBy(
            () -> {
              try (ProtobufInput in = input(hex)) {
                in.skip(in.tag(), in.size());
              }
            })
        .isInstanceOf(EOFException.class);
  }

  @Test
  void rejectsTagsOfMoreThan32Bits() {
    assertThatThrownBy(() -> input("88808080807f").tag()).isInstanceOf(EOFException.class);
  }
}
