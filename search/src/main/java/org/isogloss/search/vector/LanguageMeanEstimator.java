// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.io.IOException;
import java.util.HashMap;
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
 * therefore smoothed with {@value #PRIOR_COUNT} pseudo-vectors equal to the mean of the next level:
 * {@code (sum + PRIOR * parent) / (n + PRIOR)}. The levels are the sentences of a language, the
 * passages of the language, the passages of all languages, and the zero vector.
 *
 * <p>At most {@value #SAMPLE_SIZE} evenly spaced passages of each language are used, so that the
 * duration of a commit does not grow with the index.
 */
public final class LanguageMeanEstimator {
  public static final int PRIOR_COUNT = 10;
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
    Map<String, VectorSum> passages = new TreeMap<>();
    Map<String, VectorSum> sentences = new TreeMap<>();
    VectorSum all = new VectorSum();
    for (Map.Entry<String, Long> language : sizes().entrySet()) {
      String code = language.getKey();
      VectorSum passageSum = passages.computeIfAbsent(code, c -> new VectorSum());
      VectorSum sentenceSum = sentences.computeIfAbsent(code, c -> new VectorSum());
      add(code, Math.ceilDiv(language.getValue(), SAMPLE_SIZE), passageSum, sentenceSum);
      all.add(passageSum);
    }
    if (all.count == 0) {
      return new LanguageMeans(Map.of(), Map.of());
    }
    float[] overall = all.mean(new float[all.sum.length]);
    Map<String, float[]> passageMeans = new HashMap<>();
    Map<String, float[]> sentenceMeans = new HashMap<>();
    passages.forEach((code, sum) -> passageMeans.put(code, sum.mean(overall)));
    sentences.forEach(
        (code, sum) -> {
          if (sum.count > 0) {
            sentenceMeans.put(code, sum.mean(passageMeans.get(code)));
          }
        });
    return new LanguageMeans(passageMeans, sentenceMeans);
  }

  /** Number of passage vectors of each language, including deleted passages. */
  private Map<String, Long> sizes() throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (FieldInfo field : leaf.reader().getFieldInfos()) {
        if (field.hasVectorValues()) {
          long size = leaf.reader().getFloatVectorValues(field.name).size();
          sizes.merge(PassageFields.languageOfVector(field.name), size, Long::sum);
        }
      }
    }
    return sizes;
  }

  /** Adds every {@code step}th passage of a language and its sentences. */
  private void add(String code, long step, VectorSum passages, VectorSum sentences)
      throws IOException {
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
        if (seen++ % step == 0 && (live == null || live.get(iterator.docID()))) {
          passages.add(values.vectorValue(iterator.index()));
          if (stored != null && stored.advanceExact(iterator.docID())) {
            SentenceVectorCodec.decode(stored.binaryValue(), values.dimension(), sentences::add);
          }
        }
      }
    }
  }

  private static final class VectorSum {
    private double[] sum = new double[0];
    private long count;

    void add(float[] vector) {
      grow(vector.length);
      for (int i = 0; i < vector.length; i++) {
        sum[i] += vector[i];
      }
      count++;
    }

    void add(VectorSum other) {
      grow(other.sum.length);
      for (int i = 0; i < other.sum.length; i++) {
        sum[i] += other.sum[i];
      }
      count += other.count;
    }

    private void grow(int dimension) {
      if (sum.length == 0) {
        sum = new double[dimension];
      }
    }

    float[] mean(float[] prior) {
      // For a language whose passages have all been deleted, only the prior remains.
      grow(prior.length);
      float[] mean = new float[prior.length];
      for (int i = 0; i < mean.length; i++) {
        mean[i] = (float) ((sum[i] + PRIOR_COUNT * prior[i]) / (count + PRIOR_COUNT));
      }
      return mean;
    }
  }
}
