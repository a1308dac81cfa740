package org.isogloss.lexical;

import static java.util.Objects.requireNonNull;

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

  /** HMM with agreement, grow-diag-final-and, all processors. */
  public static AlignerOptions defaults() {
    return new AlignerOptions(
        AlignmentModel.HMM,
        5,
        5,
        true,
        0,
        0.2,
        1000,
        Symmetrisation.GROW_DIAG_FINAL_AND,
        Runtime.getRuntime().availableProcessors());
  }

  public AlignerOptions withModel(AlignmentModel other) {
    return new AlignerOptions(
        other,
        modelOneIterations,
        hmmIterations,
        agreement,
        prior,
        nullProbability,
        maxCandidates,
        symmetrisation,
        threads);
  }

  public AlignerOptions withIterations(int modelOne, int hmm) {
    return new AlignerOptions(
        model,
        modelOne,
        hmm,
        agreement,
        prior,
        nullProbability,
        maxCandidates,
        symmetrisation,
        threads);
  }

  public AlignerOptions withAgreement(boolean other) {
    return new AlignerOptions(
        model,
        modelOneIterations,
        hmmIterations,
        other,
        prior,
        nullProbability,
        maxCandidates,
        symmetrisation,
        threads);
  }

  public AlignerOptions withPrior(double other) {
    return new AlignerOptions(
        model,
        modelOneIterations,
        hmmIterations,
        agreement,
        other,
        nullProbability,
        maxCandidates,
        symmetrisation,
        threads);
  }

  public AlignerOptions withNullProbability(double other) {
    return new AlignerOptions(
        model,
        modelOneIterations,
        hmmIterations,
        agreement,
        prior,
        other,
        maxCandidates,
        symmetrisation,
        threads);
  }

  public AlignerOptions withMaxCandidates(int other) {
    return new AlignerOptions(
        model,
        modelOneIterations,
        hmmIterations,
        agreement,
        prior,
        nullProbability,
        other,
        symmetrisation,
        threads);
  }

  public AlignerOptions withSymmetrisation(Symmetrisation other) {
    return new AlignerOptions(
        model,
        modelOneIterations,
        hmmIterations,
        agreement,
        prior,
        nullProbability,
        maxCandidates,
        other,
        threads);
  }

  public AlignerOptions withThreads(int other) {
    return new AlignerOptions(
        model,
        modelOneIterations,
        hmmIterations,
        agreement,
        prior,
        nullProbability,
        maxCandidates,
        symmetrisation,
        other);
  }
}
