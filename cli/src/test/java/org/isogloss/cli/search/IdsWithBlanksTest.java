// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids with blanks are searched, written to runs, and evaluated. */
class IdsWithBlanksTest extends CommandTest {
  private Path run;

  @BeforeEach
  void search() throws IOException {
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "my soup notes", "language": "en", "text": "Boil the soup."}
        {"id": "url%20id", "language": "en", "text": "Bake the bread."}
        """);
    Path queries = Files.writeString(folder.resolve("queries.tsv"), "q 1\tsoup\nq2\tbread\n");
    run = folder.resolve("my.run");
    Path index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .as(err())
        .isZero();
    assertThat(isogloss("run", "--index", index, "--queries", queries, "--to", run))
        .as(err())
        .isZero();
  }

  @Test
  void runsContainBlanksAsInUrls() {
    assertThat(run)
        .content()
        .contains("q%201 Q0 my%20soup%20notes 1 ")
        .contains("q2 Q0 url%20id 1 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q%201 0 my%20soup%20notes 1\nq2 0 url%20id 1\n",
        "query-id\tcorpus-id\tscore\nq 1\tmy soup notes\t1\nq2\turl%20id\t1\n"
      })
  void judgementsMayHaveEitherForm(String qrels) throws IOException {
    Path file = Files.writeString(folder.resolve("qrels"), qrels);
    assertThat(isogloss("evaluate", file, run, "-m", "P@1")).as(err()).isZero();
    assertThat(out()).containsPattern("P_1\\s+all\\s+1\\.0");
  }
}
