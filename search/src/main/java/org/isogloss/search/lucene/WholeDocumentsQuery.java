// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.isogloss.search.index.PassageFields;

/**
 * Matches all passages of the documents of which a query matches a passage. The passages of a
 * document follow each other in a segment, in order.
 */
final class WholeDocumentsQuery extends Query {
  private final Query passages;

  WholeDocumentsQuery(Query passages) {
    this.passages = passages;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    Weight matching =
        searcher.createWeight(searcher.rewrite(passages), ScoreMode.COMPLETE_NO_SCORES, 1);
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        Scorer scorer = matching.scorer(leaf);
        if (scorer == null) {
          return null;
        }
        FixedBitSet docs = wholeDocuments(scorer.iterator(), leaf.reader());
        return new DefaultScorerSupplier(
            new ConstantScoreScorer(score(), mode, new BitSetIterator(docs, docs.cardinality())));
      }

      @Override
      public boolean isCacheable(LeafReaderContext leaf) {
        return matching.isCacheable(leaf);
      }
    };
  }

  private static FixedBitSet wholeDocuments(DocIdSetIterator matches, LeafReader reader)
      throws IOException {
    FixedBitSet docs = new FixedBitSet(reader.maxDoc());
    NumericDocValues ordinals = DocValues.getNumeric(reader, PassageFields.PASSAGE);
    int end = 0;
    for (int doc = matches.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = matches.nextDoc()) {
      if (doc < end) {
        continue;
      }
      int first = ordinals.advanceExact(doc) ? doc - (int) ordinals.longValue() : doc;
      end = doc + 1;
      while (end < reader.maxDoc() && ordinals.advanceExact(end) && ordinals.longValue() > 0) {
        end++;
      }
      docs.set(first, end);
    }
    return docs;
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "wholeDocuments(" + passages.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WholeDocumentsQuery that && passages.equals(that.passages);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + passages.hashCode();
  }
}
