// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@link OutputSink}, whose destination is a file with content. */
abstract class OutputSinkContractTest {
  static final String BEFORE = "before ";

  @TempDir Path folder;
  private Path file;

  abstract OutputSink open(Path file) throws IOException;

  /** Whether bytes stay outside of the destination until the output is finished. */
  abstract boolean isWithheld();

  /** The content of the destination after these bytes. */
  abstract String contentAfter(String written);

  @BeforeEach
  void create() throws IOException {
    file = Files.writeString(folder.resolve("file"), BEFORE);
  }

  private static void write(OutputSink sink, String text) throws IOException {
    sink.stream().write(text.getBytes(UTF_8));
  }

  private static void complete(OutputSink sink) throws IOException {
    sink.finish();
    sink.commit();
    sink.close();
  }

  private void assertContent(String content) throws IOException {
    assertThat(file).content().isEqualTo(content);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).as("no temporary file is left").containsExactly(file);
    }
  }

  @Test
  void commitsAllBytes() throws IOException {
    OutputSink sink = open(file);
    write(sink, "one");
    write(sink, " two");
    assertThat(file).content().isEqualTo(isWithheld() ? BEFORE : contentAfter("one two"));
    complete(sink);
    assertContent(contentAfter("one two"));
  }

  @Test
  void commitsAnEmptyOutput() throws IOException {
    complete(open(file));
    assertContent(contentAfter(""));
  }

  @Test
  void closingDiscardsBytesThatAreWithheld() throws IOException {
    OutputSink sink = open(file);
    write(sink, "lost");
    sink.close();
    sink.close();
    assertContent(isWithheld() ? BEFORE : contentAfter("lost"));
  }

  @Test
  void patchesBytesThatAreWithheld() throws IOException {
    OutputSink sink = open(file);
    write(sink, "a__d");
    ByteBuffer patch = ByteBuffer.wrap("bc".getBytes(UTF_8));
    if (isWithheld()) {
      sink.patch(1, patch);
    } else {
      assertThatThrownBy(() -> sink.patch(1, patch)).isInstanceOf(IllegalStateException.class);
    }
    complete(sink);
    assertContent(contentAfter(isWithheld() ? "abcd" : "a__d"));
  }
}
