// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.vector.DenseQuery;

/** Compares a query with all passages of some languages. Not thread-safe. */
final class ExactVectorSearch {
  private final DenseQuery query;
  private final double sentences;
  private final int depth;
  private final List<ScannedLanguage> scanned = new ArrayList<>();
  private int[] docs = new int[256];
  private float[] scores = new float[256];
  private int size;

  /** Upper bound of the difference between approximate and exact scores. */
  private static final float SCORE_TOLERANCE = 1e-3f;

  /**
   * The passages of one language in a segment, at positions {@code from} (inclusive) to {@code to}
   * (exclusive).
   */
  private record ScannedLanguage(LeafReaderContext leaf, String code, int from, int to) {}

  ExactVectorSearch(DenseQuery query, double sentences, int depth) {
    this.query = query;
    this.sentences = sentences;
    this.depth = depth;
  }

  /**
   * Scores the passages of one language in a segment.
   *
   * @param accepted the candidates; null for all passages
   */
  void scanLanguage(LeafReaderContext leaf, String code, Bits accepted) throws IOException {
    FloatVectorValues values = leaf.reader().getFloatVectorValues(PassageFields.vectorField(code));
    if (values == null) {
      return;
    }
    SegmentPassageScorer scorer = new SegmentPassageScorer(query, leaf, code, sentences);
    KnnVectorValues.DocIndexIterator iterator = values.iterator();
    int from = size;
    for (int doc = next(iterator, accepted);
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = next(iterator, accepted)) {
      add(leaf.docBase + doc, scorer.approximateScore(doc, values.vectorValue(iterator.index())));
    }
    scanned.add(new ScannedLanguage(leaf, code, from, size));
  }

  /** Advances to the next candidate; skips what a filter excludes, which may be nearly all. */
  private static int next(KnnVectorValues.DocIndexIterator iterator, Bits accepted)
      throws IOException {
    int doc = iterator.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && accepted != null && !accepted.get(doc)) {
      int target = doc + 1;
      if (accepted instanceof FixedBitSet set) {
        target = target < set.length() ? set.nextSetBit(target) : DocIdSetIterator.NO_MORE_DOCS;
      }
      doc =
          target == DocIdSetIterator.NO_MORE_DOCS
              ? DocIdSetIterator.NO_MORE_DOCS
              : iterator.advance(target);
    }
    return doc;
  }

  private void add(int doc, float score) {
    if (size == docs.length) {
      docs = Arrays.copyOf(docs, 2 * size);
      scores = Arrays.copyOf(scores, 2 * size);
    }
    docs[size] = doc;
    scores[size] = score;
    size++;
  }

  /** Returns the best passages; ties are broken by id, not by position in the index. */
  Ranking topHits(LuceneSnapshot snapshot) throws IOException {
    keepCandidates();
    Optional<PassageNameCache> names = snapshot.stored().passageNames();
    return names.isPresent() ? topHits(names.get()) : topHitsByLookup(snapshot);
  }

  /** Keeps the passages that can be among the best, and computes their exact scores. */
  private void keepCandidates() throws IOException {
    float threshold = scoreThreshold() - SCORE_TOLERANCE;
    int kept = 0;
    for (ScannedLanguage part : scanned) {
      FloatVectorValues values =
          part.leaf().reader().getFloatVectorValues(PassageFields.vectorField(part.code()));
      KnnVectorValues.DocIndexIterator iterator = values.iterator();
      SegmentPassageScorer scorer =
          new SegmentPassageScorer(query, part.leaf(), part.code(), sentences);
      for (int i = part.from(); i < part.to(); i++) {
        if (scores[i] >= threshold) {
          int doc = docs[i] - part.leaf().docBase;
          iterator.advance(doc);
          docs[kept] = docs[i];
          scores[kept++] = scorer.score(doc, values.vectorValue(iterator.index()));
        }
      }
    }
    size = kept;
  }

  /** Returns the score at rank {@code depth}. */
  private float scoreThreshold() {
    if (size <= depth) {
      return Float.NEGATIVE_INFINITY;
    }
    float[] sorted = Arrays.copyOf(scores, size);
    Arrays.sort(sorted);
    return sorted[size - depth];
  }

  private Ranking topHits(PassageNameCache names) {
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = names.sortKey(docs[i], scores[i]);
    }
    Arrays.sort(keys);
    List<Hit> hits = new ArrayList<>(Math.min(size, depth));
    for (int i = 0; i < Math.min(size, depth); i++) {
      hits.add(names.hit(keys[i]));
    }
    return new Ranking(hits);
  }

  private Ranking topHitsByLookup(LuceneSnapshot snapshot) throws IOException {
    float threshold = scoreThreshold();
    List<Hit> hits = new ArrayList<>(Math.min(size, depth));
    for (int i = 0; i < size; i++) {
      if (scores[i] >= threshold) {
        hits.add(snapshot.stored().hit(docs[i], scores[i]));
      }
    }
    return Ranking.of(hits).top(depth);
  }
}
