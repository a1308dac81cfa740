// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class LanguageLinksDumpTest extends RecordReaderContractTest<LanguageLink> {
  private static final String INSERT = "INSERT INTO `langlinks` VALUES ";

  @Override
  public String fileName() {
    return "enwiki-langlinks.sql";
  }

  @Override
  public Records<LanguageLink> read(Path file, OnError onError) {
    return LanguageLinksDump.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        INSERT + "(12,'de','Rhein');",
        INSERT + "(7,'fr','L\\'eau_douce');",
        INSERT + "(8,'zh','水');");
  }

  @Override
  public List<LanguageLink> expected() {
    return List.of(link(12, "de", "Rhein"), link(7, "fr", "L'eau douce"), link(8, "zh", "水"));
  }

  private static LanguageLink link(long page, String language, String title) {
    return new LanguageLink(page, new WikiTitle(Language.of(language), title));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no number", INSERT + "('a','de','x');", "at column 33, expected a whole number"),
        new Bad("cut", INSERT + "(1,'de','x", "expected the end of a string"),
        new Bad("no end", INSERT + "(1,'de','x')", "expected ';'"),
        new Bad("a column too many", INSERT + "(1,'de','x',2);", "has \",2);\"", "expected ')'"));
  }

  @Override
  public String longRecord(int characters) {
    return INSERT + "(12,'de','" + "x".repeat(characters) + "');";
  }

  @Test
  void readsTheRowsOfAStatementAndNothingElse() throws IOException {
    Path file =
        write(
            """
            -- MySQL dump
            CREATE TABLE `langlinks` (
              `ll_from` int(8) unsigned NOT NULL DEFAULT 0
            );
            """
                + INSERT
                + "(1,'de','A'),(1,'simple','B'),(2,'fr',''),(3,'fr','a ''b'''),(4,'pt','\\\\');\n");
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(link(1, "de", "A"), link(3, "fr", "A 'b'"), link(4, "pt", "\\"));
  }

  @Test
  void findsTheLanguageInTheFileName() {
    assertThat(LanguageLinksDump.language(Path.of("data/dewiki-20240101-langlinks.sql.gz")))
        .isEqualTo(Language.of("de"));
    assertThatThrownBy(() -> LanguageLinksDump.language(Path.of("langlinks.sql")))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("expected a name such as dewiki-");
  }
}
