// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.AbstractKnnCollector;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.hnsw.FloatHeap;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.vector.DenseQuery;

/**
 * Searches HNSW graphs (Malkov and Yashunin, "Efficient and robust approximate nearest neighbor
 * search using Hierarchical Navigable Small World graphs", 2018), one per language and segment, for
 * the passages whose vectors are nearest to a query, and scores these passages.
 *
 * <p>The search in a graph stops as soon as the graph has contributed {@value #MIN_PER_GRAPH}
 * passages and its next candidates are farther away than the requested number of passages of all
 * graphs. No search is therefore stopped too early, and most searches are short.
 */
final class PerLanguageHnswSearch {
  /**
   * Minimum number of candidates. The recall of the 10 nearest among 200,000 passages is about
   * 0.99; see {@code performance/large-index}.
   */
  private static final int CANDIDATES = 200;

  /** Minimum number of passages per graph, so that a search does not stop at the entry point. */
  private static final int MIN_PER_GRAPH = 16;

  private final LuceneSnapshot snapshot;
  private final DenseQuery query;
  private final PassageFilter filter;
  private final double sentences;

  /**
   * Creates a search.
   *
   * @param filter excludes passages
   * @param sentences weight of the best sentence of a passage, from 0 to 1
   */
  PerLanguageHnswSearch(
      LuceneSnapshot snapshot, DenseQuery query, PassageFilter filter, double sentences) {
    this.snapshot = snapshot;
    this.query = query;
    this.filter = filter;
    this.sentences = sentences;
  }

  /** The result of the search in the graph of one language in one segment. */
  private record GraphResult(LeafReaderContext leaf, String code, GraphCollector nearest) {}

  /** Returns the best passages in the languages with the given codes. */
  Ranking search(Set<String> codes, int depth) throws IOException {
    int candidates = candidates(depth);
    FloatHeap cosines = new FloatHeap(candidates);
    List<GraphResult> found = new ArrayList<>();
    for (String code : codes) {
      for (LeafReaderContext leaf : snapshot.reader().leaves()) {
        if (leaf.reader().getFloatVectorValues(PassageFields.vectorField(code)) != null) {
          found.add(new GraphResult(leaf, code, nearest(leaf, code, cosines, candidates)));
        }
      }
    }
    List<ScoreDoc> scored = new ArrayList<>();
    for (GraphResult graph : found) {
      score(graph, scored);
    }
    return topHits(scored, depth);
  }

  /**
   * Returns the number of candidates, which exceeds the depth the more, the less precise the order
   * of the quantized vectors is. Exact scores then select the best of them.
   */
  private int candidates(int depth) {
    return switch (snapshot.quantization()) {
      case NONE -> Math.max(depth, CANDIDATES);
      case FOUR_BITS -> Math.max(2 * depth, CANDIDATES);
      case ONE_BIT -> Math.max(10 * depth, 2 * CANDIDATES);
    };
  }

  /** Looks up the names of the best passages only; ties are broken by name. */
  private Ranking topHits(List<ScoreDoc> scored, int depth) throws IOException {
    scored.sort((a, b) -> Float.compare(b.score, a.score));
    float threshold =
        scored.size() <= depth ? Float.NEGATIVE_INFINITY : scored.get(depth - 1).score;
    List<Hit> hits = new ArrayList<>(Math.min(scored.size(), depth));
    for (ScoreDoc doc : scored) {
      if (doc.score >= threshold) {
        hits.add(snapshot.stored().hit(doc.doc, doc.score));
      }
    }
    return Ranking.of(hits).top(depth);
  }

  private GraphCollector nearest(
      LeafReaderContext leaf, String code, FloatHeap cosines, int candidates) throws IOException {
    GraphCollector nearest = new GraphCollector(query.scoreScale(code), candidates, cosines);
    leaf.reader()
        .searchNearestVectors(
            PassageFields.vectorField(code),
            query.vector(),
            nearest,
            filter.acceptedDocs(leaf, code));
    return nearest;
  }

  /** Scores the passages of a graph that are among the nearest of all graphs. */
  private void score(GraphResult graph, List<ScoreDoc> scored) throws IOException {
    ScoreDoc[] docs = graph.nearest().amongAll();
    if (docs.length == 0) {
      return;
    }
    LeafReaderContext leaf = graph.leaf();
    FloatVectorValues values =
        leaf.reader().getFloatVectorValues(PassageFields.vectorField(graph.code()));
    KnnVectorValues.DocIndexIterator iterator = values.iterator();
    SegmentPassageScorer scorer = new SegmentPassageScorer(query, leaf, graph.code(), sentences);
    for (ScoreDoc doc : docs) {
      iterator.advance(doc.doc);
      // Lucene's score is (1 + dot product) / 2, rounded, and ignores the means.
      float score = scorer.score(doc.doc, values.vectorValue(iterator.index()));
      scored.add(new ScoreDoc(leaf.docBase + doc.doc, score));
    }
  }

  /**
   * Collects the passages of one graph that can be among the nearest of all graphs. Its {@code k}
   * is not the number of candidates: for a {@code k} of hundreds, Lucene would compare all passages
   * of a graph of thousands.
   */
  private static final class GraphCollector extends AbstractKnnCollector {
    private final DenseQuery.ScoreScale scale;
    private final int candidates;
    private final FloatHeap all;
    private final FloatHeap perGraph = new FloatHeap(MIN_PER_GRAPH);
    private final List<ScoreDoc> collected = new ArrayList<>();

    /**
     * Creates a collector.
     *
     * @param scale converts similarities to cosines
     * @param candidates number of passages to collect from all graphs
     * @param all the cosines of the best passages of all graphs, at most {@code candidates}
     */
    GraphCollector(DenseQuery.ScoreScale scale, int candidates, FloatHeap all) {
      super(MIN_PER_GRAPH, Long.MAX_VALUE);
      this.scale = scale;
      this.candidates = candidates;
      this.all = all;
    }

    @Override
    public boolean collect(int doc, float similarity) {
      boolean amongAll = all.offer(scale.cosine(similarity));
      if (amongAll) {
        collected.add(new ScoreDoc(doc, similarity));
      }
      return perGraph.offer(similarity) || amongAll;
    }

    @Override
    public int numCollected() {
      return collected.size();
    }

    @Override
    public float minCompetitiveSimilarity() {
      return perGraph.size() < MIN_PER_GRAPH || all.size() < candidates
          ? Float.NEGATIVE_INFINITY
          : Math.min(perGraph.peek(), scale.similarity(all.peek()));
    }

    /**
     * Returns the passages that are among the nearest of all graphs, in the order of the segment.
     */
    ScoreDoc[] amongAll() {
      float threshold = all.size() < candidates ? Float.NEGATIVE_INFINITY : all.peek();
      return collected.stream()
          .filter(doc -> scale.cosine(doc.score) >= threshold)
          .sorted((a, b) -> Integer.compare(a.doc, b.doc))
          .toArray(ScoreDoc[]::new);
    }

    @Override
    public TopDocs topDocs() {
      ScoreDoc[] docs = amongAll();
      return new TopDocs(
          new TotalHits(visitedCount(), TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO), docs);
    }
  }
}
