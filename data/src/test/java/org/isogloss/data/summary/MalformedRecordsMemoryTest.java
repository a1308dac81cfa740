// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a million malformed records among a hundred thousand valid ones with a heap of 128 MiB. */
@Tag("slow")
class MalformedRecordsMemoryTest {
  private static final int GOOD = 100_000;
  private static final int BAD_FOR_EACH = 10;
  private static final List<String> BAD =
      List.of(
          "{\"id\": \"x\"}",
          "{\"id\": \"a \", \"text\": \"x\"}",
          "{\"id\": 1, \"text\": null}",
          "{\"id\": \"x\", \"text\": \"x\", \"text\": \"y\"}",
          "{",
          "no JSON",
          "[1, 2]",
          "{\"id\": \"x\", \"text\": \"\\ud800\"}",
          "{\"id\": \"x\", \"text\": \"x\", \"language\": \"xx\"}",
          "{\"id\": \"" + "x".repeat(2000) + "\", \"text\": \"x\"}");

  @TempDir Path folder;

  /** The main class of the child process. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] args) throws IOException {
      Path file = Path.of(args[0]);
      long listened;
      try (Records<?> documents = Documents.read(file, Language.UNDETERMINED, OnError.SKIP)) {
        long[] count = new long[1];
        documents.onSkipped(problem -> count[0]++);
        documents.forEachRemaining(document -> {});
        listened = count[0];
        assertThat(documents.problems()).hasSize(10);
        Files.writeString(
            Path.of(args[1]),
            documents.readCount() + " " + documents.skippedCount() + " " + listened);
      }
      DataSummary summary = DataSummary.of(file);
      assertThat(summary.records()).isEqualTo(GOOD);
      assertThat(summary.skipped()).isEqualTo((long) GOOD * BAD_FOR_EACH);
    }
  }

  @Test
  void millionMalformedRecordsFitIntoASmallHeap() throws Exception {
    Path file = folder.resolve("docs.jsonl");
    try (BufferedWriter lines = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (int i = 0; i < GOOD; i++) {
        lines.write("{\"id\": \"d" + i + "\", \"text\": \"text " + i + "\"}\n");
        for (int j = 0; j < BAD_FOR_EACH; j++) {
          lines.write(BAD.get(j));
          lines.write('\n');
        }
      }
    }
    Path result = folder.resolve("result");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName(),
                file.toString(),
                result.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(result).hasContent("100000 1000000 1000000");
  }
}
