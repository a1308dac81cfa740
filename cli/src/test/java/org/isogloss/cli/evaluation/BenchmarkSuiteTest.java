// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

/** Collections of pages, and the suite that measures pipelines on them. */
class BenchmarkSuiteTest extends CommandTest {
  private static final List<String> ENGLISH =
      List.of("the red car", "a small house", "cold water", "the old bridge", "white snow");
  private static final List<String> GERMAN =
      List.of(
          "das rote Auto", "ein kleines Haus", "kaltes Wasser", "die alte Br\u00fccke", "Schnee");

  private Path pages() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ENGLISH.size(); i++) {
      lines.add(line("en", i, ENGLISH.get(i)));
      lines.add(line("de", i, GERMAN.get(i)));
    }
    return Files.write(folder.resolve("pages.jsonl"), lines);
  }

  private static String line(String language, int page, String text) {
    return """
        {"id": "%s/%d", "language": "%s", "link": "%d", "title": "%s", "text": "%s."}"""
        .formatted(language, page, language, page, text, text);
  }

  @Test
  void measuresTheGainOfEachStage() throws IOException {
    Path suite = Files.createDirectory(folder.resolve("suite"));
    Path pages = pages();
    assertThat(isogloss("collection", "pages", pages, "--to", suite.resolve("one")))
        .as(err())
        .isZero();
    assertThat(err()).contains("5 documents in ").contains("5 queries");
    assertThat(
            isogloss("collection", "pages", pages, "--to", suite.resolve("all"), "--translations"))
        .isZero();
    assertThat(err()).contains("10 documents in 2 languages, 5 queries");
    Files.writeString(
        suite.resolve("suite.tsv"), "one\ttuning\teach once\nall\treporting\tin both\n");
    assertThat(isogloss("benchmark", "suite", "--data", suite, "--model", "tiny"))
        .as(err())
        .isZero();
    assertThat(out())
        .contains("1  bm25", "2  dense", "3  {bm25:2, dense}fair")
        .containsPattern("one +tuning +5 +5 +0.000 +[01].\\d+")
        .containsPattern("all +reporting +10 +5 +1.000")
        .containsPattern("Least gain of pipeline 3: .0.\\d+ on (one|all)");
  }

  @Test
  void keepsTheFolderOfAnotherModel() throws IOException {
    Path suite = Files.createDirectory(folder.resolve("suite"));
    assertThat(isogloss("collection", "pages", pages(), "--to", suite.resolve("one"))).isZero();
    Files.writeString(suite.resolve("suite.tsv"), "one\ttuning\teach once\n");
    for (String other : List.of("reranker", "compact")) {
      Path model = copyOfShipped(other);
      byte[] manifest = Files.readAllBytes(model.resolve("isogloss.json"));
      assertThat(
              isogloss(
                  "benchmark",
                  "suite",
                  "--data",
                  suite,
                  "--model",
                  "tiny",
                  "--pipeline",
                  "dense",
                  "--estimate",
                  model))
          .isOne();
      assertThat(model.resolve("isogloss.json")).hasBinaryContent(manifest);
    }
    assertThat(err())
        .contains("is a re-ranker by late interaction, but the pipeline has no")
        .containsPattern("compact: the weights of the encoder are [0-9a-f]{12}, but ");
    assertThat(out()).isEmpty();
  }

  @Test
  void refusesWhatItWouldIgnore() throws IOException {
    assertThat(isogloss("benchmark", "suite", "--data", folder, "--languages", "de")).isOne();
    assertThat(err()).contains("omit --export, --report, --record and --languages");
    Path kept = Files.createDirectory(folder.resolve("kept"));
    Files.writeString(kept.resolve("mine"), "");
    assertThat(isogloss("collection", "pages", pages(), "--to", kept)).isOne();
    assertThat(err()).contains("already exists");
    assertThat(
            isogloss(
                "collection",
                "pages",
                pages(),
                "--to",
                folder.resolve("new"),
                "--query-field",
                "summary"))
        .isOne();
    assertThat(err()).contains("a field \"summary\"");
    assertThat(folder.resolve("new")).doesNotExist();
  }
}
