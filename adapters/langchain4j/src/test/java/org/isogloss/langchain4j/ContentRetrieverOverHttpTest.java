// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.query.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.filter.Filter;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RequestFailedException;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.engine.SearchEngine;
import org.isogloss.server.SearchServer;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over HTTP, the same contents are retrieved as in the process of the index. */
class ContentRetrieverOverHttpTest {
  @TempDir private static Path folder;
  private static SearchEngine engine;
  private static SearchServer server;
  private static IsoglossClient client;

  @BeforeAll
  static void serve() {
    try (SearchEngine created =
        SearchEngine.at(folder).model("tiny").passages(new PassageSplitter(6)).openOrCreate()) {
      created.index(
          List.of(
              new Document(
                  "de-1",
                  Language.of("de"),
                  "Katzen",
                  "Die Katze schläft auf dem Sofa. Die Katze träumt von Mäusen.",
                  topic("animals")
                      .with("year", MetadataValue.of(2024))
                      .with("checked", MetadataValue.of(true))
                      .with("tags", MetadataValue.of("pets", "sleep"))
                      .with("title", MetadataValue.of("not the title"))),
              new Document("en-1", Language.of("en"), "", "A cat sleeps here.", topic("animals")),
              new Document("en-2", Language.of("en"), "Trains at noon", "", topic("\"a\\b\""))));
    }
    server = SearchServer.builder().index("animals", folder).port(0).start();
    client = IsoglossClient.builder("http://localhost:" + server.port()).build();
    engine = SearchEngine.open(folder);
  }

  private static Metadata topic(String topic) {
    return Metadata.EMPTY.with("topic", MetadataValue.of(topic));
  }

  @AfterAll
  static void stop() {
    engine.close();
    client.close();
    server.close();
  }

  private static IsoglossContentRetriever.Builder remote() {
    return IsoglossContentRetriever.builder(client.index("animals"));
  }

  private static IsoglossContentRetriever.Builder local() {
    return IsoglossContentRetriever.builder(engine);
  }

  /** Requires the same contents, and returns their documents. */
  private static List<String> retrieved(
      String query, Consumer<IsoglossContentRetriever.Builder> options) {
    IsoglossContentRetriever.Builder remote = remote();
    options.accept(remote);
    IsoglossContentRetriever.Builder local = local();
    options.accept(local);
    List<Content> contents = remote.build().retrieve(Query.from(query));
    List<Content> expected = local.build().retrieve(Query.from(query));
    assertThat(contents)
        .extracting(Content::textSegment)
        .isEqualTo(expected.stream().map(Content::textSegment).toList());
    assertThat(contents)
        .extracting(content -> content.metadata().get(ContentMetadata.SCORE))
        .isEqualTo(
            expected.stream()
                .map(content -> content.metadata().get(ContentMetadata.SCORE))
                .toList());
    return contents.stream()
        .map(content -> content.textSegment().metadata().getString(IsoglossContentRetriever.ID))
        .toList();
  }

  @Test
  void retrievesTheSameContents() {
    assertThat(retrieved("a sleeping cat", builder -> {})).contains("de-1", "en-1");
    assertThat(retrieved("trains at noon", builder -> {}).getFirst()).isEqualTo("en-2");
  }

  @Test
  void everyOptionHasTheSameEffect() {
    assertThat(retrieved("Katze", builder -> builder.pipeline("bm25").maxResults(1)))
        .containsExactly("de-1");
    assertThat(retrieved("Katze", builder -> builder.pipeline("bm25").unit(ResultUnit.DOCUMENT)))
        .containsExactly("de-1");
    assertThat(retrieved("cat", builder -> builder.languages("de"))).containsOnly("de-1");
    String reranked = "dense >> rerank(reranker)";
    assertThat(
            retrieved(
                "Where does the cat sleep?",
                builder -> builder.pipeline(reranked).minProbability(0.05)))
        .isNotEmpty()
        .doesNotContain("en-2");
  }

  @Test
  void filtersHaveTheSameEffect() {
    Filter quoted = Filter.equal("topic", "\"a\\b\"");
    assertThat(retrieved("cat", builder -> builder.pipeline("dense").filter(quoted)))
        .containsExactly("en-2");
    var filter =
        metadataKey("topic")
            .isEqualTo("animals")
            .and(metadataKey("language").isIn("en", "pl").or(metadataKey("year").isLessThan(2000)));
    assertThat(retrieved("cat", builder -> builder.pipeline("dense").filter(filter)))
        .containsExactly("en-1");
    assertThatThrownBy(() -> remote().filter(metadataKey("topic").containsString("x")))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void reportsWhatTheServerRefuses() {
    for (IsoglossContentRetriever.Builder builder :
        List.of(
            remote().filter(Filter.equal("topik", "animals")),
            remote().pipeline("bm25").minProbability(0.5),
            remote().pipeline("bm25 >> rerank(other)"),
            remote().maxResults(1_001))) {
      assertThatThrownBy(() -> builder.build().retrieve(Query.from("cat")))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("the server replied 400");
    }
  }

  @Test
  void rejectsInvalidOptions() {
    assertThatThrownBy(() -> remote().maxResults(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxResults is 0, expected 1 or more");
    assertThatThrownBy(() -> remote().minProbability(2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> remote().languages("xx")).isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> remote().pipeline("bm26")).isInstanceOf(IsoglossException.class);
  }
}
