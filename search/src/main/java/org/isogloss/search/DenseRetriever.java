package org.isogloss.search;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/**
 * The passages whose vectors are nearest to that of the query. The score is their cosine, with or
 * without the means of their languages, mixed with that of their best sentences where the index has
 * vectors of these and the options say so.
 *
 * <p>Up to {@value #EXACT} passages that may be found, or where many of them are asked for, every
 * one is compared ({@link ExactScan}). Beyond that, graphs are followed ({@link LanguageGraphs}):
 * some of the nearest may be missed. Both give one passage the same score.
 */
final class DenseRetriever implements Retriever {
  /** So many passages are compared one by one. */
  static final int EXACT = 20_000;

  /** The part of the passages that has to be asked for to compare all. */
  private static final double MANY = 0.02;

  private final Snapshot snapshot;
  private final QueryVectors vectors;
  private final DenseOptions options;
  private final Set<String> codes;
  private final ScriptFilter scripts;
  private final long exactUpTo;

  /**
   * Dense retrieval over some languages.
   *
   * @param scope the passages that may be found
   * @param exactUpTo how many passages are compared one by one
   */
  DenseRetriever(
      Snapshot snapshot, QueryVectors vectors, DenseOptions options, Scope scope, long exactUpTo) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.options = options;
    this.codes = scope.codes();
    this.scripts = new ScriptFilter(scope);
    this.exactUpTo = exactUpTo;
  }

  @Override
  public Ranking retrieve(Query query, int depth) {
    Depths.require(depth);
    float[] vector = vectors.of(query.text());
    if (!Encoder.isKnown(vector) || codes.isEmpty()) {
      return Ranking.EMPTY;
    }
    DenseQuery asked = DenseQuery.of(query, vector, snapshot.means(), options.calibrated());
    long candidates = snapshot.passages(codes);
    boolean exact = candidates <= exactUpTo || depth > MANY * candidates;
    return snapshot.read(
        () ->
            exact
                ? exact(asked, depth)
                : new LanguageGraphs(snapshot, asked, scripts, options.sentences())
                    .best(codes, depth));
  }

  private Ranking exact(DenseQuery query, int depth) throws IOException {
    var scan = new ExactScan(query, options.sentences(), depth);
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      Bits accepted = scripts.accepted(leaf);
      for (String code : codes) {
        scan.language(leaf, code, accepted);
      }
    }
    return scan.best(snapshot);
  }
}
