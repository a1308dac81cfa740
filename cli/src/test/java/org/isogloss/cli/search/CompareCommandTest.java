// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompareCommandTest extends CommandTest {
  private Path index;
  private Path page;

  @BeforeEach
  void createLexicalIndex() throws IOException {
    index = folder.resolve("index");
    page = folder.resolve("page.html");
    Path documents = folder.resolve("docs.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "a", "language": "en", "text": "The largest city in Poland is Warsaw."}
        {"id": "b", "language": "en", "text": "Poland & its <rivers>, and a city besides."}
        {"id": "c", "language": "en", "text": "A city without points."}
        """);
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "--quiet"))
        .isZero();
  }

  private int compare(Object... more) {
    Object[] all = new Object[more.length + 6];
    Object[] first = {"compare", "city in Poland", "--index", index, "--html", page};
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return isogloss(all);
  }

  @Test
  void showsBothRankingsAndTheWordsBehindTheScore() throws IOException {
    Path scorer = SampleTransformer.XLMR_CLASSIFIER.copyInto(folder);
    String reranked = "bm25 >> rerank(" + scorer + ")";
    assertThat(compare("--pipeline", "bm25", "--pipeline", reranked)).isZero();
    assertThat(out())
        .startsWith("The pipelines share 3 of their first 3 hits, ")
        .contains("First pipeline: bm25\n  1  ", "Second pipeline: " + reranked + "\n  1  ")
        .containsPattern("  \\d  (stays|up to 1|down to 2) ")
        .containsPattern("  \\d  (as before|up from 2|down from 1) ");
    assertThat(Files.readString(page))
        .contains("<h1>city in Poland</h1>", "<h2>bm25</h2>", "<ol>", "<mark class=\"")
        .contains("Poland</mark> &amp; ", "&lt;<mark class=\"")
        .contains("<dt>re-ranker</dt>", "<dt>measured</dt>")
        .containsPattern(
            "(?s)</h1>\\s*<p class=\"judgement\"[^>]*>The pipelines share \\d+ of their")
        .contains("<line class=\"same\"");
  }

  @Test
  void shadesNothingWithoutAReranker() throws IOException {
    assertThat(compare("--pipeline", "bm25", "--pipeline", "bm25%1")).isZero();
    assertThat(out()).contains("  2  not in the second ");
    assertThat(Files.readString(page)).contains("then not found").doesNotContain("<mark");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(compare("--pipeline", "bm25", "--pipeline", "bm25", "--pipeline", "bm25"))
        .isEqualTo(1);
    assertThat(err()).contains("--pipeline was given 3 times, expected two at most");
    assertThat(compare("--top", "0")).isEqualTo(1);
    assertThat(err()).contains("--top is 0, expected 1 to 100");
    assertThat(compare("--pipeline", "bm25 >> rerank(" + folder.resolve("no") + ")")).isEqualTo(1);
    assertThat(err()).contains("no model \"");
  }
}
