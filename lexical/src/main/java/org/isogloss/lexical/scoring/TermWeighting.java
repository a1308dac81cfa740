// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

/** The contribution of a query word to the score of a text; 0 if no word of the text matches. */
public sealed interface TermWeighting {
  /**
   * Returns the contribution to a score.
   *
   * @param frequency the frequency of the query word in the text, projected with {@link
   *     QueryWord#project}, 0 or more
   * @param length number of words of the text
   */
  double score(double frequency, double length);

  /** Returns the upper bound of the contribution for any frequency. */
  double maxScore();

  /**
   * BM25 (Robertson et al., "Okapi at TREC-3", 1994) in the form of Lucene, without the constant
   * factor {@code k1 + 1}: {@code weight tf / (tf + k1 (1 - b + b length / meanLength))}.
   *
   * @param weight the inverse document frequency of the word, {@link #idf}
   * @param meanLength mean length of the texts in words
   */
  record Bm25(double weight, double meanLength) implements TermWeighting {
    /** Controls the saturation of term frequency. */
    public static final float K1 = 1.2f;

    /** Controls the effect of text length. */
    public static final float B = 0.75f;

    /**
     * Returns the inverse document frequency {@code log(1 + (n - df + 0.5) / (df + 0.5))}.
     *
     * @param documentFrequency {@code df}, which can be a fraction if it is projected; values above
     *     {@code n} count as {@code n}
     * @param documentCount {@code n}
     */
    public static double idf(double documentFrequency, double documentCount) {
      double df = Math.min(documentFrequency, documentCount);
      return Math.log(1 + (documentCount - df + 0.5) / (df + 0.5));
    }

    @Override
    public double score(double frequency, double length) {
      double relative = meanLength > 0 ? length / meanLength : 1;
      return weight * frequency / (frequency + K1 * (1 - B + B * relative));
    }

    @Override
    public double maxScore() {
      return weight;
    }
  }

  /**
   * Query likelihood with Jelinek-Mercer smoothing: each query word is generated from the text with
   * probability {@code a = documentWeight}, otherwise from general text. Of {@code log(a P(w |
   * text) + (1 - a) P(w | general))}, only the part that depends on the text is kept: {@code log(1
   * + a / (1 - a) P(w | text) / P(w | general))}. With frequencies projected by {@code p(w | f)}
   * this is the hidden Markov model of Xu, Weischedel and Nguyen (SIGIR 2001, equation 1), {@code
   * P(w | text) = sum over f of P(w | f) P(f | text)}.
   *
   * @param backgroundProbability the probability of the word in general text, above 0
   * @param documentWeight the weight of the text, in (0, 1)
   */
  record QueryLikelihood(double backgroundProbability, double documentWeight)
      implements TermWeighting {
    /** The value of Xu and Weischedel. */
    public static final double DEFAULT_DOCUMENT_WEIGHT = 0.7;

    public QueryLikelihood {
      if (!(backgroundProbability > 0 && documentWeight > 0 && documentWeight < 1)) {
        throw new IllegalArgumentException(
            "backgroundProbability is "
                + backgroundProbability
                + ", documentWeight is "
                + documentWeight
                + ", expected both above 0 and documentWeight below 1");
      }
    }

    @Override
    public double score(double frequency, double length) {
      double inText = length > 0 ? frequency / length : 0;
      return Math.log1p(documentWeight / (1 - documentWeight) * inText / backgroundProbability);
    }

    @Override
    public double maxScore() {
      return score(1, 1);
    }
  }

  /**
   * The product of the weights of a term in query and text, whatever the length of the text.
   *
   * @param weight the weight in the query, above 0
   * @param maxFrequency the largest weight in a text
   */
  record Product(double weight, double maxFrequency) implements TermWeighting {
    @Override
    public double score(double frequency, double length) {
      return weight * frequency;
    }

    @Override
    public double maxScore() {
      return weight * maxFrequency;
    }
  }
}
