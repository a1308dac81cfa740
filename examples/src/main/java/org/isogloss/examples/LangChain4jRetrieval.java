// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.aggregator.ContentAggregator;
import dev.langchain4j.rag.content.aggregator.ReRankingContentAggregator;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.engine.SearchEngine;
import org.isogloss.langchain4j.IsoglossContentRetriever;
import org.isogloss.langchain4j.IsoglossEmbeddingModel;
import org.isogloss.langchain4j.IsoglossEmbeddingStore;
import org.isogloss.langchain4j.IsoglossScoringModel;

/** Retrieves contents for prompts of LangChain4j: from an index, and from an embedding store. */
public final class LangChain4jRetrieval {
  private static final Query QUESTION = Query.from("When was Warsaw founded?");

  private LangChain4jRetrieval() {}

  private static org.isogloss.core.Document article(String id, String title, String text) {
    return new org.isogloss.core.Document(id, Language.of(id.substring(0, 2)), title, text);
  }

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args);
    retrieveFromIndex(folder.resolve("articles"));
    List<Content> found = retrieveFromStore(folder.resolve("segments"));
    rerank(found);
  }

  private static void retrieveFromIndex(Path folder) {
    try (SearchEngine engine = SearchEngine.at(folder).model("tiny").openOrCreate()) {
      engine.index(
          List.of(
              article("de-1", "Warschau", "Warschau wurde um 1300 gegründet."),
              article("pl-1", "Wisła", "Warszawa leży nad Wisłą."),
              article("en-1", "Harvard", "Harvard was founded in 1636.")));
      ContentRetriever retriever =
          IsoglossContentRetriever.builder(engine).languages("de", "pl").maxResults(1).build();
      for (Content content : retriever.retrieve(QUESTION)) {
        TextSegment segment = content.textSegment();
        System.out.println(segment.metadata().getString("title") + ": " + segment.text());
      }
    }
  }

  private static List<Content> retrieveFromStore(Path folder) {
    try (IsoglossEmbeddingModel model = IsoglossEmbeddingModel.open("tiny");
        IsoglossEmbeddingStore store = IsoglossEmbeddingStore.open(folder, model)) {
      EmbeddingStoreIngestor.builder()
          .embeddingModel(model)
          .embeddingStore(store)
          .build()
          .ingest(
              Document.from("Der Zug nach Warschau.", Metadata.from("source", "timetable")),
              Document.from("Warschau wurde um 1300 gegründet.", Metadata.from("source", "wiki")),
              Document.from("Warszawa leży nad Wisłą.", Metadata.from("source", "wiki")));
      ContentRetriever retriever =
          EmbeddingStoreContentRetriever.builder()
              .embeddingModel(model)
              .embeddingInputType(EmbeddingInputType.QUERY)
              .embeddingStore(store)
              .filter(metadataKey("source").isEqualTo("wiki"))
              .build();
      List<Content> found = retriever.retrieve(QUESTION);
      System.out.println(found.size() + " segments");
      return found;
    }
  }

  private static void rerank(List<Content> found) {
    try (IsoglossScoringModel scoring = IsoglossScoringModel.open("reranker")) {
      ContentAggregator aggregator =
          ReRankingContentAggregator.builder().scoringModel(scoring).maxResults(1).build();
      for (Content content : aggregator.aggregate(Map.of(QUESTION, List.of(found)))) {
        System.out.println("best: " + content.textSegment().text());
      }
    }
  }
}
