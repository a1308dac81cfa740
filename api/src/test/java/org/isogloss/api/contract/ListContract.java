// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.isogloss.api.contract.SearcherFixture.ids;

import java.util.List;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.ListRequest;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;

/** Lists of documents without a query. */
interface ListContract extends SearcherFixture {
  @Test
  default void listsDocumentsWithoutAQuery() {
    DocumentPage all = searcher().list(ListRequest.all());
    assertThat(ids(all)).containsExactly("de-cat", "en-cat", "fr-train");
    assertThat(all.cursor()).isEmpty();
    assertThat(searcher().list(ListRequest.all().withTop(2)).cursor()).isPresent();
    assertThat(searcher().list(ListRequest.all().withTop(3)).cursor()).as("full page").isEmpty();
    assertThat(all.documents().getFirst()).isEqualTo(searcher().find("de-cat").orElseThrow());
    assertThat(all.documents().getFirst().toDocument()).isEqualTo(GERMAN);
    StoredDocument train =
        searcher()
            .list(ListRequest.all().withFilter("checked").withFields("checked").withTexts(false))
            .documents()
            .getFirst();
    assertThat(train)
        .isEqualTo(
            new StoredDocument(
                "fr-train",
                Language.of("fr"),
                "",
                Metadata.EMPTY.with("checked", MetadataValue.of(true)),
                List.of()));
    assertThat(ids(searcher().list(ListRequest.all().withFilter("age > 100")))).isEmpty();
    searcher().delete(Filter.exists(Filter.ID));
    assertThat(searcher().list(ListRequest.all()).documents()).isEmpty();
  }

  @Test
  default void listsPagesThatChangesDoNotShift() {
    MetadataValue ages =
        new MetadataValue.ListValue(List.of(MetadataValue.of(20), MetadataValue.of(1)));
    searcher()
        .putAll(
            List.of(
                Document.of("a", "One.").withField("age", 3).withField("date", "2024-05-01"),
                Document.of("b", "Two.").withField("age", ages),
                Document.of("c", "Three.").withField("date", "2023-05-01"),
                Document.of("d", "Four.").withField("name", "\uFF5E"),
                Document.of("e", "Five.").withField("name", "\uD83D\uDE00")));
    assertThat(listed("age"))
        .containsExactly("b", "fr-train", "a", "de-cat", "en-cat", "c", "d", "e");
    assertThat(listed("age desc", "id desc"))
        .containsExactly("b", "en-cat", "de-cat", "a", "fr-train", "e", "d", "c");
    assertThat(listed("date", "id desc"))
        .containsExactly("c", "a", "fr-train", "en-cat", "e", "de-cat", "d", "b");
    assertThat(listed("name", "age desc")).startsWith("d", "e", "b").hasSize(8);
    assertThat(listed("name desc", "checked")).startsWith("e", "d", "fr-train").hasSize(8);
    assertThat(listed("checked desc", "date desc")).startsWith("fr-train", "a", "c").hasSize(8);

    ListRequest request = ListRequest.all().withSort("age desc").withTop(3);
    DocumentPage first = searcher().list(request);
    assertThat(ids(first)).containsExactly("b", "de-cat", "en-cat");
    searcher().put(Document.of("new", "Six.").withField("age", 50));
    searcher().put(Document.of("late", "Seven.").withField("age", 1));
    searcher().delete("en-cat");
    DocumentPage second = searcher().list(request.withCursor(first.cursor().orElseThrow()));
    assertThat(ids(second))
        .as("neither skipped nor repeated")
        .containsExactly("a", "fr-train", "late");
    assertThat(searcher().listAll(request.withCursor(second.cursor().orElseThrow())))
        .extracting(StoredDocument::id)
        .containsExactly("c", "d", "e");
  }

  @Test
  default void namesOfFieldsMayHaveCommasAndQuotationMarks() {
    for (String name : List.of("a,b", "say \"hi\"", "c by d", "e\\f")) {
      String quoted = "\"" + name.replaceAll("[\\\\\"]", "\\\\$0") + "\"";
      searcher().put(Document.of("1", "The cat sleeps.").withLanguage("en").withField(name, 1));
      searcher().put(Document.of("2", "The cat sleeps.").withLanguage("en").withField(name, 2));
      SearchRequest request =
          SearchRequest.of("cat")
              .withFilter(quoted + " > 0")
              .withSort(quoted + " desc")
              .withFields(name)
              .withFacets(quoted);
      SearchResults results = searcher().search(request);
      assertThat(ids(results)).as(name).containsExactly("2", "1");
      assertThat(results.results().getFirst().metadata().fields().keySet()).containsExactly(name);
      assertThat(results.facets()).isNotEmpty();
      DocumentPage page =
          searcher()
              .list(
                  ListRequest.all()
                      .withFilter(quoted + " > 0")
                      .withSort(quoted + " desc")
                      .withFields(name));
      assertThat(ids(page)).as(name).containsExactly("2", "1");
      assertThat(page.documents().getFirst().metadata().fields().keySet()).containsExactly(name);
    }
  }

  /** Lists all documents, in pages of two. */
  private List<String> listed(String... sort) {
    return searcher()
        .listAll(ListRequest.all().withSort(sort).withTop(2))
        .map(StoredDocument::id)
        .toList();
  }

  @Test
  default void refusesListsThatCannotBe() {
    String cursor = searcher().list(ListRequest.all().withTop(1)).cursor().orElseThrow();
    for (ListRequest request :
        List.of(
            ListRequest.all().withFilter("heigth > 3"),
            ListRequest.all().withSort("heigth"),
            ListRequest.all().withFields("heigth"),
            ListRequest.all().withCursor("?"),
            ListRequest.all().withCursor("bm90aGluZw"),
            ListRequest.all().withSort("age").withCursor(cursor))) {
      assertThatThrownBy(() -> searcher().list(request))
          .as(request.toString())
          .isInstanceOf(IsoglossException.class);
    }
  }
}
