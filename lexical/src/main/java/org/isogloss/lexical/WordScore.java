package org.isogloss.lexical;

/** What a word of a query adds to the score of a text, 0 where nothing there counts as it. */
public sealed interface WordScore {
  /**
   * What it adds.
   *
   * @param frequency how often it is in the text: what {@link QueryWord#projected} makes of the
   *     frequencies there, 0 or more
   * @param length how many words the text has
   */
  double of(double frequency, double length);

  /**
   * BM25 (Robertson et al., "Okapi at TREC-3", 1994) in the form of Lucene, without the constant
   * factor {@code k1 + 1}: {@code weight tf / (tf + k1 (1 - b + b length / meanLength))}.
   *
   * @param weight the word's inverse document frequency, {@link #idf}
   * @param meanLength of the texts, in words
   */
  record Bm25(double weight, double meanLength) implements WordScore {
    /** How soon more occurrences say little more. */
    public static final float K1 = 1.2f;

    /** How much the length of a text counts. */
    public static final float B = 0.75f;

    /**
     * The inverse document frequency {@code log(1 + (n - df + 0.5) / (df + 0.5))}.
     *
     * @param holding {@code df}, which may be projected and then a fraction; more than {@code n}
     *     counts as {@code n}
     * @param texts {@code n}
     */
    public static double idf(double holding, double texts) {
      double df = Math.min(holding, texts);
      return Math.log(1 + (texts - df + 0.5) / (df + 0.5));
    }

    @Override
    public double of(double frequency, double length) {
      double relative = meanLength > 0 ? length / meanLength : 1;
      return weight * frequency / (frequency + K1 * (1 - B + B * relative));
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
   * @param general the word's probability in general text, above 0
   * @param share what the text counts, above 0, below 1
   */
  record Likelihood(double general, double share) implements WordScore {
    /** What Xu and Weischedel chose. */
    public static final double USUAL_SHARE = 0.7;

    public Likelihood {
      if (!(general > 0 && share > 0 && share < 1)) {
        throw new IllegalArgumentException(
            "general is " + general + ", share is " + share + ", expected above 0, share below 1");
      }
    }

    @Override
    public double of(double frequency, double length) {
      double inText = length > 0 ? frequency / length : 0;
      return Math.log1p(share / (1 - share) * inText / general);
    }
  }
}
