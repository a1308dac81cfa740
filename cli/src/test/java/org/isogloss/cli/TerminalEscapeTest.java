// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Terminal escapes in documents, files and options: none reaches the output for people. */
class TerminalEscapeTest extends CommandTest {
  private static final String ESCAPES = "\033[31m\007\u009b2J\u202e";

  private void isClean(String text) {
    assertThat(text.chars().filter(c -> c != '\n' && c != '\t'))
        .noneMatch(Character::isISOControl)
        .doesNotContain((int) '\u202e');
  }

  private Path index() throws IOException {
    Path documents = folder.resolve("d.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "fox\\u202e", "title": "Red\\u001b]0;x\\u0007 fox\\u009b2J", "text": "A quick\\u001b[2J fox\\u202e."}
        {"id": "hen", "language": "en", "text": "A hen."}
        """);
    Path index = folder.resolve("x");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none")).isZero();
    return index;
  }

  @Test
  void hits() throws IOException {
    Path index = index();
    assertThat(isogloss("search", "fox", "--index", index, "--explain")).isZero();
    assertThat(out()).contains("fox\ufffd", "Red␛]0;x␇ fox\ufffd2J", "quick␛[2J fox");
    isClean(out());
  }

  @Test
  void hitsInJson() throws IOException {
    assertThat(isogloss("search", "fox", "--index", index(), "--json")).isZero();
    assertThat(out()).containsIgnoringCase("Red\\u001b]0").containsIgnoringCase("fox\\u009b2J");
    isClean(out());
  }

  @Test
  void comparedHits() throws IOException {
    assertThat(
            isogloss(
                "compare", "fox", "--index", index(), "--pipeline", "bm25", "--pipeline", "ql"))
        .isZero();
    assertThat(out()).contains("fox\ufffd");
    isClean(out());
  }

  @Test
  void truncatesLongQueries() throws IOException {
    Path index = index();
    String text = "fox ".repeat(25_000);
    assertThat(isogloss("search", text, "--index", index, "--json")).isZero();
    assertThat(err()).contains("only its first 1,024 words");
    assertThat(out()).hasSizeLessThan(20_000).contains("fox\\u202e");
    Path queries = folder.resolve("q.tsv");
    Files.writeString(queries, "q1\tfox\nq2\t" + text + "\n");
    isogloss("run", "--index", index, "--queries", queries, "--to", folder.resolve("run"));
    assertThat(err()).contains("only the first 1,024 words of 1 query are used");
  }

  @Test
  void rejectsQueriesWithoutVisibleCharacters() throws IOException {
    Path documents = folder.resolve("d.jsonl");
    Files.writeString(documents, "{\"id\": \"fox\", \"text\": \"A quick fox.\"}\n");
    Path index = folder.resolve("tiny");
    assertThat(isogloss("index", documents, "--index", index, "--model", "tiny")).isZero();
    for (String blank : new String[] {"", "   ", "\u200b\ufeff", "\u0007"}) {
      assertThat(isogloss("search", blank, "--index", index, "--pipeline", "dense")).isOne();
    }
    assertThat(out()).isEmpty();
    assertThat(err()).contains("the query is empty");
  }

  @Test
  void messages() throws IOException {
    assertThat(isogloss("search", "fox", "--index", folder.resolve("no" + ESCAPES))).isOne();
    assertThat(isogloss("search", "fox", "--index", index(), "--pipeline", ESCAPES)).isOne();
    assertThat(isogloss("model", "info", "no" + ESCAPES)).isOne();
    assertThat(err()).contains("␛[31m␇");
    isClean(err());
  }

  @Test
  void usageErrors() {
    assertThat(isogloss(ESCAPES)).isEqualTo(2);
    assertThat(isogloss("search", "--" + ESCAPES)).isEqualTo(2);
    assertThat(isogloss("search", "x", "--top", ESCAPES)).isEqualTo(2);
    assertThat(err()).contains("␛[31m␇");
    isClean(err());
  }

  @Test
  void dataInfo() throws IOException {
    index();
    Path bad = folder.resolve("bad" + ESCAPES + ".jsonl");
    Files.writeString(bad, "{\"id\": \"a\", \"text\": \"b\"}\n{\"x\033[31m\n");
    isogloss("data", "info", bad);
    isogloss("data", "info", folder.resolve("d.jsonl"));
    isClean(out());
    isClean(err());
  }
}
