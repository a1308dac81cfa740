package org.isogloss.search;

import java.util.Optional;
import org.isogloss.core.Query;

/** A query's vector, ready to be compared with those of passages. */
final class DenseQuery {
  private final float[] vector;
  private final SentenceVectors.Quantized quantized;
  private final Optional<LanguageMeans> means;

  private DenseQuery(float[] vector, Optional<LanguageMeans> means) {
    this.vector = vector;
    this.quantized = SentenceVectors.Quantized.of(vector);
    this.means = means;
  }

  /**
   * A query.
   *
   * @param vector of unit length
   * @param calibrated whether vectors are compared without the means of their languages
   */
  static DenseQuery of(Query query, float[] vector, LanguageMeans means, boolean calibrated) {
    if (!calibrated) {
      return new DenseQuery(vector, Optional.empty());
    }
    float[] mean = means.ofQuery(query, vector);
    float[] centred = new float[vector.length];
    for (int i = 0; i < centred.length; i++) {
      centred[i] = vector[i] - mean[i];
    }
    return new DenseQuery(ExactDot.normalize(centred), Optional.of(means));
  }

  /** The vector that the passages of every language are sought by, of unit length. */
  float[] vector() {
    return vector;
  }

  /** The same in bytes. */
  SentenceVectors.Quantized quantized() {
    return quantized;
  }

  /**
   * What the passages of a language are centred at; empty where vectors are compared as they are.
   */
  Optional<Centre> centreOfPassages(String code) {
    return means.map(all -> Centre.of(vector, all.ofPassages(code)));
  }

  /**
   * What the sentences of a language are centred at; empty where vectors are compared as they are.
   */
  Optional<Centre> centreOfSentences(String code) {
    return means.map(all -> Centre.of(vector, all.ofSentences(code)));
  }

  /** How Lucene's scores of a language's passages are brought to what all languages share. */
  Scale scale(String code) {
    return centreOfPassages(code)
        .map(centre -> new Scale(centre.onQuery(), centre.usualDistance()))
        .orElse(new Scale(0, 1));
  }

  /**
   * Between the score that Lucene gives, {@code (1 + q v) / 2}, and the cosine that it stands for,
   * {@code (q v - offset) / distance}: exact where vectors are compared as they are, else about so,
   * as the distance of each from the mean is taken to be the usual one.
   */
  record Scale(float offset, float distance) {
    float cosine(float similarity) {
      return (2 * similarity - 1 - offset) / distance;
    }

    float similarity(float cosine) {
      return (1 + offset + cosine * distance) / 2;
    }
  }

  /**
   * The mean that is taken off the vectors of a language before they are compared. The index holds
   * them as the encoder gave them, so that the mean may change as documents come and go.
   *
   * @param mean itself
   * @param onQuery its dot product with the query
   * @param square its dot product with itself
   */
  record Centre(float[] mean, float onQuery, float square) {
    /** What is no further from the mean than that is taken to be the mean. */
    private static final float NEAREST = 1e-3f;

    static Centre of(float[] query, float[] mean) {
      return new Centre(mean, ExactDot.of(query, mean), ExactDot.of(mean, mean));
    }

    /** How far vectors of unit length are from their mean, as the root of the mean square. */
    float usualDistance() {
      return (float) Math.sqrt(Math.max(NEAREST, 1 - square));
    }

    /**
     * The cosine of the query and a vector {@code v} of unit length without the mean {@code m},
     * {@code q (v - m) / |v - m|}.
     *
     * @param vectorOnQuery {@code q v}
     * @param vectorOnMean {@code m v}
     */
    float cosine(float vectorOnQuery, float vectorOnMean) {
      float distance = (float) Math.sqrt(Math.max(0, 1 - 2 * vectorOnMean + square));
      return distance < NEAREST ? 0 : (vectorOnQuery - onQuery) / distance;
    }
  }
}
