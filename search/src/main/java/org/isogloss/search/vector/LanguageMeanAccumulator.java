// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;

/**
 * Accumulates the vectors of which language means are estimated. Each mean includes {@value
 * #PRIOR_COUNT} copies of a prior: the mean of all passages, and for sentences that of the passages
 * of the language.
 */
public final class LanguageMeanAccumulator {
  public static final int PRIOR_COUNT = 10;

  private final Map<String, VectorSum> passages = new TreeMap<>();
  private final Map<String, VectorSum> sentences = new TreeMap<>();
  private final VectorSum all = new VectorSum();

  /** Adds a language, which has a mean even if none of its vectors is added. */
  public void addLanguage(String code) {
    passages.computeIfAbsent(code, c -> new VectorSum());
    sentences.computeIfAbsent(code, c -> new VectorSum());
  }

  /** Adds the vector of a passage. */
  public void addPassage(String code, float[] vector) {
    addLanguage(code);
    passages.get(code).add(vector);
    all.add(vector);
  }

  /**
   * Adds the sentences of a passage.
   *
   * @param stored their vectors in the format of {@link SentenceVectorCodec}
   * @param dimension dimension of the vectors
   */
  public void addSentences(String code, BytesRef stored, int dimension) {
    addLanguage(code);
    SentenceVectorCodec.decode(stored, dimension, sentences.get(code)::add);
  }

  /** Returns the means of the added vectors; none if no vector was added. */
  public LanguageMeans means() {
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
