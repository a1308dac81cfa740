// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.util.Optional;
import org.isogloss.core.Query;

/** The vector of a query, prepared for the comparison with vectors of passages. */
public final class DenseQuery {
  private final float[] vector;
  private final SentenceVectorCodec.QuantizedVector quantized;
  private final Optional<LanguageMeans> means;

  private DenseQuery(float[] vector, Optional<LanguageMeans> means) {
    this.vector = vector;
    this.quantized = SentenceVectorCodec.QuantizedVector.quantize(vector);
    this.means = means;
  }

  /**
   * Creates a dense query.
   *
   * @param query the query
   * @param vector its vector, of unit length
   * @param means the mean vectors of the languages
   * @param calibrated whether the means are subtracted before the comparison
   */
  public static DenseQuery of(
      Query query, float[] vector, LanguageMeans means, boolean calibrated) {
    if (!calibrated) {
      return nearest(vector);
    }
    float[] mean = means.queryMean(query, vector);
    float[] centred = new float[vector.length];
    for (int i = 0; i < centred.length; i++) {
      centred[i] = vector[i] - mean[i];
    }
    return new DenseQuery(ReproducibleDotProduct.normalize(centred), Optional.of(means));
  }

  /** Creates a query for the passages that are nearest to a vector of unit length. */
  public static DenseQuery nearest(float[] vector) {
    return new DenseQuery(vector, Optional.empty());
  }

  /** The vector, of unit length, with which passages in all languages are compared. */
  public float[] vector() {
    return vector;
  }

  /** Whether the means of languages are subtracted before the comparison. */
  public boolean isCalibrated() {
    return means.isPresent();
  }

  /** The quantised vector. */
  SentenceVectorCodec.QuantizedVector quantized() {
    return quantized;
  }

  /** The centre of the passages of a language; empty if the query is not calibrated. */
  Optional<Centre> passageCentre(String code) {
    return means.map(all -> Centre.of(vector, all.findPassageMean(code).orElseGet(this::zero)));
  }

  /** The centre of the sentences of a language; empty if the query is not calibrated. */
  Optional<Centre> sentenceCentre(String code) {
    return means.map(all -> Centre.of(vector, all.findSentenceMean(code).orElseGet(this::zero)));
  }

  /** The mean of a language without vectors, such as one whose passages are all empty. */
  private float[] zero() {
    return new float[vector.length];
  }

  /**
   * Converts Lucene's scores of passages in a language to cosines that are comparable across
   * languages.
   */
  public ScoreScale scoreScale(String code) {
    return passageCentre(code)
        .map(centre -> new ScoreScale(centre.meanDotQuery(), centre.rootMeanSquareDistance()))
        .orElse(new ScoreScale(0, 1));
  }

  /**
   * Converts between Lucene's score {@code (1 + q v) / 2} and the cosine {@code (q v - offset) /
   * distance}. The conversion is exact if the query is not calibrated. Otherwise it is approximate,
   * because it uses the root mean square distance from the mean for all vectors.
   */
  public record ScoreScale(float offset, float distance) {
    public float cosine(float similarity) {
      return (2 * similarity - 1 - offset) / distance;
    }

    public float similarity(float cosine) {
      return (1 + offset + cosine * distance) / 2;
    }
  }

  /**
   * The mean that is subtracted from the vectors of a language before the comparison. The index
   * stores the original vectors, because the mean changes when documents are added and deleted.
   *
   * @param mean the mean
   * @param meanDotQuery dot product of the mean and the query
   * @param squaredNorm dot product of the mean with itself
   */
  record Centre(float[] mean, float meanDotQuery, float squaredNorm) {
    /** Vectors closer to the mean than this are treated as equal to the mean. */
    private static final float MIN_DISTANCE = 1e-3f;

    static Centre of(float[] query, float[] mean) {
      return new Centre(
          mean,
          ReproducibleDotProduct.dotProduct(query, mean),
          ReproducibleDotProduct.dotProduct(mean, mean));
    }

    /** Root mean square distance of vectors of unit length from their mean. */
    float rootMeanSquareDistance() {
      return (float) Math.sqrt(Math.max(MIN_DISTANCE, 1 - squaredNorm));
    }

    /**
     * Returns the cosine of the query and a vector {@code v} of unit length after subtraction of
     * the mean {@code m}, {@code q (v - m) / |v - m|}.
     *
     * @param vectorDotQuery {@code q v}
     * @param vectorDotMean {@code m v}
     */
    float cosine(float vectorDotQuery, float vectorDotMean) {
      float distance = (float) Math.sqrt(Math.max(0, 1 - 2 * vectorDotMean + squaredNorm));
      return distance < MIN_DISTANCE ? 0 : (vectorDotQuery - meanDotQuery) / distance;
    }
  }
}
