// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.Translation;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InMemoryTextCollectionTest {
  private static final Offset<Double> CLOSE = within(1e-6);

  private final InMemoryTextCollection german =
      InMemoryTextCollection.of(
          List.of(
              List.of("die", "bank", "am", "see"),
              List.of("das", "ufer", "das", "ufer", "am", "see"),
              List.of("ein", "bahnhof")));

  @TempDir private Path folder;
  private QueryTranslator translator;

  @BeforeEach
  void createTranslator() {
    TranslationCounts counts = new TranslationCounts();
    Stream.of("bank", "bank", "bank", "ufer")
        .forEach(word -> counts.add(List.of("bank"), List.of(word), Alignment.parse("0-0")));
    counts.add(List.of("shore"), List.of("ufer"), Alignment.parse("0-0"));
    counts.add(List.of("the", "station"), List.of("der", "bahnhof"), Alignment.parse("0-0 1-1"));
    Path file = folder.resolve("en-de.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    translator = new QueryTranslator(TranslationTable.open(file));
  }

  @Test
  void psqProjectsTermFrequencyAndDocumentFrequency() {
    // The translation of bank is "bank" with probability 3/4 and "ufer" with 1/4; each occurs in
    // one text.
    double idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
    double[] scores = german.bm25(List.of(translator.translations("bank")));
    assertThat(scores[0]).isCloseTo(idf * 0.75 / (0.75 + 1.2), CLOSE);
    double frequency = 0.25 * 2;
    assertThat(scores[1])
        .isCloseTo(idf * frequency / (frequency + 1.2 * (0.25 + 0.75 * 6 / 4)), CLOSE);
    assertThat(scores[2]).isZero();
  }

  @Test
  void queryLikelihoodTranslatesTexts() {
    // One of two links of "ufer" is to bank; 4 of 7 English words are bank.
    double[] scores =
        german.queryLikelihood(
            List.of(translator.sources("bank")), translator::backgroundProbability, 0.7);
    assertThat(scores[0]).isCloseTo(Math.log(1 + 0.7 / 0.3 * (1.0 / 4) / (4.0 / 7)), CLOSE);
    assertThat(scores[1]).isCloseTo(Math.log(1 + 0.7 / 0.3 * (0.5 * 2 / 6) / (4.0 / 7)), CLOSE);
    assertThat(scores[2]).isZero();
  }

  @Test
  void topTranslationsAreMostLikely() {
    assertThat(translator.topTranslations("bank", 1).matches())
        .containsExactly(new Translation("bank", 1));
    assertThat(translator.topTranslations("bank", 5).matches())
        .containsExactly(new Translation("bank", 0.5f), new Translation("ufer", 0.5f));
    assertThat(german.bm25(List.of(translator.topTranslations("bank", 1)))[1]).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> translator.topTranslations("bank", 0));
  }

  @Test
  void queryLikelihoodOfUntranslatedWords() {
    double[] scores =
        german.queryLikelihood(
            List.of(QueryWord.untranslated("see"), QueryWord.untranslated("ufer")),
            german::backgroundProbability,
            0.7);
    double see = Math.log(1 + 0.7 / 0.3 * (1.0 / 6) / (2.0 / 12));
    double ufer = Math.log(1 + 0.7 / 0.3 * (2.0 / 6) / (2.0 / 12));
    assertThat(scores[1]).isCloseTo(see + ufer, CLOSE);
  }

  @Test
  void unknownWordMatchesItself() {
    QueryWord itself = QueryWord.untranslated("Müggelsee");
    assertThat(translator.translations("Müggelsee")).isEqualTo(itself);
    assertThat(translator.sources("Müggelsee")).isEqualTo(itself);
    assertThat(translator.topTranslations("Müggelsee", 3)).isEqualTo(itself);
    assertThat(translator.backgroundProbability("Müggelsee")).isCloseTo(0.5 / 7, CLOSE);
  }

  @Test
  void scoresEmptyQueryAndEmptyCollection() {
    assertThat(german.bm25(List.of())).containsExactly(0, 0, 0);
    assertThat(InMemoryTextCollection.of(List.of()).bm25(List.of(QueryWord.untranslated("see"))))
        .isEmpty();
    InMemoryTextCollection blank = InMemoryTextCollection.of(List.of(List.of()));
    assertThat(blank.bm25(List.of(QueryWord.untranslated("see")))).containsExactly(0);
    assertThat(
            blank.queryLikelihood(
                List.of(QueryWord.untranslated("see")), blank::backgroundProbability, 0.7))
        .containsExactly(0);
  }
}
