// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class IdentifyCommandTest extends CommandTest {
  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  @Test
  void printsALanguageForEachLine() throws IOException {
    Path file =
        file(
            "queries.txt",
            "wie backe ich Brot ohne Hefe",
            "ghar se kaam kaise kare",
            "12:30",
            "wie kann ich the settings of my account ändern");
    assertThat(isogloss("data", "identify", file)).isZero();
    assertThat(out().lines().map(line -> line.split("\t")[0]))
        .containsExactly("de", "hi-Latn", "und", "de");
    assertThat(out().lines().map(line -> line.split("\t")[2])).containsExactly("-", "-", "-", "en");
  }

  @Test
  void identifiesOnlyTheLanguagesThatAreNamed() throws IOException {
    Path file = file("queries.txt", "programa de ordenador", "скачать программу");
    assertThat(isogloss("data", "identify", file, "--languages", "pt,en")).isZero();
    assertThat(out().lines().map(line -> line.split("\t")[0])).containsExactly("pt", "und");
    assertThat(isogloss("data", "identify", file, "--languages", "xx")).isOne();
    assertThat(err()).contains("unknown language \"xx\"");
  }

  @Test
  void trainsAModel() throws IOException {
    String[] lines = new String[61];
    lines[0] = "language\tlabel\ttext";
    for (int i = 0; i < 30; i++) {
      lines[2 * i + 1] = "en\tnews\tthe committee met again on day " + i + " and waited";
      lines[2 * i + 2] = "de\tnews\tder Ausschuss traf sich am Tag " + i + " und wartete";
    }
    Path texts = file("texts.tsv", lines);
    Path first = folder.resolve("first.gz");
    Path second = folder.resolve("second.gz");
    for (Path model : List.of(first, second)) {
      assertThat(
              isogloss(
                  "data",
                  "language-model",
                  texts,
                  "--to",
                  model,
                  "--samples",
                  "20",
                  "--weights",
                  "500"))
          .isZero();
    }
    assertThat(err()).contains("Wrote a model from 60 texts");
    assertThat(first).hasSameBinaryContentAs(second);
  }
}
