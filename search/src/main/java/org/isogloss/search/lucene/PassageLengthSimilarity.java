// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.util.SmallFloat;
import org.isogloss.search.index.PassageFields;

/** Stores the number of terms of a passage as the norm of both its own and its projected terms. */
final class PassageLengthSimilarity extends Similarity {
  @Override
  public long computeNorm(FieldInvertState state) {
    return PassageFields.isProjectedField(state.getName())
        ? SmallFloat.intToByte4(
            state.getAttributeSource().getAttribute(FlagsAttribute.class).getFlags())
        : super.computeNorm(state);
  }

  @Override
  public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
    throw new UnsupportedOperationException("each word of a query has its own scoring function");
  }
}
