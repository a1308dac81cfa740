package org.isogloss.search.writer;

import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.util.SmallFloat;
import org.isogloss.search.index.PassageFields;

/** Writes how many terms a passage has, beside its projected terms as beside its own. */
public final class PassageLengthSimilarity extends Similarity {
  @Override
  public long computeNorm(FieldInvertState state) {
    return PassageFields.isProjectedField(state.getName())
        ? SmallFloat.intToByte4(
            state.getAttributeSource().getAttribute(FlagsAttribute.class).getFlags())
        : super.computeNorm(state);
  }

  @Override
  public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
    throw new UnsupportedOperationException("passages are scored by the formula of each word");
  }
}
