// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CodeSwitchCommandTest extends CommandTest {
  private Path bitext;
  private Path table;

  @BeforeEach
  void write() throws IOException {
    bitext =
        Files.write(
            folder.resolve("de-en.tsv"),
            List.of("Das Haus ist rot\tThe house is red\tnews", "Nein\tNo\tnews"));
    TranslationCounts counts = new TranslationCounts();
    counts.add(List.of("house"), List.of("haus"), Alignment.parse("0-0"));
    table = folder.resolve("en-de.table");
    counts.write(
        table, LanguagePair.find("en-de").orElseThrow(), new TablePruning(0, Integer.MAX_VALUE));
  }

  @Test
  void switchesTheSideInTheSourceLanguageOfTheTable() {
    assertThat(
            isogloss(
                "data", "code-switch", bitext, "--table", table, "--to", folder, "--share", "1"))
        .isZero();
    try (var pairs = Bitext.readTsv(folder.resolve("de-en.switched.tsv.gz"), OnError.FAIL)) {
      assertThat(pairs.stream().map(SentencePair::target)).containsExactly("The haus is red");
    }
    assertThat(err()).contains("Wrote 1 pair of 2");
  }

  @Test
  void rejectsTablesOfOtherLanguagesAndSharesOutsideTheirRange() throws IOException {
    Path french = Files.copy(bitext, folder.resolve("de-fr.tsv"));
    assertThat(isogloss("data", "code-switch", french, "--table", table, "--to", folder))
        .isEqualTo(1);
    assertThat(err()).contains("translates en-de, expected a table from a language of");
    assertThat(
            isogloss(
                "data", "code-switch", bitext, "--table", table, "--to", folder, "--share", "2"))
        .isEqualTo(1);
    assertThat(err()).contains("--share is 2.0, expected above 0 to 1");
  }
}
