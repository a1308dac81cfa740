// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.table.TableAligner;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcordanceTest {
  private static final Language EN = Language.of("en");
  private static final LanguagePair EN_DE = new LanguagePair(EN, Language.of("de"));

  @TempDir private Path folder;

  private Records<SentencePair> bitext(String... lines) {
    try {
      Path file = Files.write(folder.resolve("en-de.tsv"), List.of(lines));
      return Bitext.readByPosition(file, EN_DE, OnError.SKIP);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Concordance read(String words, int max, String... lines) {
    try (Records<SentencePair> pairs = bitext(lines)) {
      return new ConcordanceReader(EN_DE, max)
          .read(pairs, WordPattern.of(words), ParallelCorpus.Listener.NONE);
    }
  }

  /** A table in which the words of each line translate each other in their order. */
  private TableAligner aligner(String... lines) {
    TranslationCounts counts = new TranslationCounts();
    for (String line : lines) {
      String[] sides = line.split(" = ", -1);
      counts.add(
          List.of(sides[0].split(" ", -1)),
          List.of(sides[1].split(" ", -1)),
          Alignment.parse(sides[2]));
    }
    Path file = folder.resolve("table");
    counts.write(file, EN_DE, TablePruning.DEFAULT);
    return new TableAligner(TranslationTable.open(file));
  }

  @Test
  void findsOccurrencesWithTheirContextsAndCounterparts() {
    Concordance found =
        read(
                "house",
                10,
                "The House is old.\tDas Haus ist alt.",
                "broken",
                "A house, my house\tEin Haus, mein Haus")
            .aligned(aligner("house = haus = 0-0", "the = das = 0-0"));
    assertThat(found.pairCount()).isEqualTo(3);
    assertThat(found.wordCount()).isEqualTo(8);
    assertThat(found.occurrenceCount()).isEqualTo(3);
    assertThat(found.perMillion()).isEqualTo(375_000);
    assertThat(found.occurrences())
        .extracting(
            Occurrence::number,
            Occurrence::before,
            Occurrence::keyword,
            Occurrence::after,
            Occurrence::counterparts)
        .containsExactly(
            tuple(1L, "The ", "House", " is old.", List.of(new Span(4, 8))),
            tuple(3L, "A ", "house", ", my house", List.of(new Span(4, 8))),
            tuple(3L, "A house, my ", "house", "", List.of(new Span(15, 19))));
    assertThat(TranslationCandidate.count(found.occurrences()))
        .extracting(TranslationCandidate::words, TranslationCandidate::count)
        .containsExactly(tuple("Haus", 3));
  }

  @Test
  void countsTheFormsOfATranslationTogetherAndShowsTheMostFrequentOne() {
    Concordance found =
        read(
                "kennel",
                10,
                "a kennel\tHUNDEHÜTTE",
                "the kennel\tdie Hundehütte",
                "kennel\tHundehütte",
                "red kennel\trot",
                "blue kennel\tRot")
            .aligned(aligner("kennel = hundehütte = 0-0", "kennel = rot = 0-0"));
    assertThat(TranslationCandidate.count(found.occurrences()))
        .extracting(TranslationCandidate::words, TranslationCandidate::count)
        .as("equally frequent forms: lower case")
        .containsExactly(tuple("Hundehütte", 3), tuple("rot", 2));
    assertThat(OccurrenceOrder.TRANSLATION.sort(found.occurrences()))
        .extracting(Occurrence::number)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void joinsTheWordsOfATranslation() {
    Occurrence found =
        read("flat hunting", 10, "Flat hunting is hard\tDie Suche nach der Wohnung ist schwer")
            .aligned(aligner("flat hunting = suche wohnung = 0-1 1-0"))
            .occurrences()
            .getFirst();
    assertThat(found.translation()).isEqualTo("Suche ... Wohnung");
  }

  @Test
  void alignsTheSecondWordOfACompound() {
    assertThat(
            aligner("washing machine = waschmaschine = 0-0 1-0", "machine = maschine = 0-0")
                .align(List.of("a", "washing", "machine"), List.of("eine", "waschmaschine")))
        .hasToString("1-1 2-1");
  }

  @Test
  void doesNotAlignPairsThatAreTooLongToLearnFrom() {
    String longest = " house".repeat(200) + "\tHaus";
    Concordance found =
        read("house", 1_000, longest, longest.replace("\t", " house\t"))
            .aligned(aligner("house = haus = 0-0"));
    assertThat(found.occurrences()).hasSize(401);
    assertThat(found.occurrences())
        .filteredOn(one -> !one.counterparts().isEmpty())
        .extracting(Occurrence::number)
        .containsOnly(1L);
  }

  @Test
  void keepsARandomSample() {
    String[] lines = new String[1_000];
    Arrays.fill(lines, "the house\tdas Haus");
    Concordance found = read("house", 100, lines);
    assertThat(found.occurrenceCount()).isEqualTo(1_000);
    assertThat(found.isSample()).isTrue();
    assertThat(found.occurrences()).hasSize(100);
    assertThat(found.occurrences()).extracting(Occurrence::number).isSorted();
    assertThat(found.occurrences().getLast().number()).isGreaterThan(800);
  }

  @Test
  void sortsByContextAndTranslation() {
    Concordance found =
        read(
                "house",
                10,
                "new house z\tHaus",
                "old Big house a\tGebäude",
                "very old house Ä\tHaus",
                "house b\tnichts")
            .aligned(aligner("house = haus = 0-0", "house = gebäude = 0-0"));
    List<Occurrence> lines = found.occurrences();
    assertThat(numbers(OccurrenceOrder.CORPUS.sort(lines))).containsExactly(1L, 2L, 3L, 4L);
    assertThat(numbers(OccurrenceOrder.BEFORE.sort(lines))).containsExactly(4L, 2L, 1L, 3L);
    assertThat(numbers(OccurrenceOrder.AFTER.sort(lines))).containsExactly(2L, 3L, 4L, 1L);
    assertThat(numbers(OccurrenceOrder.TRANSLATION.sort(lines))).containsExactly(1L, 3L, 2L, 4L);
  }

  private static List<Long> numbers(List<Occurrence> lines) {
    return lines.stream().map(Occurrence::number).toList();
  }

  @Test
  void findsCollocationsByLogDice() {
    try (Records<SentencePair> pairs =
        bitext("strong tea now\ta", "strong tea here\ta", "strong man\ta", "tea and cake\ta")) {
      WordStatistics<Collocation> found =
          WordStatistics.collocations(
              pairs, EN, WordPattern.of("tea"), 1, 1, 100, ParallelCorpus.Listener.NONE);
      Collocation best = found.rows().getFirst();
      assertThat(best)
          .extracting(Collocation::word, Collocation::count, Collocation::frequency)
          .containsExactly("strong", 2L, 3L);
      // Dice = 2 * 2 / (3 + 3).
      assertThat(best.logDice()).isCloseTo(14 + Math.log(2 / 3.0) / Math.log(2), within(1e-9));
      assertThat(found.rows()).extracting(Collocation::word).doesNotContain("cake", "man", "tea");
    }
  }

  @Test
  void countsAWordBetweenTwoOccurrencesOnce() {
    try (Records<SentencePair> pairs = bitext("tea and tea\ta")) {
      assertThat(
              WordStatistics.collocations(
                      pairs, EN, WordPattern.of("tea"), 3, 1, 100, ParallelCorpus.Listener.NONE)
                  .rows())
          .extracting(Collocation::word, Collocation::count)
          .containsExactly(tuple("and", 1L));
    }
  }

  @Test
  void countsNgrams() {
    try (Records<SentencePair> pairs = bitext("A b, a b c\tx", "a b\ty")) {
      assertThat(
              WordStatistics.frequencies(
                      pairs, EN, 2, Optional.empty(), 2, 100, ParallelCorpus.Listener.NONE)
                  .rows())
          .containsExactly(new WordFrequency("a b", 3, 3e6 / 7));
    }
    try (Records<SentencePair> pairs = bitext("A b, a b c\tx", "a b\ty")) {
      assertThat(
              WordStatistics.frequencies(
                      pairs,
                      EN,
                      2,
                      Optional.of(WordPattern.of("c")),
                      1,
                      100,
                      ParallelCorpus.Listener.NONE)
                  .rows())
          .extracting(WordFrequency::words)
          .containsExactly("b c");
    }
  }

  @Test
  void learnsFromPairsThatContainTheWordsFirst() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      lines.add("word" + i % 50 + " here\twort" + i % 50 + " hier");
    }
    lines.add("the zebra\tdas Zebra");
    lines.add("a zebra\tein Zebra");
    try (Records<SentencePair> pairs = bitext(lines.toArray(String[]::new))) {
      TranslationTable learned =
          SampledTable.learn(
              pairs,
              EN_DE,
              Optional.of(WordPattern.of("zebra")),
              20,
              AlignerOptions.builder().threads(1).build(),
              ParallelCorpus.Listener.NONE);
      assertThat(learned.translations("zebra").getFirst().word()).isEqualTo("zebra");
      assertThat(learned.words()).hasSizeLessThan(25);
    }
  }

  @Test
  void rejectsLengthsThatCountNothingOrFillTheMemory() {
    for (int wrong : new int[] {0, WordStatistics.MAX_NGRAM + 1}) {
      try (Records<SentencePair> pairs = bitext("a b\tx")) {
        assertThatThrownBy(
                () ->
                    WordStatistics.frequencies(
                        pairs, EN, wrong, Optional.empty(), 1, 9, ParallelCorpus.Listener.NONE))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("length is " + wrong + ", expected 1 to 10");
      }
    }
    for (int wrong : new int[] {0, WordStatistics.MAX_WINDOW + 1}) {
      try (Records<SentencePair> pairs = bitext("a b\tx")) {
        assertThatThrownBy(
                () ->
                    WordStatistics.collocations(
                        pairs, EN, WordPattern.of("a"), wrong, 1, 9, ParallelCorpus.Listener.NONE))
            .hasMessage("window is " + wrong + ", expected 1 to 50");
      }
    }
  }
}
