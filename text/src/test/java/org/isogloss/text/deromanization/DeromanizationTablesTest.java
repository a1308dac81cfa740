// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeromanizationTablesTest {
  private static final Language RUSSIAN = Language.of("ru");
  private static DeromanizationTables tables;

  @BeforeAll
  static void learn(@TempDir Path folder) throws IOException {
    DeromanizationTablesBuilder builder =
        new DeromanizationTablesBuilder(1_000, 1_000, language -> UnaryOperator.identity());
    for (String text :
        List.of(
            "Как испечь хлеб дома?", "Хлеб лежит на столе.", "Где можно купить билеты на поезд?")) {
      builder.add(RUSSIAN, text);
    }
    for (String text :
        List.of("घर से काम कैसे करें", "मुझे हिन्दी नहीं आती", "यह नदी बहुत सुंदर है")) {
      builder.add(Language.of("hi"), text);
    }
    for (String text :
        List.of(
            "How do I bake bread at home?",
            "The bread is on the table.",
            "Where can I buy train tickets?")) {
      builder.add(Language.of("en"), text);
    }
    builder.write(folder);
    tables = DeromanizationTables.open(folder);
  }

  @Test
  void hasTheLanguagesOfOtherScripts() {
    assertThat(tables.languages()).extracting(Language::code).containsExactly("hi", "ru");
    assertThat(tables.deromanizer(Language.of("en"))).isEmpty();
  }

  @Test
  void tellsTheLanguage() {
    assertThat(tables.deromanize("kak kupit khleb"))
        .contains(new Deromanization(RUSSIAN, "как купить хлеб", 1));
    assertThat(tables.deromanize("ghar se kaam"))
        .contains(new Deromanization(Language.of("hi"), "घर से काम", 1));
  }

  @Test
  void leavesOtherTexts() {
    for (String text :
        List.of("where is the bread", "как kupit", "12 + 3", "", "k", "घर se kaam")) {
      assertThat(tables.deromanize(text)).as(text).isEmpty();
    }
  }

  @Test
  void readsTextsOfAGivenLanguage() {
    assertThat(tables.deromanize("stole", RUSSIAN)).map(Deromanization::text).contains("столе");
    // A name in Latin letters within a Russian collection.
    assertThat(tables.deromanize("iPhone", RUSSIAN)).isEmpty();
    assertThat(tables.deromanize("Ivan", Language.of("ru-Latn"))).isPresent();
    assertThat(tables.deromanize("bread", Language.of("en"))).isEmpty();
    assertThat(tables.deromanize("kak kupit khleb", Language.UNDETERMINED)).isPresent();
  }

  /** The name of en-ru-Latn.tsv.gz sorts before en-ru.tsv.gz. */
  @Test
  void leavesOutTextsThatAreRomanizedAlready(@TempDir Path folder) throws IOException {
    DeromanizationTablesBuilder builder =
        new DeromanizationTablesBuilder(10, 10, language -> UnaryOperator.identity());
    builder.add(Language.of("ru-Latn"), "Kak ispech khleb");
    builder.add(RUSSIAN, "Как испечь хлеб");
    builder.write(folder);
    assertThat(DeromanizationTables.open(folder).deromanize("hleb", RUSSIAN))
        .map(Deromanization::text)
        .contains("хлеб");
  }

  @Test
  void namesTheFileThatIsNotOfTables(@TempDir Path folder) throws IOException {
    assertThatThrownBy(() -> DeromanizationTables.open(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("languages.gz")
        .hasMessageContaining("no such file");
    Files.writeString(folder.resolve("languages.gz"), "not gzip");
    assertThatThrownBy(() -> DeromanizationTables.open(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("cannot read languages.gz");
  }

  @Test
  void namesTheTableThatIsDamaged(@TempDir Path folder) throws IOException {
    DeromanizationTablesBuilder builder =
        new DeromanizationTablesBuilder(10, 10, language -> UnaryOperator.identity());
    builder.add(RUSSIAN, "Как испечь хлеб");
    builder.write(folder);
    Path table = folder.resolve("ru.tsv.gz");
    byte[] whole = Files.readAllBytes(table);
    Files.write(table, Arrays.copyOf(whole, whole.length / 2));
    DeromanizationTables damaged = DeromanizationTables.open(folder);
    assertThatThrownBy(() -> damaged.deromanizer(RUSSIAN))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("cannot read ru.tsv.gz")
        .hasMessageContaining(folder.toString());
  }
}
