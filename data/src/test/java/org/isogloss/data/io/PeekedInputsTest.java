// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.summary.DataSummary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads all bytes of a pipe, although its format is detected first. */
@Timeout(120)
class PeekedInputsTest {
  @TempDir Path folder;
  private final List<Thread> writers = new ArrayList<>();

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    Process made;
    try {
      made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo on this system");
      throw e;
    }
    assumeTrue(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0);
    return pipe;
  }

  private Path pipe(String name, byte[] contents) throws Exception {
    Path pipe = pipe(name);
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    Files.write(pipe, contents);
                  } catch (IOException e) {
                    // The reader closed its end.
                  }
                });
    writers.add(writer);
    return pipe;
  }

  private Path pipe(String name, String contents) throws Exception {
    return pipe(name, contents.getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void waitForWriters() throws InterruptedException {
    for (Thread writer : writers) {
      assertThat(writer.join(java.time.Duration.ofSeconds(60))).isTrue();
    }
  }

  private static String jsonl(int documents) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      lines
          .append("{\"id\": \"d")
          .append(i)
          .append("\", \"text\": \"text ")
          .append(i)
          .append("\"}\n");
    }
    return lines.toString();
  }

  @Test
  void readsAllDocumentsFromAPipe() throws Exception {
    for (int documents : new int[] {1, 100, 20_000}) {
      Path pipe = pipe("documents" + documents, jsonl(documents));
      assertThat(Documents.read(pipe, Language.UNDETERMINED, OnError.FAIL).toList())
          .extracting(Document::id)
          .containsExactlyElementsOf(IntStream.range(0, documents).mapToObj(i -> "d" + i).toList());
    }
  }

  @Test
  void readsGzipFromAPipe() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (String part : List.of(jsonl(20_000), jsonl(3))) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(part.getBytes(StandardCharsets.UTF_8));
      }
    }
    Path pipe = pipe("packed", packed.toByteArray());
    assertThat(Documents.read(pipe, Language.UNDETERMINED, OnError.FAIL).toList()).hasSize(20_003);
  }

  @Test
  void readsQueriesFromAPipe() throws Exception {
    Path pipe = pipe("queries", "q1\tone\nq2\ttwo\n");
    assertThat(Queries.read(pipe, Language.UNDETERMINED, OnError.FAIL).toList())
        .extracting(Query::id)
        .containsExactly("q1", "q2");
    Path topics = pipe("topics", "<top><num>7<title>x</title></top>\n");
    assertThat(Queries.read(topics, Language.UNDETERMINED, OnError.FAIL).toList())
        .extracting(Query::id)
        .containsExactly("7");
  }

  @Test
  void summarisesAPipe() throws Exception {
    DataSummary summary = DataSummary.of(pipe("documents", jsonl(5000)));
    assertThat(summary.format()).isEqualTo(DataFormat.JSONL);
    assertThat(summary.records()).isEqualTo(5000);
  }

  @Test
  void reportsAnEmptyPipe() throws Exception {
    Path pipe = pipe("nothing", "");
    assertThatThrownBy(() -> DataFormat.detect(pipe)).hasMessageStartingWith(pipe + ": is empty");
  }

  @Test
  void reportsTheLineOfAMalformedRecord() throws Exception {
    Path pipe = pipe("documents", jsonl(3000) + "{\n");
    assertThatThrownBy(() -> Documents.read(pipe, Language.UNDETERMINED, OnError.FAIL).toList())
        .hasMessageStartingWith(pipe + ":3001: is not JSON");
  }

  @Test
  void readsANamedPipeAgainWhenItIsWrittenAgain() throws Exception {
    Path pipe = pipe("lines", "a\n");
    assertThat(PlainTextLines.read(pipe, OnError.FAIL).toList()).containsExactly("a");
    Files.delete(pipe);
    pipe("lines", "b\n");
    assertThat(PlainTextLines.read(pipe, OnError.FAIL).toList()).containsExactly("b");
  }

  @Test
  void recognisesInputsThatCanBeReadOnlyOnce() throws Exception {
    assertThat(InputPaths.isReadOnce(Path.of("-"))).isTrue();
    assertThat(InputPaths.isReadOnce(Path.of("/dev/stdin"))).isTrue();
    assertThat(InputPaths.isReadOnce(Path.of("/dev/fd/63"))).isTrue();
    assertThat(InputPaths.isReadOnce(pipe("pipe"))).isTrue();
    assertThat(InputPaths.isReadOnce(Path.of(".", "-"))).isFalse();
    assertThat(InputPaths.isReadOnce(Files.writeString(folder.resolve("-"), "a"))).isFalse();
    assertThat(InputPaths.isReadOnce(folder)).isFalse();
    assertThat(InputPaths.isReadOnce(folder.resolve("missing"))).isFalse();
  }

  @Test
  void namesFormatsThatAreNotReadFromPipes() throws Exception {
    byte[] tar = new byte[1024];
    System.arraycopy("ustar".getBytes(StandardCharsets.UTF_8), 0, tar, 257, 5);
    byte[] parquet = "PAR1\u0015\u0000\u0000\u0000\u0080".getBytes(StandardCharsets.ISO_8859_1);
    byte[] zip =
        "PK\u0003\u0004\u0014\u0000\u0000\u0000\u0080".getBytes(StandardCharsets.ISO_8859_1);
    Path first = pipe("a", tar);
    assertThatThrownBy(() -> DataFormat.detect(first))
        .hasMessage(
            first + ": is a tar archive, which cannot be read from a pipe: save it to a file");
    Path second = pipe("b", parquet);
    assertThatThrownBy(() -> DataFormat.detect(second))
        .hasMessageEndingWith("is Parquet, which cannot be read from a pipe: save it to a file");
    Path third = pipe("c", zip);
    assertThatThrownBy(() -> DataFormat.detect(third))
        .hasMessageContaining("is a ZIP archive, or in a format that is one")
        .hasMessageEndingWith("which cannot be read from a pipe: save it to a file");
    Path fourth = pipe("d", "<!DOCTYPE html><p>One, two".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> DataFormat.detect(fourth))
        .hasMessageContaining("a document as a file, but it comes from a pipe: save it to a file");
  }

  @Test
  void namesStandardInputInMessages() {
    assertThat(new FormatException(Path.of("-"), 3, "is bad"))
        .hasMessage("standard input:3: is bad");
    assertThat(InputPaths.displayName(Path.of("/dev/stdin"))).isEqualTo("standard input");
    assertThat(InputPaths.displayName(Path.of("a.tsv"))).isEqualTo("a.tsv");
  }
}
