// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.collection.LinkedDocument;
import org.isogloss.text.typing.Typing;
import org.junit.jupiter.api.Test;

class PageCollectionBuilderTest {
  private static final PageQueryOptions ONE = PageQueryOptions.DEFAULT;
  private static final PageQueryOptions ALL =
      new PageQueryOptions(Optional.empty(), true, Typing.CAREFUL, 1_000, 1);

  private static LinkedDocument page(String link, String language, String title, String text) {
    return new LinkedDocument(
        new Document(language + "/" + link, Language.of(language), title, text)
            .withField("description", "about " + title),
        List.of(link));
  }

  /** Pages in three languages. */
  private static List<LinkedDocument> pages(int count) {
    List<LinkedDocument> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      for (String language : List.of("de", "en", "fr")) {
        pages.add(page("p" + i, language, language + " title " + i, language + " text " + i));
      }
    }
    return pages;
  }

  private static TestCollection build(PageQueryOptions options, List<LinkedDocument> pages) {
    PageCollectionBuilder builder = new PageCollectionBuilder(options);
    builder.add(pages.iterator());
    return builder.build();
  }

  @Test
  void eachPageIsInOneLanguageAndAskedForInAnother() {
    TestCollection collection = build(ONE, pages(300));
    assertThat(collection.documents()).hasSize(300);
    assertThat(collection.documentCounts().values()).allMatch(count -> count > 70);
    Map<String, Document> documents =
        collection.documents().stream()
            .collect(Collectors.toMap(Document::id, Function.identity()));
    Map<String, Query> queries =
        collection.queries().stream().collect(Collectors.toMap(Query::id, Function.identity()));
    assertThat(collection.judgements())
        .hasSize(300)
        .allSatisfy(
            judgement -> {
              Document document = documents.get(judgement.documentId());
              Query query = queries.get(judgement.queryId());
              assertThat(document.language()).isNotEqualTo(query.language());
              assertThat(query.text().replaceAll("\\D", ""))
                  .isEqualTo(document.text().replaceAll("\\D", ""));
            });
    assertThat(build(ONE, pages(300))).isEqualTo(collection);
  }

  @Test
  void withTranslationsEveryVersionIsRelevant() {
    TestCollection collection = build(ALL, pages(20));
    assertThat(collection.documents()).hasSize(60);
    assertThat(collection.queries()).hasSize(20);
    assertThat(collection.judgements()).hasSize(60);
  }

  @Test
  void choosesPagesAndQueriesByFieldsAtRandom() {
    TestCollection collection =
        build(
            new PageQueryOptions(Optional.of("description"), false, Typing.CAREFUL, 10, 7),
            pages(50));
    assertThat(collection.documents()).hasSize(10).allMatch(found -> found.metadata().isEmpty());
    assertThat(collection.queries()).allMatch(query -> query.text().startsWith("about "));
  }

  @Test
  void leavesOutWhatIsAmbiguous() {
    List<LinkedDocument> pages = new ArrayList<>(pages(3));
    // Two pages with one title, a name that is not translated, a text twice, a page in one
    // language.
    pages.add(page("a", "de", "Gleich", "de a"));
    pages.add(page("a", "en", "Same", "en a"));
    pages.add(page("b", "de", "gleich", "de b"));
    pages.add(page("b", "en", "same", "en b"));
    pages.add(page("c", "de", "GIMP", "de c"));
    pages.add(page("c", "en", "GIMP", "en c"));
    pages.add(page("d", "de", "Wieder", "de text 0"));
    pages.add(page("d", "en", "Again", "en text 0"));
    pages.add(page("e", "de", "Allein", "de e"));
    TestCollection collection = build(ALL, pages);
    assertThat(collection.queries())
        .extracting(Query::text)
        .hasSize(3)
        .doesNotContain("Gleich", "Same", "GIMP", "Allein");
    assertThat(collection.documents()).extracting(Document::id).doesNotContain("de/e");
    assertThat(collection.documents())
        .filteredOn(found -> found.text().endsWith("text 0"))
        .extracting(Document::text)
        .doesNotHaveDuplicates();
    assertThat(collection.judgements()).extracting(Judgement::grade).containsOnly(1);
  }

  @Test
  void namesDocumentsThatCannotBeToldApart() {
    List<LinkedDocument> pages =
        List.of(
            page("a", "de", "Eins", "1"),
            new LinkedDocument(
                new Document("other", Language.of("de"), "Zwei", "2"), List.of("a")));
    assertThatThrownBy(() -> build(ONE, pages))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("de/a and other have the link a and the language de");
    assertThatThrownBy(() -> build(ONE, List.of(page("a", "de", "Eins", "1"))))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("1 pages have no query in a language other");
  }
}
