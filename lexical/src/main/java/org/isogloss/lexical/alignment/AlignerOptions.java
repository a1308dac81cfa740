package org.isogloss.lexical.alignment;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * How words are aligned.
 *
 * @param model the model that links are taken from
 * @param modelOneIterations how many iterations of Model 1, which the HMM begins with; 1 or more
 * @param hmmIterations how many iterations of the HMM
 * @param agreement whether the HMMs of both directions learn from links that both find likely
 *     (Liang, Taskar and Klein 2006) rather than each from its own
 * @param prior parameter of a symmetric Dirichlet distribution over translations; 0 for none, which
 *     is better with agreement, while directions that learn by themselves are better with 0.01
 * @param nullProbability how likely the HMM takes a target word to translate nothing, 0 to 1
 * @param maxCandidates how many target words are tried as translations of a source word at most
 * @param symmetrisation how the directions become one alignment
 * @param threads how many share the work; results do not depend on it
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
  /** Against rare words that take all that nobody else translates. */
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

  /** The usual options: HMM with agreement, grow-diag-final-and, all processors. */
  public static AlignerOptions defaults() {
    return builder().build();
  }

  /** Collects options, beginning with the {@link #defaults usual} ones. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options. */
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

    /** Of translations; unless it is set, what suits the other options. */
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
     * The options.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public AlignerOptions build() {
      boolean together = agreement && model == AlignmentModel.HMM;
      return new AlignerOptions(
          model,
          modelOneIterations,
          hmmIterations,
          agreement,
          prior.orElse(together ? 0 : INDEPENDENT_PRIOR),
          nullProbability,
          maxCandidates,
          symmetrisation,
          threads);
    }
  }
}
