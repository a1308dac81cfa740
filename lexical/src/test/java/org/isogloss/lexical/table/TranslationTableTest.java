// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslationTableTest {
  private static final LanguagePair LANGUAGES = LanguagePair.find("en-zh_Hant").orElseThrow();
  private static final TablePruning ALL = new TablePruning(0, Integer.MAX_VALUE);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void createPath() {
    file = folder.resolve("en-zh.table");
  }

  private TranslationTable written(TranslationCounts counts, TablePruning pruning) {
    counts.write(file, LANGUAGES, pruning);
    return TranslationTable.open(file);
  }

  private static TranslationCounts banks() {
    TranslationCounts counts = new TranslationCounts();
    for (int n = 0; n < 6; n++) {
      counts.add(List.of("the", "bank"), List.of("銀行"), Alignment.parse("1-0"));
    }
    counts.add(List.of("bank"), List.of("河", "岸"), Alignment.parse("0-1"));
    counts.add(List.of("bank"), List.of("河", "岸"), Alignment.parse("0-0 0-1"));
    counts.add(List.of("shore"), List.of("岸"), Alignment.parse("0-0"));
    return counts;
  }

  @Test
  void probabilitiesAreRelativeLinkFrequencies() {
    TranslationTable table = written(banks(), ALL);
    assertThat(table.languages()).isEqualTo(LANGUAGES);
    assertThat(table.words()).containsExactly("bank", "shore", "the");
    assertThat(table.size()).isEqualTo(4);
    assertThat(table.translations("bank"))
        .containsExactly(
            new Translation("銀行", 6f / 9),
            new Translation("岸", 2f / 9),
            new Translation("河", 1f / 9));
    assertThat(table.translations("shore")).containsExactly(new Translation("岸", 1));
    assertThat(table.translations("the")).as("never linked").isEmpty();
    assertThat(table.translations("sea")).as("never seen").isEmpty();
    assertThat(table.translations("")).isEmpty();
  }

  @Test
  void reversedTableHasItsOwnProbabilities() {
    TranslationTable table = written(banks(), ALL).reversed();
    assertThat(table.languages()).isEqualTo(LANGUAGES.reversed());
    assertThat(table.words()).containsExactly("岸", "河", "銀行");
    assertThat(table.translations("岸"))
        .containsExactly(new Translation("bank", 2f / 3), new Translation("shore", 1f / 3));
    assertThat(table.reversed().translations("shore")).hasSize(1);
  }

  @Test
  void countsWords() {
    TranslationTable table = written(banks(), ALL);
    assertThat(table.count("bank")).isEqualTo(8);
    assertThat(table.count("the")).isEqualTo(6);
    assertThat(table.count("sea")).isZero();
    assertThat(table.tokenCount()).isEqualTo(15);
    assertThat(table.reversed().count("岸")).isEqualTo(3);
  }

  @Test
  void findsSourcesOfTranslation() {
    TranslationTable table = written(banks(), ALL);
    assertThat(table.sources("bank"))
        .containsExactly(
            new Translation("岸", 2f / 3), new Translation("河", 1), new Translation("銀行", 1));
    assertThat(table.reversed().sources("岸"))
        .containsExactly(new Translation("bank", 2f / 9), new Translation("shore", 1));
    assertThat(table.sources("the")).isEmpty();
  }

  @Test
  void pruningRenormalisesRemainingTranslations() {
    assertThat(written(banks(), new TablePruning(0.2, 50)).translations("bank"))
        .containsExactly(new Translation("銀行", 6f / 8), new Translation("岸", 2f / 8));
    assertThat(written(banks(), new TablePruning(0, 1)).translations("bank"))
        .containsExactly(new Translation("銀行", 1));
    assertThat(written(banks(), new TablePruning(0.9, 50)).translations("bank"))
        .as("the most likely translation is kept")
        .containsExactly(new Translation("銀行", 1));
  }

  @Test
  void readsRandomCountsExactly() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    TranslationCounts counts = new TranslationCounts();
    Map<String, Map<String, Integer>> expected = new HashMap<>();
    for (int n = 0; n < 20_000; n++) {
      String e = "e" + random.nextInt(300);
      String f = Character.toString(0x1F600 + random.nextInt(200)) + random.nextInt(3);
      counts.add(List.of(e), List.of(f), Alignment.parse("0-0"));
      expected.computeIfAbsent(e, word -> new HashMap<>()).merge(f, 1, Integer::sum);
    }
    TranslationTable table = written(counts, ALL);
    assertThat(table.words())
        .as("seed %d", seed)
        .isSorted()
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    assertThat(table.size()).isEqualTo(counts.size()).isEqualTo(table.reversed().size());
    expected.forEach(
        (e, row) -> {
          double total = row.values().stream().mapToInt(Integer::intValue).sum();
          List<Translation> translations = table.translations(e);
          assertThat(translations)
              .as("seed %d", seed)
              .hasSameSizeAs(row.keySet())
              .isSortedAccordingTo((a, b) -> Float.compare(b.probability(), a.probability()))
              .allSatisfy(
                  t ->
                      assertThat((double) t.probability())
                          .isCloseTo(row.get(t.word()) / total, within(1e-6)));
          assertThat(translations.stream().mapToDouble(Translation::probability).sum())
              .isCloseTo(1, within(1e-5));
        });
  }

  @Test
  void countsDoNotOverflow() {
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("the"), List.of("der"), Alignment.parse("0-0"));
    for (int i = 0; i < 33; i++) {
      counts.add(counts);
    }
    counts.add(List.of("the"), List.of("die"), Alignment.parse("0-0"));
    assertThat(written(counts, ALL).translations("the"))
        .extracting(Translation::word)
        .containsExactly("der", "die");
  }

  @Test
  void supportsEmptyTable() {
    TranslationTable table = written(new TranslationCounts(), TablePruning.DEFAULT);
    assertThat(table.words()).isEmpty();
    assertThat(table.translations("bank")).isEmpty();
  }

  @Test
  void rejectsTruncatedFile() throws IOException {
    written(banks(), ALL);
    byte[] original = Files.readAllBytes(file);
    for (int length = 0; length < original.length; length++) {
      Files.write(file, Arrays.copyOf(original, length));
      assertThatThrownBy(() -> TranslationTable.open(file))
          .as("%d bytes", length)
          .isInstanceOf(IsoglossException.class)
          .hasMessageStartingWith(file.toString());
    }
    Files.write(file, Arrays.copyOf(original, original.length + 1));
    assertThatThrownBy(() -> TranslationTable.open(file))
        .hasMessageContaining(
            "has "
                + (original.length + 1)
                + " bytes, expected "
                + original.length
                + ": it was truncated");
  }

  @Test
  void rejectsDamagedFile() throws IOException {
    written(banks(), ALL);
    byte[] original = Files.readAllBytes(file);
    for (int index = 0; index < original.length; index++) {
      byte[] damaged = original.clone();
      damaged[index] ^= 0x40;
      Files.write(file, damaged);
      assertThatThrownBy(() -> TranslationTable.open(file))
          .as("byte %d", index)
          .isInstanceOf(IsoglossException.class);
    }
  }

  @Test
  void rejectsOtherFilesAndVersions() throws IOException {
    assertThatThrownBy(() -> TranslationTable.open(file))
        .hasMessage(file + ": no such translation table");
    assertThatThrownBy(() -> TranslationTable.open(folder)).isInstanceOf(IsoglossException.class);
    Files.writeString(file, "bank\t銀行\t0.7\n");
    assertThatThrownBy(() -> TranslationTable.open(file))
        .hasMessageContaining("not a translation table, expected a file that Isogloss wrote");
    written(banks(), ALL);
    byte[] bytes = Files.readAllBytes(file);
    bytes[4] = 2;
    Files.write(file, bytes);
    assertThatThrownBy(() -> TranslationTable.open(file))
        .hasMessageContaining("a table of version 2, expected 1: create it again");
  }
}
