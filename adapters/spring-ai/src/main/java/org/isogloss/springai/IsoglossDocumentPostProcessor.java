// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.engine.Models;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.Indexer;
import org.isogloss.search.QueryLimit;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;

/**
 * Re-ranks documents, which need not be in an Isogloss index, by a pair scorer that reads the query
 * together with each text.
 *
 * <p>A re-ranker reads texts of the length of a passage, each after the {@code title} in the
 * metadata of its document, if there is one. Longer documents are therefore split into passages,
 * and have the score of their best one. This score replaces the score of the document; it is
 * comparable only within one query, unless the scorer {@linkplain PairScorer#producesProbabilities
 * produces probabilities}.
 *
 * <p>This class is thread-safe.
 */
public final class IsoglossDocumentPostProcessor implements DocumentPostProcessor, AutoCloseable {
  private final PairScorer scorer;
  private final int topN;
  private final Runnable close;

  private IsoglossDocumentPostProcessor(PairScorer scorer, int topN, Runnable close) {
    this.scorer = requireNonNull(scorer, "scorer is null");
    this.topN = topN;
    this.close = close;
    if (topN < 1) {
      throw new IllegalArgumentException("topN is " + topN + ", expected 1 or more");
    }
  }

  /**
   * Opens a re-ranker, which is closed with this object, and keeps all documents.
   *
   * @param folderOrName a model folder, or the name of a shipped model such as {@code reranker}
   * @param threads maximum number of batches that are scored at the same time, 1 or more
   * @throws IsoglossException if there is no such model, it is damaged, or it is not a re-ranker
   */
  public static IsoglossDocumentPostProcessor open(String folderOrName, int threads) {
    return open(folderOrName, InferenceOptions.defaults().withThreads(threads));
  }

  /**
   * Opens a re-ranker, which is closed with this object, and keeps all documents.
   *
   * @param folderOrName a model folder, or the name of a shipped model such as {@code reranker}
   * @throws IsoglossException like {@link #open(String, int)}, and if the device cannot be used
   */
  public static IsoglossDocumentPostProcessor open(String folderOrName, InferenceOptions options) {
    PairScorer scorer = Models.openReranker(folderOrName, options);
    return new IsoglossDocumentPostProcessor(scorer, Integer.MAX_VALUE, scorer::close);
  }

  /** Returns a post-processor that uses a scorer, which stays open, and keeps all documents. */
  public static IsoglossDocumentPostProcessor of(PairScorer scorer) {
    return new IsoglossDocumentPostProcessor(scorer, Integer.MAX_VALUE, () -> {});
  }

  /**
   * Returns a copy that keeps only the best documents. Both share the scorer; closing either closes
   * it.
   *
   * @param other maximum number of documents, 1 or more
   */
  public IsoglossDocumentPostProcessor withTopN(int other) {
    return new IsoglossDocumentPostProcessor(scorer, other, close);
  }

  /**
   * Re-ranks documents by the text of the query; its history and context are not read.
   *
   * @return the best documents with their scores, best first; documents with equal scores keep
   *     their order
   * @throws IsoglossException if a document has no text
   */
  @Override
  public List<Document> process(Query query, List<Document> documents) {
    List<Passage> passages = new ArrayList<>();
    int[] ends = new int[documents.size()];
    for (int i = 0; i < ends.length; i++) {
      passages.addAll(passages(documents.get(i)));
      ends[i] = passages.size();
    }
    if (passages.isEmpty()) {
      return List.of();
    }
    float[] scores =
        scorer.score(
            QueryLimit.truncate(org.isogloss.core.Query.of(query.text())), List.copyOf(passages));
    List<Document> scored = new ArrayList<>();
    for (int i = 0; i < ends.length; i++) {
      float[] own = Arrays.copyOfRange(scores, i == 0 ? 0 : ends[i - 1], ends[i]);
      scored.add(documents.get(i).mutate().score(max(own)).build());
    }
    return scored.stream()
        .sorted(Comparator.comparingDouble(Document::getScore).reversed())
        .limit(topN)
        .toList();
  }

  /** Splits a document; a blank text is one passage. */
  private static List<Passage> passages(Document document) {
    String text = SpringDocuments.text(document);
    List<Span> spans = Indexer.DEFAULT_PASSAGES.split(text, Language.UNDETERMINED);
    List<Passage> passages = new ArrayList<>();
    for (Span span : spans.isEmpty() ? List.of(new Span(0, text.length())) : spans) {
      passages.add(
          new Passage(
              document.getId(),
              passages.size(),
              Language.UNDETERMINED,
              SpringDocuments.title(document.getMetadata()),
              span.coveredText(text),
              span.start(),
              span.end()));
    }
    return passages;
  }

  private static double max(float[] scores) {
    double max = Double.NEGATIVE_INFINITY;
    for (float score : scores) {
      max = Math.max(max, score);
    }
    return max;
  }

  /**
   * Closes the re-ranker if this object opened it; it cannot be used afterwards. Closing it again
   * has no effect.
   */
  @Override
  public void close() {
    close.run();
  }
}
