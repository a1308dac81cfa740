// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.util.SmallFloat;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.ScoredWord;

/**
 * A Lucene query for one query word in passages of one language, with its own scoring function. The
 * frequency of the word is the sum of the frequencies of its matching terms, weighted by their
 * probabilities.
 */
final class ScoredWordQuery extends Query {
  /** Passage lengths by Lucene's one-byte encoding, which is exact up to 39 words. */
  private static final double[] DECODED_LENGTHS = new double[256];

  static {
    for (int i = 0; i < DECODED_LENGTHS.length; i++) {
      DECODED_LENGTHS[i] = SmallFloat.byte4ToInt((byte) i);
    }
  }

  private final Query matching;
  private final TermWeighting score;
  private final double unit;

  private ScoredWordQuery(Query matching, TermWeighting score, double unit) {
    this.matching = matching;
    this.score = score;
    this.unit = unit;
  }

  /**
   * Creates a query for the passages that contain a term of a word.
   *
   * @param indexTerms the terms of the commit that is searched
   */
  static Query of(ScoredWord word, IndexTerms indexTerms) {
    Query query = unboosted(word, indexTerms);
    return word.boost() == 1 ? query : new BoostQuery(query, word.boost());
  }

  private static ScoredWordQuery unboosted(ScoredWord word, IndexTerms indexTerms) {
    String field = word.field();
    List<Translation> terms = word.terms();
    if (terms.size() == 1 && terms.getFirst().probability() == 1) {
      return new ScoredWordQuery(
          indexTerms.query(field, terms.getFirst().word()),
          word.weighting(),
          PassageFields.isProjectedField(field) ? PassageFields.PROJECTION_UNIT : 1);
    }
    SynonymQuery.Builder builder = new SynonymQuery.Builder(field);
    terms.forEach(term -> builder.addTerm(new Term(field, term.word()), term.probability()));
    return new ScoredWordQuery(builder.build(), word.weighting(), 1);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    IndexSearcher wordSearcher = new IndexSearcher(searcher.getTopReaderContext());
    wordSearcher.setSimilarity(new WeightingSimilarity());
    return matching.createWeight(wordSearcher, mode, boost);
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

  /**
   * Counts as a single clause, regardless of the number of terms, because Lucene limits the number
   * of clauses.
   */
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
    return other instanceof ScoredWordQuery that
        && matching.equals(that.matching)
        && score.equals(that.score)
        && unit == that.unit;
  }

  @Override
  public int hashCode() {
    return Objects.hash(matching, score, unit);
  }
}
