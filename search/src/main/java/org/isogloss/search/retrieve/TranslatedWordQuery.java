package org.isogloss.search.retrieve;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.util.SmallFloat;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.index.PassageFields;

/**
 * One word of a query in passages of one language, scored by a formula of its own. Its frequency is
 * the sum of those of the terms that count as it, each times what it counts.
 */
final class TranslatedWordQuery extends Query {
  /** How many words a passage has, by the byte that Lucene keeps of it: exact up to 39. */
  private static final double[] DECODED_LENGTHS = new double[256];

  static {
    for (int i = 0; i < DECODED_LENGTHS.length; i++) {
      DECODED_LENGTHS[i] = SmallFloat.byte4ToInt((byte) i);
    }
  }

  private final Query matching;
  private final TermWeighting score;
  private final double unit;

  private TranslatedWordQuery(Query matching, TermWeighting score, double unit) {
    this.matching = matching;
    this.score = score;
    this.unit = unit;
  }

  /**
   * A word that terms count as.
   *
   * @param terms one or more, none of which counts more than 1
   */
  static TranslatedWordQuery of(String field, List<Translation> terms, TermWeighting score) {
    if (terms.size() == 1 && terms.getFirst().probability() == 1) {
      return new TranslatedWordQuery(
          new TermQuery(new Term(field, terms.getFirst().word())),
          score,
          PassageFields.isProjectedField(field) ? PassageFields.PROJECTION_UNIT : 1);
    }
    SynonymQuery.Builder any = new SynonymQuery.Builder(field);
    terms.forEach(term -> any.addTerm(new Term(field, term.word()), term.probability()));
    return new TranslatedWordQuery(any.build(), score, 1);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    IndexSearcher own = new IndexSearcher(searcher.getTopReaderContext());
    own.setSimilarity(new WeightingSimilarity());
    return matching.createWeight(own, mode, boost);
  }

  private final class WeightingSimilarity extends Similarity {
    @Override
    public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
      return new SimScorer() {
        @Override
        public float score(float frequency, long norm) {
          return (float)
              (boost * score.score(frequency * unit, DECODED_LENGTHS[(int) norm & 0xFF]));
        }
      };
    }
  }

  /** Counts as one clause, however many terms it has: Lucene allows few clauses in all. */
  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return matching.toString(field);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TranslatedWordQuery that
        && matching.equals(that.matching)
        && score.equals(that.score)
        && unit == that.unit;
  }

  @Override
  public int hashCode() {
    return Objects.hash(matching, score, unit);
  }
}
