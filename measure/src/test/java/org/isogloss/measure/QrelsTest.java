// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.data.Judgement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QrelsTest {
  @TempDir Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("test.tsv"), text);
  }

  @Test
  void readsTrecsFourColumns() throws IOException {
    Qrels qrels = Qrels.read(write("q1 0 d1 2\nq1\t0\td2\t0\nq2 0 d1 1\n"));
    assertThat(qrels.queries()).containsExactly("q1", "q2");
    assertThat(qrels.grade("q1", "d1")).hasValue(2);
  }

  @Test
  void readsBeirsThreeColumnsWithTheirHeader() throws IOException {
    Qrels qrels = Qrels.read(write("query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td1\t0\n"));
    assertThat(qrels.judgements("q1")).containsExactly(new Judgement("q1", "d1", 2));
    assertThat(qrels.size()).isEqualTo(2);
    assertThat(Qrels.read(write("query-id\tcorpus-id\tscore\n")).size()).isZero();
  }

  @Test
  void reportsAMalformedLine() throws IOException {
    Path file = write("query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td1\t0\n");
    assertThatThrownBy(() -> Qrels.read(file))
        .hasMessageStartingWith(file + ":3: document d1 is listed a second time for query q1");
    write("query-id\tcorpus-id\tscore\nq1\t0\td1\t1\n");
    assertThatThrownBy(() -> Qrels.read(file)).hasMessageStartingWith(file + ":2: found 4 columns");
    write("q1\td1\t1\n");
    assertThatThrownBy(() -> Qrels.read(file))
        .hasMessageStartingWith(file + ":1: has 3 columns, expected four")
        .hasMessageContaining("BEIR's three columns need their header");
  }
}
