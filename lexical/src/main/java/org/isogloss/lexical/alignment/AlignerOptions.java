// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * Options of word alignment.
 *
 * @param model the model from which links are taken
 * @param modelOneIterations number of iterations of Model 1, which initialises the HMM; 1 or more
 * @param hmmIterations number of iterations of the HMM
 * @param agreement whether the HMMs of both directions are trained jointly, on links that both find
 *     likely (Liang, Taskar and Klein 2006), or each on its own links
 * @param prior parameter of a symmetric Dirichlet prior over translations; 0 for none, which is
 *     better with agreement, while 0.01 is better for independently trained directions
 * @param nullProbability the HMM's probability that a target word has no counterpart, between 0 and
 *     1
 * @param maxCandidates maximum number of candidate translations of a source word
 * @param symmetrisation how the alignments of both directions are combined
 * @param threads number of threads; results do not depend on it
 */
public record AlignerOptions(
    AlignmentModel model,
    int modelOneIterations,
    int hmmIterations,
    boolean agreement,
    double prior,
    double nullProbability,
    int maxCandidates,
    Symmetrisation symmetrisation,
    int threads) {
  /** Counteracts rare words that attract all target words without another counterpart. */
  private static final double INDEPENDENT_PRIOR = 0.01;

  public AlignerOptions {
    requireNonNull(model, "model is null");
    requireNonNull(symmetrisation, "symmetrisation is null");
    requireOneOrMore("modelOneIterations", modelOneIterations);
    requireOneOrMore("hmmIterations", hmmIterations);
    requireOneOrMore("maxCandidates", maxCandidates);
    requireOneOrMore("threads", threads);
    if (!(prior >= 0 && prior <= 1)) {
      throw new IllegalArgumentException("prior is " + prior + ", expected 0 to 1");
    }
    if (!(nullProbability > 0 && nullProbability < 1)) {
      throw new IllegalArgumentException(
          "nullProbability is " + nullProbability + ", expected more than 0 and less than 1");
    }
  }

  private static void requireOneOrMore(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
  }

  /**
   * Returns the default options: HMM with agreement, grow-diag-final-and, one thread per processor.
   */
  public static AlignerOptions defaults() {
    return builder().build();
  }

  /** Returns a builder with the {@link #defaults default} options. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds options. */
  public static final class Builder {
    private AlignmentModel model = AlignmentModel.HMM;
    private int modelOneIterations = 5;
    private int hmmIterations = 5;
    private boolean agreement = true;
    private OptionalDouble prior = OptionalDouble.empty();
    private double nullProbability = 0.2;
    private int maxCandidates = 1000;
    private Symmetrisation symmetrisation = Symmetrisation.GROW_DIAG_FINAL_AND;
    private int threads = Runtime.getRuntime().availableProcessors();

    private Builder() {}

    public Builder model(AlignmentModel model) {
      this.model = model;
      return this;
    }

    public Builder modelOneIterations(int modelOneIterations) {
      this.modelOneIterations = modelOneIterations;
      return this;
    }

    public Builder hmmIterations(int hmmIterations) {
      this.hmmIterations = hmmIterations;
      return this;
    }

    public Builder agreement(boolean agreement) {
      this.agreement = agreement;
      return this;
    }

    /** Sets the parameter of the prior; by default it depends on the other options. */
    public Builder prior(double prior) {
      this.prior = OptionalDouble.of(prior);
      return this;
    }

    public Builder nullProbability(double nullProbability) {
      this.nullProbability = nullProbability;
      return this;
    }

    public Builder maxCandidates(int maxCandidates) {
      this.maxCandidates = maxCandidates;
      return this;
    }

    public Builder symmetrisation(Symmetrisation symmetrisation) {
      this.symmetrisation = symmetrisation;
      return this;
    }

    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Builds the options.
     *
     * @throws IllegalArgumentException if an option is out of its range
     */
    public AlignerOptions build() {
      boolean joint = agreement && model == AlignmentModel.HMM;
      return new AlignerOptions(
          model,
          modelOneIterations,
          hmmIterations,
          agreement,
          prior.orElse(joint ? 0 : INDEPENDENT_PRIOR),
          nullProbability,
          maxCandidates,
          symmetrisation,
          threads);
    }
  }
}
