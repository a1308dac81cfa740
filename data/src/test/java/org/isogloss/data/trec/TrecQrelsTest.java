// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrecQrelsTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("test.qrels"), text);
  }

  private List<Judgement> read(String text) throws IOException {
    return TrecQrels.read(file(text), OnError.FAIL).toList();
  }

  @Test
  void splitsColumnsAtAnyBlanks() throws Exception {
    assertThat(read("q1 0 d1 1\n\n  q1\t0\t Док-1 \t-1  \r\nq2 Q0 語\u3000x +2"))
        .containsExactly(
            new Judgement("q1", "d1", 1),
            new Judgement("q1", "Док-1", -1),
            new Judgement("q2", "語\u3000x", 2));
  }

  @Test
  void readsGradesWithDecimalsAndLeavesOutComments() throws Exception {
    assertThat(read("# made by hand\nq1  0  d1  1.0\n#q1 0 d2 1\nq1\t0\td3\t-1.\n"))
        .containsExactly(new Judgement("q1", "d1", 1), new Judgement("q1", "d3", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          q1 0 d1       | has 3 columns, expected four: query, iteration (0), document, grade
          q1            | has 1 column, expected four
          q1 0 d1 1 x   | has 5 columns
          q1 0 d1 1.5   | grade is "1.5", expected a whole number
          q1 0 d1 yes   | grade is "yes"
          q0 0 d0 2     | document d0 is listed a second time for query q0
          """)
  void reportsTheMalformedLineAndItsProblem(String bad, String problem) throws Exception {
    Path file = file("q0 0 d0 1\nq5 0 d0 1\n" + bad + "\nq9 0 d9 1\n");
    assertThatThrownBy(() -> TrecQrels.read(file, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(file + ":3: ")
        .hasMessageContaining(problem);
    Records<Judgement> records = TrecQrels.read(file, OnError.SKIP);
    assertThat(records.toList())
        .containsExactly(
            new Judgement("q0", "d0", 1),
            new Judgement("q5", "d0", 1),
            new Judgement("q9", "d9", 1));
    assertThat(records.skippedCount()).isOne();
  }

  @Test
  void readsWhatItWrites() throws Exception {
    List<Judgement> judgements =
        List.of(new Judgement("q1", "d_1", 3), new Judgement("ж", "😀", -2));
    for (String name : List.of("out.qrels", "out.qrels.gz")) {
      Path file = folder.resolve(name);
      write(file, judgements);
      assertThat(TrecQrels.read(file, OnError.FAIL).toList()).isEqualTo(judgements);
    }
  }

  @Test
  void writesBlanksAsInUrls() {
    Path file = folder.resolve("out.qrels");
    write(file, List.of(new Judgement("q 1", "my\u3000notes", 1)));
    assertThat(TrecQrels.read(file, OnError.FAIL).toList())
        .containsExactly(new Judgement("q%201", "my%E3%80%80notes", 1));
  }

  @Test
  void rejectsAnIdWithATabAndKeepsTheOldFile() {
    Path file = folder.resolve("out.qrels");
    List<Judgement> before = List.of(new Judgement("q", "d", 1));
    write(file, before);
    assertThatThrownBy(() -> write(file, List.of(new Judgement("q\t1", "d", 1))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"q\t1\"");
    assertThatThrownBy(() -> write(file, List.of(new Judgement("q", "", 1))))
        .isInstanceOf(IsoglossException.class);
    assertThat(TrecQrels.read(file, OnError.FAIL).toList()).isEqualTo(before);
  }

  private static void write(Path file, List<Judgement> judgements) {
    try (RecordWriter<Judgement> writer = TrecQrels.writer(file)) {
      writer.writeAllAndCommit(judgements.iterator());
    }
  }
}
