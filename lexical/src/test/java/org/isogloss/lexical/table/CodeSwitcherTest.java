// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeSwitcherTest {
  @TempDir private Path folder;
  private TranslationTable table;

  @BeforeEach
  void writeTable() {
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("the", "house"), List.of("das", "haus"), Alignment.parse("0-0 1-1"));
    counts.add(List.of("the", "dog"), List.of("der", "hund"), Alignment.parse("0-0 1-1"));
    Path file = folder.resolve("en-de.table");
    counts.write(
        file, LanguagePair.find("en-de").orElseThrow(), new TablePruning(0, Integer.MAX_VALUE));
    table = TranslationTable.open(file);
  }

  private String switched(double share, double minProbability, String text) {
    return new CodeSwitcher(table, share, minProbability)
        .switchWords(text, new SplittableRandom(1));
  }

  @Test
  void replacesWordsByTheirMostProbableTranslations() {
    assertThat(switched(1, 0.6, "The house, the Dog  and HOUSE!"))
        .isEqualTo("The haus, the Hund  and Haus!");
    assertThat(switched(1, 0, "the cat")).matches("(das|der) cat");
    assertThat(switched(1, 0, "")).isEmpty();
  }

  @Test
  void replacesAShareOfTheWords() {
    String text = "house ".repeat(2_000);
    double share = switched(0.3, 0, text).split("haus", -1).length / 2_000.0;
    assertThat(share).isCloseTo(0.3, within(0.04));
  }

  @Test
  void rejectsSharesOutsideTheirRange() {
    assertThatThrownBy(() -> new CodeSwitcher(table, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share is 0.0");
    assertThatThrownBy(() -> new CodeSwitcher(table, 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minProbability is NaN");
  }
}
