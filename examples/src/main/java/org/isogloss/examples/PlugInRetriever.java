// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.engine.SearchEngine;

/** Searches with a retriever, a re-ranker and an analyzer that the program supplies. */
public final class PlugInRetriever {
  private PlugInRetriever() {}

  /** Documents that an editor has selected for certain words. */
  private static final Map<String, List<String>> CHOSEN = Map.of("holiday", List.of("de-2"));

  /** Retrieves the documents that the editor has selected for the words of a query. */
  private static final class Editorial implements Retriever {
    @Override
    public Ranking retrieve(Query query, int depth) {
      return Ranking.of(
              Stream.of(query.text().split(" "))
                  .flatMap(word -> CHOSEN.getOrDefault(word, List.of()).stream())
                  .distinct()
                  .map(id -> new Hit(id, 1))
                  .toList())
          .top(depth);
    }
  }

  /** Prefers short passages. */
  private static final class Brevity implements PairScorer {
    @Override
    public float[] score(Query query, List<Passage> passages) {
      float[] scores = new float[passages.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = 1f / passages.get(i).text().length();
      }
      return scores;
    }

    @Override
    public void close() {}
  }

  /** Splits texts into lower-case words without stemming. */
  private static final class PlainWords extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer words = new StandardTokenizer();
      return new TokenStreamComponents(words, new LowerCaseFilter(words));
    }
  }

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("my-index");
    try (Analyzer plain = new PlainWords();
        PairScorer brevity = new Brevity();
        SearchEngine engine =
            SearchEngine.at(folder)
                .model("tiny")
                .retriever("editorial", new Editorial())
                .reranker("brevity", brevity)
                .analyzer(Language.of("de"), "plain-words", plain)
                .openOrCreate()) {
      engine.index(
          List.of(
              new Document(
                  "en-1", Language.of("en"), "", "A holiday by the sea, and in the hills."),
              new Document("en-2", Language.of("en"), "", "Every holiday ends."),
              new Document("de-2", Language.of("de"), "", "Ferien auf dem Bauernhof.")));

      SearchRequest request = SearchRequest.of("holiday").withTop(2);
      for (String pipeline :
          List.of("{bm25, retriever(editorial):2}rrf", "bm25 >> rerank(brevity)")) {
        System.out.println(pipeline);
        for (SearchResult result : engine.search(request.withPipeline(pipeline))) {
          System.out.println("  " + result.hit().documentId() + ": " + result.snippet().text());
        }
      }
    }
  }
}
