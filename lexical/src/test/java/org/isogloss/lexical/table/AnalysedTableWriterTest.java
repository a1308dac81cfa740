// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.Vocabulary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalysedTableWriterTest {
  @TempDir private Path folder;
  private TranslationTable words;

  @BeforeEach
  void writeTable() {
    TranslationCounts counts = new TranslationCounts();
    for (int i = 0; i < 3; i++) {
      counts.add(List.of("house"), List.of("haus"), Alignment.parse("0-0"));
    }
    counts.add(List.of("houses"), List.of("häuser"), Alignment.parse("0-0"));
    counts.add(List.of("houses"), List.of("die"), Alignment.parse("0-0"));
    counts.add(List.of("of"), List.of("des"), Alignment.parse("0-0"));
    counts.add(List.of("station"), List.of("hauptbahnhof"), Alignment.parse("0-0"));
    Path file = folder.resolve("en-de.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), TablePruning.DEFAULT);
    words = TranslationTable.open(file);
  }

  private TranslationTable analysed(
      Function<String, List<String>> english, Function<String, List<String>> german) {
    Path file = folder.resolve("terms.table");
    words.writeAnalysed(file, english, german);
    return TranslationTable.open(file);
  }

  private static List<String> english(String word) {
    return word.equals("of") ? List.of() : List.of(word.replaceAll("s$", ""));
  }

  private static List<String> german(String word) {
    return switch (word) {
      case "häuser" -> List.of("haus");
      case "hauptbahnhof" -> List.of("haupt", "bahnhof");
      case "die", "des" -> List.of();
      default -> List.of(word);
    };
  }

  @Test
  void mergesWordsWithSameTerm() {
    TranslationTable table = analysed(AnalysedTableWriterTest::english, List::of);
    assertThat(table.languages()).isEqualTo(words.languages());
    assertThat(table.count("house")).isEqualTo(5);
    // Three occurrences of haus, one of each of the others.
    assertThat(table.translations("house"))
        .containsExactly(
            new Translation("haus", 0.6f),
            new Translation("die", 0.2f),
            new Translation("häuser", 0.2f));
    assertThat(table.count("houses")).isZero();
  }

  @Test
  void dropsWordsWithoutTerm() {
    TranslationTable table =
        analysed(AnalysedTableWriterTest::english, AnalysedTableWriterTest::german);
    assertThat(table.translations("house")).containsExactly(new Translation("haus", 1));
    assertThat(table.words()).containsExactly("house", "station");
    assertThat(table.reversed().translations("haus")).containsExactly(new Translation("house", 1));
    assertThat(table.reversed().count("die")).isZero();
  }

  @Test
  void dividesProbabilityAmongTerms() {
    TranslationTable table =
        analysed(AnalysedTableWriterTest::english, AnalysedTableWriterTest::german);
    assertThat(table.translations("station"))
        .containsExactlyInAnyOrder(
            new Translation("haupt", 0.5f), new Translation("bahnhof", 0.5f));
    assertThat(table.reversed().translations("haupt"))
        .containsExactly(new Translation("station", 1));
  }

  @Test
  void identityAnalysisKeepsTable() {
    TranslationTable table = analysed(List::of, List::of);
    assertThat(table.words()).isEqualTo(words.words());
    for (String word : table.words()) {
      assertThat(table.translations(word)).isEqualTo(words.translations(word));
      assertThat(table.sources(word)).isEqualTo(words.sources(word));
    }
  }

  @Test
  void rejectsAnalysisWithTooManyTerms() {
    List<String> many = IntStream.range(0, 1000).mapToObj(n -> "term" + n).toList();
    assertThatThrownBy(() -> analysed(word -> many, word -> many))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(
            folder.resolve("terms.table")
                + ": cannot be written: 5 translations of words become 5000000 translations of"
                + " terms, expected at most 1048896: align the texts again, tokenized into words");
  }

  @Test
  void countsSaturate() {
    Vocabulary vocabulary = new Vocabulary();
    vocabulary.add("house", Integer.MAX_VALUE);
    vocabulary.add("house", 2);
    assertThat(vocabulary.count(1)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void keepsEveryTranslationOfTheWords() {
    TranslationCounts counts = new TranslationCounts();
    for (int i = 0; i < 200; i++) {
      counts.add(List.of("thing"), List.of("ding" + i), Alignment.parse("0-0"));
    }
    Path file = folder.resolve("many.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), TablePruning.NONE);
    words = TranslationTable.open(file);
    assertThat(analysed(List::of, List::of).translations("thing")).hasSize(200);
  }
}
