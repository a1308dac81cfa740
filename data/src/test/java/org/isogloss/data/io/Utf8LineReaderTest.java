// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Utf8LineReaderTest {
  @TempDir Path folder;

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("lines.txt"), bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static List<String> all(Path file) throws MalformedRecordException {
    List<String> all = new ArrayList<>();
    try (Utf8LineReader lines = Utf8LineReader.open(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        all.add(line);
      }
    }
    return all;
  }

  @Test
  void acceptsBothLineEndsAndAMissingLastOne() throws Exception {
    assertThat(all(file(utf8("a\r\nb\n\nc")))).containsExactly("a", "b", "", "c");
    assertThat(all(file(utf8("a\n")))).containsExactly("a");
    assertThat(all(file(new byte[0]))).isEmpty();
  }

  @Test
  void removesAByteOrderMark() throws Exception {
    assertThat(all(file(utf8("\uFEFFa\nb")))).containsExactly("a", "b");
  }

  @Test
  void detectsGzipByItsBytes() throws Exception {
    assertThat(all(file(gzip(utf8("ä\n語\n"))))).containsExactly("ä", "語");
  }

  @Test
  void readsLinesLongerThanTheBuffer() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> written = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      written.add("語x".repeat(random.nextInt(60_000)));
    }
    assertThat(all(file(utf8(String.join("\n", written) + "\n"))))
        .as("seed %d", seed)
        .isEqualTo(written);
  }

  @Test
  void reportsALineThatIsNotUtf8AndReadsTheNext() throws Exception {
    byte[] bytes = "gut\nschön\ngut\n".getBytes(StandardCharsets.ISO_8859_1);
    try (Utf8LineReader lines = Utf8LineReader.open(file(bytes))) {
      assertThat(lines.next()).isEqualTo("gut");
      assertThatThrownBy(lines::next)
          .isInstanceOf(MalformedRecordException.class)
          .hasMessageContaining("0xF6 at column 4")
          .hasMessageContaining("iconv");
      assertThat(lines.lineNumber()).isEqualTo(2);
      assertThat(lines.next()).isEqualTo("gut");
    }
  }

  @Test
  void reportsUtf16() throws Exception {
    Path file = file("\uFEFFabc".getBytes(StandardCharsets.UTF_16LE));
    assertThatThrownBy(() -> Utf8LineReader.open(file)).hasMessageContaining("UTF-16");
  }

  @Test
  void returnsTheValidLinesOfATruncatedGzipFile() throws Exception {
    byte[] whole = gzip(utf8("line\n".repeat(100_000)));
    Path file = file(Arrays.copyOf(whole, whole.length / 2));
    try (Utf8LineReader lines = Utf8LineReader.open(file)) {
      assertThat(lines.next()).isEqualTo("line");
      assertThatThrownBy(
              () -> {
                while (lines.next() != null) {
                  // Reads on to the end of the truncated file.
                }
              })
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("truncated");
    }
  }

  @Test
  void reportsMissingFilesAndFolders() {
    assertThatThrownBy(() -> Utf8LineReader.open(folder.resolve("none")))
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> Utf8LineReader.open(folder)).hasMessageContaining("folder");
  }
}
