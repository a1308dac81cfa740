package org.isogloss.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/**
 * Follows the graphs of Malkov and Yashunin ("Efficient and robust approximate nearest neighbor
 * search using Hierarchical Navigable Small World graphs", 2018), one for each language, for the
 * passages that are nearest to a query as a whole; these are scored.
 *
 * <p>Every language is asked for a few passages first. More are asked of those whose last one is
 * still among the best of all, so that no language is cut short, and few are asked in vain.
 */
final class LanguageGraphs {
  /** Of the nearest 10 among 200,000 passages some 0.97 are found: {@code bench/large-index}. */
  private static final int CANDIDATES = 200;

  /** So many passages are asked of a language at least. */
  private static final int FIRST = 32;

  /** How many times more are asked of it the next time. */
  private static final int GROWTH = 4;

  private final Snapshot snapshot;
  private final DenseQuery query;
  private final double sentences;

  /**
   * A search.
   *
   * @param sentences what the best sentence of a passage counts, from 0 to 1
   */
  LanguageGraphs(Snapshot snapshot, DenseQuery query, double sentences) {
    this.snapshot = snapshot;
    this.query = query;
    this.sentences = sentences;
  }

  private record Found(int doc, float score) {}

  /** The best passages of the languages with the given codes. */
  Ranking best(Set<String> codes, int depth) throws IOException {
    int wanted = Math.max(depth, CANDIDATES);
    Map<String, List<Found>> found = new HashMap<>();
    Collection<String> open = codes;
    int each = Math.clamp(wanted / codes.size(), Math.min(FIRST, wanted), wanted);
    while (!open.isEmpty()) {
      for (String code : open) {
        found.put(code, nearest(code, each));
      }
      int asked = each;
      float least = least(found.values(), wanted);
      open =
          open.stream()
              .filter(code -> asked < wanted && mayHaveMore(found.get(code), asked, least))
              .toList();
      each = (int) Math.min(wanted, (long) GROWTH * each);
    }
    return ranking(found.values(), depth);
  }

  /** Whether some of the best of all may be among what a language was not asked for. */
  private static boolean mayHaveMore(List<Found> found, int asked, float least) {
    return found.size() == asked && found.stream().allMatch(passage -> passage.score() >= least);
  }

  /** The passages of one language that lie nearest to the query's vector, scored. */
  private List<Found> nearest(String code, int k) throws IOException {
    String field = Fields.vector(code);
    var graph = new KnnFloatVectorQuery(field, query.vector(), k);
    ScoreDoc[] docs = snapshot.searcher().search(graph, k).scoreDocs;
    Arrays.sort(docs, Comparator.comparingInt(doc -> doc.doc));
    List<Found> found = new ArrayList<>(docs.length);
    int next = 0;
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      int end = leaf.docBase + leaf.reader().maxDoc();
      if (next == docs.length || docs[next].doc >= end) {
        continue;
      }
      FloatVectorValues values = leaf.reader().getFloatVectorValues(field);
      PassageScorer scorer = PassageScorer.of(query, leaf, code, sentences);
      KnnVectorValues.DocIndexIterator place = values.iterator();
      for (; next < docs.length && docs[next].doc < end; next++) {
        int doc = docs[next].doc - leaf.docBase;
        place.advance(doc);
        // Lucene's score is (1 + dot product) / 2, rounded, and knows nothing of means.
        float score = scorer.score(doc, values.vectorValue(place.index()));
        found.add(new Found(docs[next].doc, score));
      }
    }
    return found;
  }

  /** The score of the {@code n}th best passage; below all where there are no more than that. */
  private static float least(Collection<List<Found>> found, int n) {
    float[] scores = new float[found.stream().mapToInt(List::size).sum()];
    int size = 0;
    for (List<Found> ofLanguage : found) {
      for (Found passage : ofLanguage) {
        scores[size++] = passage.score();
      }
    }
    Arrays.sort(scores);
    return size <= n ? Float.NEGATIVE_INFINITY : scores[size - n];
  }

  private Ranking ranking(Collection<List<Found>> found, int depth) throws IOException {
    float least = least(found, depth);
    List<Hit> hits = new ArrayList<>();
    for (List<Found> ofLanguage : found) {
      for (Found passage : ofLanguage) {
        if (passage.score() >= least) {
          hits.add(snapshot.hit(passage.doc(), passage.score()));
        }
      }
    }
    return Ranking.of(hits).top(depth);
  }
}
