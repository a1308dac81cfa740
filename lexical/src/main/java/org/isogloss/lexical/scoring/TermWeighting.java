package org.isogloss.lexical.scoring;

/** What a word of a query adds to the score of a text, 0 where nothing there counts as it. */
public sealed interface TermWeighting {
  /**
   * What it adds.
   *
   * @param frequency how often it is in the text: what {@link QueryWord#project} makes of the
   *     frequencies there, 0 or more
   * @param length how many words the text has
   */
  double score(double frequency, double length);

  /** What it adds at most, however often it is in the text. */
  double maxScore();

  /**
   * BM25 (Robertson et al., "Okapi at TREC-3", 1994) in the form of Lucene, without the constant
   * factor {@code k1 + 1}: {@code weight tf / (tf + k1 (1 - b + b length / meanLength))}.
   *
   * @param weight the word's inverse document frequency, {@link #idf}
   * @param meanLength of the texts, in words
   */
  record Bm25(double weight, double meanLength) implements TermWeighting {
    /** How soon more occurrences say little more. */
    public static final float K1 = 1.2f;

    /** How much the length of a text counts. */
    public static final float B = 0.75f;

    /**
     * The inverse document frequency {@code log(1 + (n - df + 0.5) / (df + 0.5))}.
     *
     * @param documentFrequency {@code df}, which may be projected and then a fraction; more than
     *     {@code n} counts as {@code n}
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
   * Query likelihood with Jelinek-Mercer smoothing: each word of the query is taken from the text
   * with probability {@code share}, else from general text. Of {@code log(share P(w | text) + (1 -
   * share) P(w | general))} that is left which depends on the text: {@code log(1 + share / (1 -
   * share) P(w | text) / P(w | general))}. With the frequencies projected by {@code p(w | f)} this
   * is the hidden Markov model of Xu, Weischedel and Nguyen (SIGIR 2001, equation 1), {@code P(w |
   * text) = sum over f of P(w | f) P(f | text)}.
   *
   * @param backgroundProbability the word's probability in general text, above 0
   * @param documentWeight what the text counts, above 0, below 1
   */
  record QueryLikelihood(double backgroundProbability, double documentWeight)
      implements TermWeighting {
    /** What Xu and Weischedel chose. */
    public static final double DEFAULT_DOCUMENT_WEIGHT = 0.7;

    public QueryLikelihood {
      if (!(backgroundProbability > 0 && documentWeight > 0 && documentWeight < 1)) {
        throw new IllegalArgumentException(
            "general is "
                + backgroundProbability
                + ", share is "
                + documentWeight
                + ", expected above 0, share below 1");
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
}
