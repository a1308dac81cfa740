// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.isogloss.data.ByteMutations;
import org.junit.jupiter.api.Test;

class StrictGzipInputStreamTest {
  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static String unpack(byte[] bytes) throws IOException {
    return unpack(new ByteArrayInputStream(bytes));
  }

  private static String unpack(InputStream in) throws IOException {
    try (StrictGzipInputStream unpacked = new StrictGzipInputStream(in)) {
      return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The bytes that can be read before an error. */
  private static String beforeProblem(byte[] bytes) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (StrictGzipInputStream unpacked =
        new StrictGzipInputStream(new ByteArrayInputStream(bytes))) {
      byte[] buffer = new byte[100];
      for (int n = unpacked.read(buffer); n >= 0; n = unpacked.read(buffer)) {
        read.write(buffer, 0, n);
      }
    } catch (IOException e) {
      return read.toString(StandardCharsets.UTF_8);
    }
    throw new AssertionError("no problem found");
  }

  @Test
  void readsAllMembers() throws IOException {
    assertThat(unpack(join(gzip("a"), gzip(""), gzip("b".repeat(200_000)))))
        .isEqualTo("a" + "b".repeat(200_000));
  }

  @Test
  void readsMembersInSmallChunks() throws IOException {
    byte[] bytes = join(gzip("one"), gzip("two"));
    for (int cut = 0; cut <= bytes.length; cut++) {
      InputStream pieces =
          new SequenceInputStream(
              new ByteArrayInputStream(bytes, 0, cut),
              new ByteArrayInputStream(bytes, cut, bytes.length - cut));
      assertThat(unpack(pieces)).isEqualTo("onetwo");
    }
  }

  @Test
  void detectsEveryTruncationOfALaterMember() throws IOException {
    byte[] first = gzip("one");
    byte[] both = join(first, gzip("two"));
    for (int length = first.length + 1; length < both.length; length++) {
      byte[] cut = Arrays.copyOf(both, length);
      assertThatThrownBy(() -> unpack(cut)).as("%d bytes", length).isInstanceOf(EOFException.class);
      assertThat(beforeProblem(cut)).startsWith("one");
    }
  }

  @Test
  void detectsEveryTruncationOfTheOnlyMember() throws IOException {
    byte[] whole = gzip("one");
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> unpack(cut)).as("%d bytes", length).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void detectsEveryBitFlipThatMatters() throws IOException {
    byte[] both = join(gzip("one, two, three"), gzip("four, five"));
    for (int bit = 0; bit < 8 * both.length; bit++) {
      byte[] changed = both.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertThat(unpack(changed)).as("bit %d", bit).isEqualTo("one, two, threefour, five");
      } catch (EOFException | ZipException e) {
        assertThat(beforeProblem(changed)).doesNotStartWith("one, two, threefour, fives");
      }
    }
  }

  @Test
  void rejectsTrailingGarbage() throws IOException {
    for (String garbage : new String[] {"x", "plain text", "\0\0x", "PK\3\4"}) {
      byte[] bytes = join(gzip("one"), garbage.getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> unpack(bytes))
          .isInstanceOf(ZipException.class)
          .hasMessageContaining("followed by bytes that are not gzip");
      assertThat(beforeProblem(bytes)).isEqualTo("one");
    }
  }

  @Test
  void acceptsZeroPadding() throws IOException {
    assertThat(unpack(join(gzip("one"), new byte[1]))).isEqualTo("one");
    assertThat(unpack(join(gzip("one"), new byte[100_000]))).isEqualTo("one");
  }

  @Test
  void readsHeadersWithAllOptionalFields() throws IOException {
    byte[] plain = gzip("one");
    byte[] header = {31, (byte) 139, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, -1};
    byte[] fields =
        join(header, new byte[] {3, 0, 7, 7, 7}, "a.txt\0why\0".getBytes(StandardCharsets.UTF_8));
    CRC32 crc = new CRC32();
    crc.update(fields);
    byte[] checksum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
    assertThat(unpack(join(fields, checksum, body, plain))).isEqualTo("oneone");

    checksum[0]++;
    assertThatThrownBy(() -> unpack(join(fields, checksum, body)))
        .isInstanceOf(ZipException.class)
        .hasMessageContaining("checksum of a header");
  }

  @Test
  void rejectsReservedFlagsAndOtherMethods() throws IOException {
    byte[] flags = gzip("one");
    flags[3] = 0x20;
    assertThatThrownBy(() -> unpack(flags)).hasMessageContaining("reserved flags");
    byte[] method = gzip("one");
    method[2] = 9;
    assertThatThrownBy(() -> unpack(method)).hasMessageContaining("compression method 9");
  }

  @Test
  void reportsAnErrorAgainOnEveryCall() throws IOException {
    try (StrictGzipInputStream in =
        new StrictGzipInputStream(new ByteArrayInputStream(Arrays.copyOf(gzip("one"), 10)))) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(in::read).isInstanceOf(EOFException.class);
      }
    }
  }

  @Test
  void aFileWithoutOneOfItsMembersIsComplete() throws IOException {
    byte[] first = gzip("one");
    byte[] second = gzip("two");
    byte[] third = gzip("three");
    byte[] all = join(first, second, third);
    // The headers are equal, so that a deletion can begin inside one and end inside the next one.
    byte[] shorter =
        join(
            Arrays.copyOf(all, first.length + 5),
            Arrays.copyOfRange(all, first.length + second.length + 5, all.length));
    assertThat(unpack(shorter)).isEqualTo("onethree");
  }

  /** No reader can detect that whole members were removed or repeated. */
  @Test
  void detectsRandomDamage() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String first = "line\n".repeat(1000);
    String second = "other\n".repeat(1000);
    byte[] whole = join(gzip(first), gzip(second), gzip("end\n"));
    for (int round = 0; round < 2000; round++) {
      byte[] damaged = ByteMutations.mutate(whole, random);
      try {
        String unpacked = unpack(damaged);
        assertThat(unpacked.replace(first, "").replace(second, "").replace("end\n", ""))
            .as("what is no whole member; seed %d, round %d", seed, round)
            .isEmpty();
      } catch (EOFException | ZipException e) {
        assertThat(e).isNotNull();
      }
    }
  }
}
