// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.collection.LinkedDocument;
import org.isogloss.data.wiki.LanguageLink;
import org.isogloss.data.wiki.WikiLinks;
import org.isogloss.data.wiki.WikiTitle;
import org.isogloss.data.wiki.WikidataItem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads documents that are linked across languages, in every format. */
class LinkedDocumentsTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");
  private static final LinkedDocumentOptions OPTIONS = LinkedDocumentOptions.DEFAULT;

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static LinkedDocument linked(
      String id, Language language, String title, String text, String... links) {
    return new LinkedDocument(new Document(id, language, title, text), List.of(links));
  }

  @Test
  void readsJsonlAndTsvOneAfterAnother() throws IOException {
    Path jsonl =
        write(
            "a.jsonl",
            """
            {"id": "1", "language": "en", "title": "Rhine", "text": "A river.", "link": "rhine"}
            {"id": "2", "language": "en", "text": "A lake.", "link": 17}
            """);
    Path tsv = write("b.tsv", "id\tlink\tlanguage\ttitle\ttext\n1\trhine\tde\tRhein\tEin Fluss.\n");
    assertThat(LinkedDocuments.read(List.of(jsonl, tsv), OPTIONS).toList())
        .containsExactly(
            linked("1", EN, "Rhine", "A river.", "rhine"),
            linked("2", EN, "", "A lake.", "17"),
            linked("1", DE, "Rhein", "Ein Fluss.", "rhine"));
  }

  @Test
  void readsAnotherFieldAsLinkAndAddsTheLanguage() throws IOException {
    Path jsonl = write("a.jsonl", "{\"id\": \"1\", \"text\": \"x\", \"page\": \"p\"}\n");
    Path tsv = write("b.tsv", "id\ttext\tpage\n2\ty\tp\n");
    LinkedDocumentOptions options = OPTIONS.withLink("page").withDefaultLanguage(DE);
    assertThat(LinkedDocuments.read(List.of(jsonl, tsv), options).toList())
        .containsExactly(linked("1", DE, "", "x", "p"), linked("2", DE, "", "y", "p"));
    assertThat(LinkedDocuments.read(List.of(jsonl), options.withLanguages(List.of(EN))).toList())
        .isEmpty();
  }

  @Test
  void readsThePagesOfADocumentation() throws IOException {
    write("help/en.tsv", "a/find\tt\th1\tFind\na/find\tp\tp\tFinds text.\na/x\tp\tp\tLogo\n");
    write("help/de.tsv", "a/find\tt\th1\tSuchen\na/find\tp\tp\tSucht Text.\na/x\tp\tp\tLogo\n");
    Path help = folder.resolve("help");
    assertThat(LinkedDocuments.read(List.of(help), OPTIONS).toList())
        .containsExactly(
            linked("a/find", DE, "Suchen", "Sucht Text.", "a/find"),
            linked("a/find", EN, "Find", "Finds text.", "a/find"),
            linked("a/x", EN, "", "Logo", "a/x"));
    assertThat(LinkedDocuments.read(List.of(help), OPTIONS.withLanguages(List.of(DE))).toList())
        .hasSize(1);
  }

  @Test
  void readsTheArticlesOfWikis() throws IOException {
    Path en =
        write(
            "en.xml",
            """
            <mediawiki xml:lang="en">
            <page><title>Rhine</title><ns>0</ns><id>12</id>
            <revision><text>A river.

            [[de:Rhein]]</text></revision></page>
            <page><title>Main</title><ns>0</ns><id>13</id>
            <revision><text>Another river.</text></revision></page>
            <page><title>Stub</title><ns>0</ns><id>14</id>
            <revision><text>{{Stub}}</text></revision></page>
            </mediawiki>
            """);
    WikiLinks links = new WikiLinks();
    links.addLanguageLinks(
        EN, List.of(new LanguageLink(13, new WikiTitle(DE, "Main (Fluss)"))).iterator());
    links.addItems(List.of(new WikidataItem(new WikiTitle(EN, "Main"), "Q1670")).iterator());
    assertThat(LinkedDocuments.read(List.of(en), OPTIONS, links).toList())
        .containsExactly(
            linked("12", EN, "Rhine", "A river.", "en:Rhine", "de:Rhein"),
            linked("13", EN, "Main", "Another river.", "en:Main", "de:Main (Fluss)", "Q1670"));
  }

  @Test
  void reportsOrSkipsMalformedRecords() throws IOException {
    Path file =
        write(
            "a.jsonl",
            """
            {"id": "1", "language": "en", "text": "x", "link": "p"}
            {"id": "2", "text": "x", "link": "p"}
            {"id": "3", "language": "en", "text": "x"}
            {"id": "4", "language": "en", "text": "x", "link": " "}
            {"id": "5", "language": "en", "text": "x", "link": 1.5}
            {"id": "1", "language": "en", "text": "y", "link": "q"}
            {"id": "1", "language": "de", "text": "y", "link": "p"}
            """);
    try (Records<LinkedDocument> records =
        LinkedDocuments.read(List.of(file), OPTIONS.withOnError(OnError.SKIP))) {
      assertThat(records.toList())
          .containsExactly(linked("1", EN, "", "x", "p"), linked("1", DE, "", "y", "p"));
      assertThat(records.problems().stream().map(Exception::getMessage))
          .satisfiesExactly(
              message -> assertThat(message).startsWith(file + ":2: has no language"),
              message -> assertThat(message).startsWith(file + ":3: has no \"link\""),
              message -> assertThat(message).startsWith(file + ":4: \"link\" is empty"),
              message -> assertThat(message).startsWith(file + ":5: \"link\" is"),
              message ->
                  assertThat(message)
                      .startsWith(file + ":6: an earlier document in English has the id \"1\""));
    }
    assertThatThrownBy(() -> LinkedDocuments.read(List.of(file), OPTIONS).toList())
        .hasMessageStartingWith(file + ":2: ");
  }

  @Test
  void rejectsFormatsWithoutLinks() throws IOException {
    Path file = write("en-de.tsv", "house\tHaus\n");
    assertThatThrownBy(() -> LinkedDocuments.read(List.of(file), OPTIONS).toList())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("contains no documents linked across languages");
    Path unlinked = write("c.tsv", "1\tx\n");
    assertThatThrownBy(
            () -> LinkedDocuments.read(List.of(unlinked), OPTIONS.withDefaultLanguage(DE)).toList())
        .hasMessageContaining(":1: \"link\" is empty");
  }
}
