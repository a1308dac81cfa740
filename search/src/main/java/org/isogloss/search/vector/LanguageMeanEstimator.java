// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.isogloss.search.index.PassageFields;

/**
 * Estimates {@link LanguageMeans} from the vectors in an index.
 *
 * <p>The mean of a few passages reflects these passages more than their language. Each mean is
 * therefore smoothed with {@value LanguageMeanAccumulator#PRIOR_COUNT} pseudo-vectors equal to the
 * mean of the next level: {@code (sum + PRIOR * parent) / (n + PRIOR)}. The levels are the
 * sentences of a language, the passages of the language, the passages of all languages, and the
 * zero vector.
 *
 * <p>At most {@value #SAMPLE_SIZE} evenly spaced passages of each language are used, so that a
 * commit reads no more vectors of a larger index; it only skips the others.
 */
public final class LanguageMeanEstimator {
  static final int SAMPLE_SIZE = 4096;

  private final IndexReader reader;

  private LanguageMeanEstimator(IndexReader reader) {
    this.reader = reader;
  }

  /** Estimates the means of an index; there are none if it has no vectors. */
  public static LanguageMeans estimate(IndexReader reader) throws IOException {
    return new LanguageMeanEstimator(reader).means();
  }

  private LanguageMeans means() throws IOException {
    LanguageMeanAccumulator means = new LanguageMeanAccumulator();
    for (Map.Entry<String, Long> language : sizes().entrySet()) {
      add(language.getKey(), Math.max(1, Math.ceilDiv(language.getValue(), SAMPLE_SIZE)), means);
    }
    return means.means();
  }

  /** Number of passage vectors of each language, without deleted passages. */
  private Map<String, Long> sizes() throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (FieldInfo field : leaf.reader().getFieldInfos()) {
        if (field.hasVectorValues()) {
          FloatVectorValues values = leaf.reader().getFloatVectorValues(field.name);
          Bits live = leaf.reader().getLiveDocs();
          long size = live == null ? values.size() : count(values, live);
          sizes.merge(PassageFields.languageOfVector(field.name), size, Long::sum);
        }
      }
    }
    return sizes;
  }

  private static long count(FloatVectorValues values, Bits live) throws IOException {
    long count = 0;
    KnnVectorValues.DocIndexIterator iterator = values.iterator();
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count += live.get(iterator.docID()) ? 1 : 0;
    }
    return count;
  }

  /** Adds every {@code step}th passage of a language and its sentences. */
  private void add(String code, long step, LanguageMeanAccumulator means) throws IOException {
    means.addLanguage(code);
    long seen = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      FloatVectorValues values =
          leaf.reader().getFloatVectorValues(PassageFields.vectorField(code));
      if (values == null) {
        continue;
      }
      BinaryDocValues stored = leaf.reader().getBinaryDocValues(PassageFields.SENTENCES);
      Bits live = leaf.reader().getLiveDocs();
      KnnVectorValues.DocIndexIterator iterator = values.iterator();
      while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if ((live == null || live.get(iterator.docID())) && seen++ % step == 0) {
          means.addPassage(code, values.vectorValue(iterator.index()));
          if (stored != null && stored.advanceExact(iterator.docID())) {
            means.addSentences(code, stored.binaryValue(), values.dimension());
          }
        }
      }
    }
  }
}
