package org.isogloss.search.vector;

import java.util.Optional;
import org.isogloss.core.Query;

/** A query's vector, ready to be compared with those of passages. */
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
   * A query.
   *
   * @param vector of unit length
   * @param calibrated whether vectors are compared without the means of their languages
   */
  public static DenseQuery of(
      Query query, float[] vector, LanguageMeans means, boolean calibrated) {
    if (!calibrated) {
      return new DenseQuery(vector, Optional.empty());
    }
    float[] mean = means.queryMean(query, vector);
    float[] centred = new float[vector.length];
    for (int i = 0; i < centred.length; i++) {
      centred[i] = vector[i] - mean[i];
    }
    return new DenseQuery(ReproducibleDotProduct.normalize(centred), Optional.of(means));
  }

  /** The vector that the passages of every language are sought by, of unit length. */
  public float[] vector() {
    return vector;
  }

  /** The same in bytes. */
  SentenceVectorCodec.QuantizedVector quantized() {
    return quantized;
  }

  /**
   * What the passages of a language are centred at; empty where vectors are compared as they are.
   */
  Optional<Centre> passageCentre(String code) {
    return means.map(all -> Centre.of(vector, all.passageMean(code)));
  }

  /**
   * What the sentences of a language are centred at; empty where vectors are compared as they are.
   */
  Optional<Centre> sentenceCentre(String code) {
    return means.map(all -> Centre.of(vector, all.sentenceMean(code)));
  }

  /** How Lucene's scores of a language's passages are brought to what all languages share. */
  public ScoreScale scoreScale(String code) {
    return passageCentre(code)
        .map(centre -> new ScoreScale(centre.meanDotQuery(), centre.rootMeanSquareDistance()))
        .orElse(new ScoreScale(0, 1));
  }

  /**
   * Between the score that Lucene gives, {@code (1 + q v) / 2}, and the cosine that it stands for,
   * {@code (q v - offset) / distance}: exact where vectors are compared as they are, else about so,
   * as the distance of each from the mean is taken to be the usual one.
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
   * The mean that is taken off the vectors of a language before they are compared. The index holds
   * them as the encoder gave them, so that the mean may change as documents come and go.
   *
   * @param mean itself
   * @param meanDotQuery its dot product with the query
   * @param squaredNorm its dot product with itself
   */
  record Centre(float[] mean, float meanDotQuery, float squaredNorm) {
    /** What is no further from the mean than that is taken to be the mean. */
    private static final float MIN_DISTANCE = 1e-3f;

    static Centre of(float[] query, float[] mean) {
      return new Centre(
          mean,
          ReproducibleDotProduct.dotProduct(query, mean),
          ReproducibleDotProduct.dotProduct(mean, mean));
    }

    /** How far vectors of unit length are from their mean, as the root of the mean square. */
    float rootMeanSquareDistance() {
      return (float) Math.sqrt(Math.max(MIN_DISTANCE, 1 - squaredNorm));
    }

    /**
     * The cosine of the query and a vector {@code v} of unit length without the mean {@code m},
     * {@code q (v - m) / |v - m|}.
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
