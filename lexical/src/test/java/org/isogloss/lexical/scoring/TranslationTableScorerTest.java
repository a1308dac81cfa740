// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.contract.PairScorerContractTest;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslationTableScorerTest extends PairScorerContractTest {
  @TempDir private Path folder;
  private TranslationTable table;

  @BeforeEach
  void writeTable() {
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("the", "bank"), List.of("die", "bank"), Alignment.parse("0-0 1-1"));
    counts.add(List.of("the", "bench"), List.of("die", "bank"), Alignment.parse("0-0 1-1"));
    counts.add(List.of("a", "station"), List.of("ein", "bahnhof"), Alignment.parse("0-0 1-1"));
    Path file = folder.resolve("en-de.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    table = TranslationTable.open(file);
  }

  @Override
  protected PairScorer open() {
    return TranslationTableScorer.of(table, TableScoringModel.PROBABILISTIC_CLIR);
  }

  private float score(TableScoringModel model, String query, String text) {
    Passage passage = new Passage("d", 0, Language.of("de"), "", text, 0, text.length());
    try (PairScorer scorer = TranslationTableScorer.of(table, model)) {
      return scorer.score(Query.of(query), List.of(passage))[0];
    }
  }

  @Test
  void probabilisticClirInterpolatesWithGeneralText() {
    // bank: one of six English words; p(bank | bank) = 1/2, one of four German words.
    double expected = Math.log(0.3 / 6 + 0.7 * 0.5 / 4);
    assertThat((double) score(TableScoringModel.PROBABILISTIC_CLIR, "Bank", "Eine Bank im Bahnhof"))
        .isCloseTo(expected, within(1e-5));
    assertThat(
            (double)
                score(TableScoringModel.PROBABILISTIC_CLIR, "bank bank", "Eine Bank im Bahnhof"))
        .isCloseTo(2 * expected, within(1e-5));
    assertThat((double) score(TableScoringModel.PROBABILISTIC_CLIR, "bank", ""))
        .isCloseTo(Math.log(0.3 / 6), within(1e-5));
  }

  @Test
  void probabilisticOccurrenceCombinesAllOccurrences() {
    assertThat(
            (double)
                score(TableScoringModel.PROBABILISTIC_OCCURRENCE, "the bank", "die Bank, die Bank"))
        .isCloseTo(Math.log(0.75), within(1e-5));
    assertThat((double) score(TableScoringModel.PROBABILISTIC_OCCURRENCE, "bank", "Bahnhof"))
        .isCloseTo(Math.log(1e-6), within(1e-5));
  }

  @Test
  void namesMatchThemselves() {
    for (TableScoringModel model : TableScoringModel.values()) {
      assertThat(score(model, "Kreuzberg", "Bahnhof Kreuzberg"))
          .isGreaterThan(score(model, "Kreuzberg", "Bahnhof Schöneberg"));
      assertThat(score(model, "station", "Bahnhof")).isGreaterThan(score(model, "station", "Bank"));
    }
  }
}
