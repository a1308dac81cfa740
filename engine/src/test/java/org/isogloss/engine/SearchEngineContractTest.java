// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.Searcher;
import org.isogloss.api.Translation;
import org.isogloss.api.contract.SearcherContract;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.DeadlineExceededException;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine on an index in a folder. */
class SearchEngineContractTest extends SearcherContract {
  @TempDir private static Path folder;
  private static SearchEngine engine;

  @BeforeAll
  static void open() {
    engine = SearchEngine.at(folder.resolve("index")).model("tiny").openOrCreate();
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  @Override
  public Searcher searcher() {
    return engine;
  }

  @Override
  public List<Translation> translations(String documentId) {
    return engine.view().translations(documentId);
  }

  @Test
  void rejectsDocumentsWithOtherTypesThanDeclared() {
    try (SearchEngine declared =
        SearchEngine.at(folder.resolve("declared"))
            .withoutVectors()
            .fieldTypes(Map.of("edition", FieldType.NUMBER))
            .openOrCreate()) {
      assertThat(
              declared.putAll(
                  List.of(
                      Document.of("a", "One.").withField("edition", "first"),
                      Document.of("b", "Two.").withField("edition", 2))))
          .extracting(PutOutcome::isIndexed)
          .containsExactly(false, true);
    }
  }

  @Test
  void endsASearchThatTakesTooLong() {
    assertThatThrownBy(
            () -> engine.search(SearchRequest.of("cat").withTimeout(Duration.ofNanos(1))))
        .isInstanceOf(DeadlineExceededException.class);
    SearchRequest request = SearchRequest.of("cat").withTimeout(Duration.ofNanos(1));
    assertThatThrownBy(() -> engine.explain(request, new Hit("en-cat", 0, 0)))
        .isInstanceOf(DeadlineExceededException.class);
  }
}
