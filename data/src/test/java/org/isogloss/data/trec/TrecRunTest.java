// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrecRunTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("test.run"), text);
  }

  @Test
  void readsScoresInEveryNotation() throws Exception {
    Path file =
        file(
            """
            q1 Q0 d1 1 12.5 sys
            q1\tQ0\td2\t2\t-3.1e-4\tsys
            q1  Q0  d3  0  +7  sys
            q1 Q0 d4 4 .5 sys
            q1 Q0 d5 5 5. sys
            q1 Q0 d6 6 -inf sys
            """);
    assertThat(TrecRun.read(file, OnError.FAIL).stream().map(RunLine::score))
        .containsExactly(12.5, -3.1e-4, 7.0, 0.5, 5.0, Double.NEGATIVE_INFINITY);
  }

  @Test
  void readsTheThreeColumnsOfMsMarco() throws Exception {
    Path file = file("# system: a\n1048585\t7187158\t1\n1048585\t7187157\t2\n2\tx\t1\n");
    assertThat(TrecRun.read(file, OnError.FAIL).toList())
        .containsExactly(
            new RunLine("1048585", "7187158", 1, 1, "run"),
            new RunLine("1048585", "7187157", 2, 0.5, "run"),
            new RunLine("2", "x", 1, 1, "run"));
    assertThatThrownBy(() -> TrecRun.read(file("1 d 1\n1 Q0 d 2 1 a\n"), OnError.FAIL).toList())
        .hasMessageContaining(":2: has 6 columns, expected three as in the first line");
    assertThatThrownBy(() -> TrecRun.read(file("1 d 0\n"), OnError.FAIL).toList())
        .hasMessageContaining(":1: rank is 0, expected 1 or more");
    assertThatThrownBy(() -> TrecRun.read(file("1 Q0 d 1 1 a\n1 Q0 2\n"), OnError.FAIL).toList())
        .hasMessageContaining(":2: has 3 columns, expected six");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          q1 Q0 d1 1 2.5          | has 5 columns, expected six: query, Q0, document, rank, score, tag
          q1 Q0 d1 x 1 2.5 my sys | has 8 columns, expected six: query, Q0, document, rank, score, tag; check whether an id
          q1 Q0 d1 1.0 2.5 sys    | rank is "1.0", expected a whole number
          q1 Q0 d1 1 NaN sys      | score is "NaN", expected a number
          q1 Q0 d1 1 2,5 sys      | score is "2,5"
          q1 Q0 d1 1 2f sys       | score is "2f"
          q1 Q0 d1 1 0x1p3 sys    | score is "0x1p3"
          q0 Q0 d0 7 0.1 sys      | document d0 is listed a second time for query q0
          """)
  void reportsTheMalformedLineAndItsProblem(String bad, String problem) throws Exception {
    Path file = file("q0 Q0 d0 1 2 sys\nq5 Q0 d0 1 2 sys\n" + bad + "\nq9 Q0 d9 1 2 sys\n");
    assertThatThrownBy(() -> TrecRun.read(file, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(file + ":3: ")
        .hasMessageContaining(problem);
    Records<RunLine> records = TrecRun.read(file, OnError.SKIP);
    assertThat(records.toList()).extracting(RunLine::queryId).containsExactly("q0", "q5", "q9");
    assertThat(records.skippedCount()).isOne();
  }

  @Test
  void convertsARankingToOneLinePerDocument() {
    Ranking ranking =
        Ranking.of(List.of(new Hit("b", 0, 2), new Hit("a", 3, 5), new Hit("a", 4, 1)));
    assertThat(TrecRun.toLines("q1", ranking, "bm25"))
        .containsExactly(
            new RunLine("q1", "a", 1, 5, "bm25"), new RunLine("q1", "b", 2, 2, "bm25"));
  }

  @Property(tries = 300)
  void scoresAreUnchangedAfterWritingAndReading(@ForAll double score) throws IOException {
    Path file = Files.createTempFile("scores", ".run");
    try {
      RunLine line = new RunLine("q", "d", 1, score, "sys");
      write(file, List.of(line));
      assertThat(TrecRun.read(file, OnError.FAIL).toList()).containsExactly(line);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void compressesByFileName() throws Exception {
    Path file = folder.resolve("out.run.gz");
    List<RunLine> lines = List.of(new RunLine("q", "d", 1, 0.25, "sys"));
    write(file, lines);
    assertThat(Files.readAllBytes(file)).startsWith(0x1f, 0x8b);
    assertThat(TrecRun.read(file, OnError.FAIL).toList()).isEqualTo(lines);
  }

  private static void write(Path file, List<RunLine> lines) {
    try (RecordWriter<RunLine> writer = TrecRun.writer(file)) {
      writer.writeAllAndCommit(lines.iterator());
    }
  }
}
