package org.isogloss.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/**
 * The passages whose vectors are nearest to that of the query; the score is their dot product,
 * which is the cosine as vectors have unit length.
 *
 * <p>Up to {@value #EXACT} passages that may be found, or where many of them are asked for, every
 * one is compared. Beyond that, the graph of Malkov and Yashunin ("Efficient and robust approximate
 * nearest neighbor search using Hierarchical Navigable Small World graphs", 2018) is followed, with
 * at least {@value #CANDIDATES} candidates: some of the nearest may be missed. Both give one
 * passage the same score.
 */
final class DenseRetriever implements Retriever {
  /** So many passages are compared one by one. */
  static final int EXACT = 20_000;

  /** The part of the passages that has to be asked for to compare all. */
  private static final double MANY = 0.02;

  /** Of the nearest 10 among 200,000 passages some 0.97 are found: {@code bench/large-index}. */
  private static final int CANDIDATES = 200;

  private final Snapshot snapshot;
  private final QueryVectors vectors;
  private final Set<String> codes;
  private final long exactUpTo;

  /**
   * Dense retrieval over some languages.
   *
   * @param codes of the languages of the passages to be found
   * @param exactUpTo how many passages are compared one by one
   */
  DenseRetriever(Snapshot snapshot, QueryVectors vectors, Set<String> codes, long exactUpTo) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.codes = codes;
    this.exactUpTo = exactUpTo;
  }

  @Override
  public Ranking retrieve(Query query, int depth) {
    Depths.require(depth);
    float[] vector = vectors.of(query.text());
    if (!Fields.isNotZero(vector) || codes.isEmpty()) {
      return Ranking.EMPTY;
    }
    try {
      long candidates = snapshot.passages(codes);
      boolean exact = candidates <= exactUpTo || depth > MANY * candidates;
      return exact ? exact(vector, depth) : approximate(vector, depth);
    } catch (IOException e) {
      throw snapshot.problem(e);
    }
  }

  private boolean everyLanguage() {
    return codes.size() == snapshot.codes().size();
  }

  private Ranking exact(float[] vector, int depth) throws IOException {
    var scan = new ExactScan(vector, depth);
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      if (everyLanguage()) {
        scan.all(leaf);
      } else {
        for (String code : codes) {
          scan.language(leaf, code);
        }
      }
    }
    return scan.best(snapshot);
  }

  private Ranking approximate(float[] vector, int depth) throws IOException {
    int k = Math.max(depth, CANDIDATES);
    KnnFloatVectorQuery nearest =
        everyLanguage()
            ? new KnnFloatVectorQuery(Fields.VECTOR, vector, k)
            : new KnnFloatVectorQuery(
                Fields.VECTOR,
                vector,
                k,
                new TermInSetQuery(Fields.LANGUAGE, codes.stream().map(BytesRef::new).toList()));
    List<Hit> hits = new ArrayList<>(k);
    List<LeafReaderContext> leaves = snapshot.reader().leaves();
    for (ScoreDoc found : snapshot.searcher().search(nearest, k).scoreDocs) {
      LeafReaderContext leaf = leaves.get(snapshot.leafIndex(found.doc));
      FloatVectorValues values = leaf.reader().getFloatVectorValues(Fields.VECTOR);
      KnnVectorValues.DocIndexIterator place = values.iterator();
      place.advance(found.doc - leaf.docBase);
      // Lucene's score is (1 + dot product) / 2, rounded: taken again, it is that of the exact
      // scan.
      float score = VectorUtil.dotProduct(vector, values.vectorValue(place.index()));
      hits.add(snapshot.hit(found.doc, score));
    }
    return Ranking.of(hits).top(depth);
  }
}
