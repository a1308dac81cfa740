// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

/** What each operator finds in an index. */
class VectorStoreFilterTest {
  @TempDir static Path folder;
  private static SearchEngine engine;
  private static VectorStore store;

  @BeforeAll
  static void index() {
    engine = SearchEngine.at(folder).encoder("axis", new AxisEncoder()).openOrCreate();
    store = IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine)).build();
    store.add(
        List.of(
            new Document(
                "a",
                "One dog.",
                Map.of("year", 2020, "price", 1.5, "open", true, "date", "2024-05-31")),
            new Document(
                "b",
                "Two dogs.",
                Map.of("year", 2021, "tags", List.of("x", "y"), "language", "de")),
            new Document(
                "c",
                "Three dogs.",
                Map.of("year", 2022, "open", false, "tags", List.of("y"), "date", "2024-06-01")),
            new Document("d", "Four dogs.", Map.of("tags", "z"))));
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  private static List<String> found(Filter.Expression filter) {
    return store
        .similaritySearch(
            SearchRequest.builder().query("dog").topK(10).filterExpression(filter).build())
        .stream()
        .map(Document::getId)
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      quoteCharacter = '`',
      textBlock =
          """
          year == 2021                        -> b
          year != 2021                        -> a c d
          year < 2021                         -> a
          year <= 2021                        -> a b
          year > 2021                         -> c
          year >= 2021                        -> b c
          year IN [2020, 2022, 1999]          -> a c
          year NOT IN [2020, 2022]            -> b d
          year IS NULL                        -> d
          year IS NOT NULL                    -> a b c
          NOT (year > 2020)                   -> a d
          year > 2020 && tags == 'y'          -> b c
          year > 2021 || tags == 'z'          -> c d
          (year == 2020 || year == 2022) && open == true -> a
          price == 1.5                        -> a
          open == false                       -> c
          tags == 'y'                         -> b c
          tags IN ['x', 'z']                  -> b d
          date > '2024-05-31'                 -> c
          date <= '2024-05'                   -> a
          id == 'b'                           -> b
          language == 'de'                    -> b
          """)
  void everyOperatorRestrictsTheSearch(String expression, String ids) {
    SearchRequest request = SearchRequest.builder().filterExpression(expression).build();
    assertThat(found(request.getFilterExpression())).containsExactly(ids.split(" "));
  }

  @Test
  void inWithoutValuesIsMetByNoDocument() {
    FilterExpressionBuilder builder = new FilterExpressionBuilder();
    assertThat(found(builder.in("year", List.of()).build())).isEmpty();
    assertThat(found(builder.nin("year", List.of()).build())).containsExactly("a", "b", "c", "d");
  }
}
