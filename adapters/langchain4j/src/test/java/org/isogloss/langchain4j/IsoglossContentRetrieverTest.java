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
import java.util.Map;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.engine.SearchEngine;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsoglossContentRetrieverTest {
  @TempDir private static Path folder;
  private static SearchEngine engine;

  @BeforeAll
  static void index() {
    engine =
        SearchEngine.at(folder.resolve("index"))
            .model("tiny")
            .passages(new PassageSplitter(6))
            .reranker("overlap", new TestModels.WordOverlap())
            .openOrCreate();
    engine.index(
        List.of(
            new Document(
                "de-1",
                Language.of("de"),
                "Katzen",
                "Die Katze schläft auf dem Sofa. Die Katze träumt von Mäusen.",
                Metadata.EMPTY
                    .with("topic", MetadataValue.of("animals"))
                    .with("year", MetadataValue.of(2024))
                    .with("checked", MetadataValue.of(true))
                    .with("tags", MetadataValue.of("pets", "sleep"))
                    .with("title", MetadataValue.of("not the title"))),
            new Document("en-1", Language.of("en"), "", "A cat sleeps here.", topic("animals")),
            new Document("en-2", Language.of("en"), "Trains at noon", "", topic("traffic"))));
    // Half of the probability at a score of 1, for an index of any size.
    engine.models().setProbability("overlap", new ScoreProbability(4, -4, 0));
  }

  private static Metadata topic(String topic) {
    return Metadata.EMPTY.with("topic", MetadataValue.of(topic));
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  private static IsoglossContentRetriever.Builder retriever() {
    return IsoglossContentRetriever.builder(engine);
  }

  private static List<String> ids(IsoglossContentRetriever.Builder retriever, String query) {
    return retriever.build().retrieve(Query.from(query)).stream()
        .map(content -> content.textSegment().metadata().getString(IsoglossContentRetriever.ID))
        .toList();
  }

  @Test
  void retrievesPassagesWithTheirFields() {
    Content content =
        retriever().maxResults(1).build().retrieve(Query.from("Katze schläft Sofa")).getFirst();
    assertThat(content.textSegment().text()).isEqualTo("Die Katze schläft auf dem Sofa.");
    assertThat(content.textSegment().metadata().toMap())
        .isEqualTo(
            Map.of(
                "id", "de-1",
                "passage", 0,
                "language", "de",
                "title", "Katzen",
                "topic", "animals",
                "year", 2024,
                "checked", "true",
                "tags", "pets, sleep"));
  }

  @Test
  void findsOtherLanguages() {
    assertThat(ids(retriever().pipeline("dense").maxResults(10), "a sleeping cat"))
        .contains("de-1", "en-1");
    assertThat(ids(retriever().languages("de"), "a sleeping cat")).containsOnly("de-1");
  }

  @Test
  void theTextOfADocumentWithoutTextIsItsTitle() {
    Content content =
        retriever().maxResults(1).build().retrieve(Query.from("trains at noon")).getFirst();
    assertThat(content.textSegment().text()).isEqualTo("Trains at noon");
  }

  @Test
  void limitsTheNumberOfContents() {
    assertThat(ids(retriever().pipeline("dense"), "cat"))
        .hasSize(IsoglossContentRetriever.DEFAULT_MAX_RESULTS);
    assertThat(ids(retriever().pipeline("dense").maxResults(10), "cat")).hasSize(4);
  }

  @Test
  void retrievesEachDocumentOnceIfTheUnitIsTheDocument() {
    assertThat(ids(retriever().pipeline("bm25"), "Katze")).containsExactly("de-1", "de-1");
    assertThat(ids(retriever().pipeline("bm25").unit(ResultUnit.DOCUMENT), "Katze"))
        .containsExactly("de-1");
  }

  @Test
  void filtersByFields() {
    assertThat(ids(retriever().pipeline("dense").filter(Filter.equal("topic", "traffic")), "cat"))
        .containsExactly("en-2");
    assertThat(
            ids(
                retriever()
                    .pipeline("dense")
                    .filter(
                        metadataKey("topic")
                            .isEqualTo("animals")
                            .and(metadataKey("language").isEqualTo("en"))),
                "cat"))
        .containsExactly("en-1");
    assertThatThrownBy(() -> retriever().filter(metadataKey("topic").containsString("x")))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(
            () -> ids(retriever().filter(metadataKey("topik").isEqualTo("traffic")), "cat"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean topic?");
  }

  private static List<Double> scores(IsoglossContentRetriever.Builder retriever, String query) {
    return retriever.build().retrieve(Query.from(query)).stream()
        .map(content -> (Double) content.metadata().get(ContentMetadata.SCORE))
        .toList();
  }

  @Test
  void theScoreIsTheProbabilityIfItIsKnown() {
    String pipeline = "bm25 >> rerank(overlap, weight=1)";
    assertThat(scores(retriever().pipeline(pipeline), "Katze"))
        .as("one common word in each passage")
        .containsExactly(0.5, 0.5);
    assertThat(scores(retriever().pipeline(pipeline).minProbability(0.6), "Katze")).isEmpty();
    assertThat(scores(retriever().pipeline("bm25"), "Katze"))
        .as("scores of the pipeline")
        .isEqualTo(
            engine
                .search(
                    org.isogloss.api.SearchRequest.of("Katze")
                        .withPipeline("bm25")
                        .withUnit(ResultUnit.PASSAGE))
                .stream()
                .map(result -> result.hit().score())
                .toList());
  }

  @Test
  void aMinimumProbabilityNeedsAReRanker() {
    assertThatThrownBy(() -> ids(retriever().pipeline("bm25").minProbability(0.5), "Katze"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("probabilities of the hits of \"bm25\" are not known");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThatThrownBy(() -> retriever().maxResults(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxResults is 0, expected 1 or more");
    assertThatThrownBy(() -> retriever().minProbability(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minProbability is 2.0");
    assertThatThrownBy(() -> retriever().languages("xx")).isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> retriever().pipeline("bm26")).isInstanceOf(IsoglossException.class);
  }
}
