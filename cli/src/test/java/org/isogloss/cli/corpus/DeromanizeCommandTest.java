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

class DeromanizeCommandTest extends CommandTest {
  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  @Test
  void keepsLinesThatAreNotRomanized() throws IOException {
    Path file = file("queries.txt", "kak kupit bilety", "how to buy tickets", "", "ghar se kaam");
    assertThat(isogloss("data", "deromanize", file)).isZero();
    assertThat(out().lines())
        .containsExactly("как купить билеты", "how to buy tickets", "", "घर से काम");
  }

  @Test
  void learnsTablesFromBitext() throws IOException {
    Path file =
        file(
            "en-ru.tsv",
            "How to bake bread\tКак испечь хлеб\tnews",
            "The bread is here\tХлеб здесь\tnews",
            "Left out\tЩука\tother");
    Path tables = folder.resolve("tables");
    assertThat(
            isogloss("data", "deromanization-tables", file, "--to", tables, "--leave-out", "other"))
        .isZero();
    assertThat(err()).contains("Wrote tables from 3 pairs");
    assertThat(tables).isDirectoryContaining("glob:**/languages.gz");
    assertThat(tables).isDirectoryContaining("glob:**/ru.tsv.gz");
    Path queries = file("queries.txt", "kak ispech khleb");
    assertThat(isogloss("data", "deromanize", queries, "--tables", tables, "--language", "ru"))
        .isZero();
    assertThat(out().lines()).containsExactly("как испечь хлеб");
    // Existing tables are not replaced.
    assertThat(isogloss("data", "deromanization-tables", file, "--to", tables)).isOne();
    assertThat(err()).contains("already exists");
  }

  @Test
  void namesTheLanguagesThatItKnows() throws IOException {
    Path file = file("queries.txt", "how");
    assertThat(isogloss("data", "deromanize", file, "--language", "en")).isOne();
    assertThat(err()).contains("no deromanization table of English").contains("ar, bg, bn");
    assertThat(isogloss("data", "deromanize", file, "--tables", folder)).isOne();
    assertThat(err()).contains("languages.gz");
  }
}
