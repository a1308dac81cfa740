// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.Facet;
import org.isogloss.api.FacetCount;
import org.isogloss.api.SortKey;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FacetCounterTest {
  private static final List<Document> DOCUMENTS =
      List.of(
          Document.of("a", "One.").withField("price", -0.5).withField("date", "2023-12-31"),
          Document.of("b", "Two.")
              .withField("price", 10)
              .withField("date", "2024-01-01T00:30:00+02:00"),
          Document.of("c", "Three.").withField("price", 19.99).withField("date", "2024-02-29"),
          Document.of("d", "Four.")
              .withField("price", 20)
              .withField("main category", MetadataValue.of("x", "y")),
          Document.of("e", "Five.").withField("date", "2024-02-01").withField("flag", true));

  private static final List<Hit> HITS =
      DOCUMENTS.stream().map(document -> new Hit(document.id(), 0, 1)).toList();

  @TempDir private Path folder;
  private SearchIndex index;

  @BeforeEach
  void open() {
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(DocumentSource.of(DOCUMENTS));
    }
    index = SearchIndex.open(folder);
  }

  @AfterEach
  void close() {
    index.close();
  }

  private List<FacetCount> count(String facet) {
    return index.facets(HITS, List.of(facet)).get(facet);
  }

  @Test
  void countsNumbersInStepsOfAWidth() {
    assertThat(count("price by 10"))
        .containsExactly(
            new FacetCount("-10..0", 1), new FacetCount("10..20", 2), new FacetCount("20..30", 1));
    assertThat(count("price by 0.25"))
        .contains(new FacetCount("-0.5..-0.25", 1), new FacetCount("19.75..20", 1));
  }

  @Test
  void countsDatesInPeriodsOfTheCalendar() {
    assertThat(count("date by year"))
        .as("in UTC, the second date is still 2023")
        .containsExactly(new FacetCount("2023", 2), new FacetCount("2024", 2));
    assertThat(count("date by month"))
        .containsExactly(new FacetCount("2023-12", 2), new FacetCount("2024-02", 2));
    assertThat(count("date BY day")).hasSize(3).contains(new FacetCount("2024-02-29", 1));
  }

  @Test
  void countsRangesBetweenBounds() {
    assertThat(count("price at 0 10 20"))
        .containsExactly(
            new FacetCount("..0", 1), new FacetCount("10..20", 2), new FacetCount("20..", 1));
    assertThat(count("date at 2024 2024-02-15"))
        .containsExactly(
            new FacetCount("..2024", 2),
            new FacetCount("2024..2024-02-15", 1),
            new FacetCount("2024-02-15..", 1));
  }

  @Test
  void readsNamesInQuotationMarks() {
    assertThat(count("main category")).hasSize(2);
    assertThat(Facet.parse("\"main category\" by 5").toString())
        .isEqualTo("\"main category\" by 5");
    assertThat(SortKey.parse("main category desc")).isEqualTo(new SortKey("main category", true));
    assertThat(SortKey.parse("\"a desc\"")).isEqualTo(new SortKey("a desc", false));
    assertThat(SortKey.parse("price ASC").toString()).isEqualTo("price");
  }

  @Test
  void rejectsGroupsThatDoNotFitTheField() {
    assertThatThrownBy(() -> count("price by month"))
        .hasMessageContaining("groups dates, but the field \"price\" is a number");
    assertThatThrownBy(() -> count("date by 10"))
        .hasMessageContaining("groups numbers, but the field \"date\" is a date");
    assertThatThrownBy(() -> count("flag at 1")).hasMessageContaining("is a boolean");
    assertThatThrownBy(() -> count("price by week"))
        .hasMessageContaining("groups by \"week\", expected a number above 0, year, month or day");
    assertThatThrownBy(() -> count("price by 0")).hasMessageContaining("expected more than 0");
    for (String costly :
        List.of(
            "price by 1e-999999999",
            "price by 1e999999999",
            "price at " + "9".repeat(1_000),
            "price" + " ".repeat(5_000) + "x",
            "price at " + "1 ".repeat(101))) {
      assertThatThrownBy(() -> count(costly)).isInstanceOf(IsoglossException.class);
    }
    assertThatThrownBy(() -> count("price at 10 5"))
        .hasMessageContaining("has the bound 5 after 10");
    assertThatThrownBy(() -> count("date at soon")).hasMessageContaining("\"soon\"");
    assertThatThrownBy(() -> count("colour by 10"))
        .hasMessageContaining("no document has the field \"colour\"");
    assertThatThrownBy(() -> SortKey.parse(" ")).hasMessageContaining("sort key is blank");
  }

  @Test
  void sortsByAnyField() {
    assertThat(sorted("price")).containsExactly("a", "b", "c", "d", "e");
    assertThat(sorted("price desc")).containsExactly("d", "c", "b", "a", "e");
    assertThat(sorted("date desc", "id")).containsExactly("c", "e", "b", "a", "d");
    assertThat(sorted("flag", "id desc")).containsExactly("e", "d", "c", "b", "a");
  }

  private List<String> sorted(String... keys) {
    List<String> ids = DOCUMENTS.stream().map(Document::id).toList();
    return ids.stream()
        .sorted(index.documentOrder(ids, List.of(keys).stream().map(SortKey::parse).toList()))
        .toList();
  }
}
