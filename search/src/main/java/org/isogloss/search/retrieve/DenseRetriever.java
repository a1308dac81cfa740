package org.isogloss.search.retrieve;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.LanguageScope;
import org.isogloss.search.reader.ScriptFilter;
import org.isogloss.search.vector.DenseQuery;

/**
 * The passages whose vectors are nearest to that of the query. The score is their cosine, with or
 * without the means of their languages, mixed with that of their best sentences where the index has
 * vectors of these and the options say so.
 *
 * <p>Up to {@value #MAX_EXACT_PASSAGES} passages that may be found, or where many of them are asked
 * for, every one is compared ({@link ExactVectorSearch}). Beyond that, graphs are followed ({@link
 * PerLanguageHnswSearch}): some of the nearest may be missed. Both give one passage the same score.
 */
final class DenseRetriever implements Retriever {
  /** So many passages are compared one by one. */
  static final int MAX_EXACT_PASSAGES = 20_000;

  /** The part of the passages that has to be asked for to compare all. */
  private static final double EXACT_DEPTH_FRACTION = 0.02;

  private final IndexSnapshot snapshot;
  private final QueryVectorCache vectors;
  private final DenseOptions options;
  private final Set<String> codes;
  private final ScriptFilter scripts;
  private final long maxExactPassages;

  /**
   * Dense retrieval over some languages.
   *
   * @param scope the passages that may be found
   * @param maxExactPassages how many passages are compared one by one
   */
  DenseRetriever(
      IndexSnapshot snapshot,
      QueryVectorCache vectors,
      DenseOptions options,
      LanguageScope scope,
      long maxExactPassages) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.options = options;
    this.codes = scope.codes();
    this.scripts = new ScriptFilter(scope);
    this.maxExactPassages = maxExactPassages;
  }

  @Override
  public Ranking retrieve(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    float[] vector = vectors.get(query.text());
    if (!Encoder.isNonZero(vector) || codes.isEmpty()) {
      return Ranking.EMPTY;
    }
    DenseQuery asked = DenseQuery.of(query, vector, snapshot.means(), options.calibrated());
    long candidates = snapshot.passages(codes);
    boolean exact = candidates <= maxExactPassages || depth > EXACT_DEPTH_FRACTION * candidates;
    return snapshot.read(
        () ->
            exact
                ? exact(asked, depth)
                : new PerLanguageHnswSearch(snapshot, asked, scripts, options.sentenceWeight())
                    .search(codes, depth));
  }

  private Ranking exact(DenseQuery query, int depth) throws IOException {
    var scan = new ExactVectorSearch(query, options.sentenceWeight(), depth);
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      Bits accepted = scripts.acceptedDocs(leaf);
      for (String code : codes) {
        scan.scanLanguage(leaf, code, accepted);
      }
    }
    return scan.topHits(snapshot);
  }
}
