package org.isogloss.search.retrieve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopKnnCollector;
import org.apache.lucene.util.hnsw.FloatHeap;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.ScriptFilter;
import org.isogloss.search.vector.DensePassageScorer;
import org.isogloss.search.vector.DenseQuery;

/**
 * Follows the graphs of Malkov and Yashunin ("Efficient and robust approximate nearest neighbor
 * search using Hierarchical Navigable Small World graphs", 2018), one for each language in each
 * segment, for the passages that are nearest to a query as a whole; these are scored.
 *
 * <p>A graph is left as soon as it has given {@value #MIN_PER_GRAPH} passages and what is next is
 * further away than as many passages of all graphs as are wanted. So none is cut short, and most
 * are left soon.
 */
final class PerLanguageHnswSearch {
  /**
   * Of the nearest 10 among 200,000 passages some 0.99 are found: {@code performance/large-index}.
   */
  private static final int CANDIDATES = 200;

  /** So many passages each graph gives, so that it is not left where it was entered. */
  private static final int MIN_PER_GRAPH = 16;

  private final IndexSnapshot snapshot;
  private final DenseQuery query;
  private final ScriptFilter scripts;
  private final double sentences;

  /**
   * A search.
   *
   * @param scripts leaves out passages
   * @param sentences what the best sentence of a passage counts, from 0 to 1
   */
  PerLanguageHnswSearch(
      IndexSnapshot snapshot, DenseQuery query, ScriptFilter scripts, double sentences) {
    this.snapshot = snapshot;
    this.query = query;
    this.scripts = scripts;
    this.sentences = sentences;
  }

  /** What was found in the graph of one language in one segment. */
  private record GraphResult(LeafReaderContext leaf, String code, GraphCollector nearest) {}

  /** The best passages of the languages with the given codes. */
  Ranking search(Set<String> codes, int depth) throws IOException {
    FloatHeap cosines = new FloatHeap(Math.max(depth, CANDIDATES));
    List<GraphResult> found = new ArrayList<>();
    for (String code : codes) {
      for (LeafReaderContext leaf : snapshot.reader().leaves()) {
        if (leaf.reader().getFloatVectorValues(PassageFields.vectorField(code)) != null) {
          found.add(new GraphResult(leaf, code, nearest(leaf, code, cosines, depth)));
        }
      }
    }
    List<Hit> hits = new ArrayList<>();
    for (GraphResult graph : found) {
      addHits(graph, hits);
    }
    return Ranking.of(hits).top(depth);
  }

  private GraphCollector nearest(LeafReaderContext leaf, String code, FloatHeap cosines, int depth)
      throws IOException {
    GraphCollector nearest =
        new GraphCollector(Math.max(depth, CANDIDATES), query.scoreScale(code), cosines);
    var live = AcceptDocs.fromLiveDocs(scripts.acceptedDocs(leaf), leaf.reader().maxDoc());
    leaf.reader()
        .searchNearestVectors(PassageFields.vectorField(code), query.vector(), nearest, live);
    return nearest;
  }

  /** Scores those of a graph's passages that are among the nearest of all. */
  private void addHits(GraphResult graph, List<Hit> hits) throws IOException {
    ScoreDoc[] docs = graph.nearest().amongAll();
    if (docs.length == 0) {
      return;
    }
    LeafReaderContext leaf = graph.leaf();
    FloatVectorValues values =
        leaf.reader().getFloatVectorValues(PassageFields.vectorField(graph.code()));
    KnnVectorValues.DocIndexIterator place = values.iterator();
    DensePassageScorer scorer = DensePassageScorer.of(query, leaf, graph.code(), sentences);
    for (ScoreDoc doc : docs) {
      place.advance(doc.doc);
      // Lucene's score is (1 + dot product) / 2, rounded, and knows nothing of means.
      float score = scorer.score(doc.doc, values.vectorValue(place.index()));
      hits.add(snapshot.hit(leaf.docBase + doc.doc, score));
    }
  }

  /** Collects the nearest passages of one graph. */
  private static final class GraphCollector extends TopKnnCollector {
    private final DenseQuery.ScoreScale scale;
    private final FloatHeap all;
    private final FloatHeap own = new FloatHeap(MIN_PER_GRAPH);

    /**
     * A collector.
     *
     * @param wanted how many passages of all graphs
     * @param all their cosines
     */
    GraphCollector(int wanted, DenseQuery.ScoreScale scale, FloatHeap all) {
      super(wanted, Integer.MAX_VALUE);
      this.scale = scale;
      this.all = all;
    }

    @Override
    public boolean collect(int doc, float similarity) {
      own.offer(similarity);
      all.offer(scale.cosine(similarity));
      return super.collect(doc, similarity);
    }

    @Override
    public float minCompetitiveSimilarity() {
      float least = super.minCompetitiveSimilarity();
      return own.size() < MIN_PER_GRAPH || all.size() < k()
          ? least
          : Math.max(least, Math.min(own.peek(), scale.similarity(all.peek())));
    }

    /** Those that are among the nearest of all graphs, in the order of the segment. */
    ScoreDoc[] amongAll() {
      float least = all.size() < k() ? Float.NEGATIVE_INFINITY : all.peek();
      return Arrays.stream(topDocs().scoreDocs)
          .filter(doc -> scale.cosine(doc.score) >= least)
          .sorted((a, b) -> Integer.compare(a.doc, b.doc))
          .toArray(ScoreDoc[]::new);
    }
  }
}
