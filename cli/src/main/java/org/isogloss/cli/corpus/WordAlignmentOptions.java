package org.isogloss.cli.corpus;

import java.util.Locale;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.isogloss.lexical.alignment.Symmetrisation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How words are aligned. */
final class WordAlignmentOptions {
  private static final AlignerOptions DEFAULTS = AlignerOptions.defaults();

  @Option(
      names = "--model",
      paramLabel = "model1|hmm",
      description = "IBM Model 1, or the hidden Markov model (default), which is better.")
  private AlignmentModel model = DEFAULTS.model();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Of Model 1, and then of the HMM (default: ${DEFAULT-VALUE}).")
  private int iterations = DEFAULTS.hmmIterations();

  @Option(
      names = "--independent",
      description =
          "Let the HMM of each direction learn by itself, not from what both agree on: more links,"
              + " more of them wrong.")
  private boolean independent;

  @Option(
      names = "--symmetrise",
      paramLabel = "HOW",
      converter = SymmetrisationName.class,
      description =
          "How both directions become one: intersection, union, grow-diag, grow-diag-final,"
              + " grow-diag-final-and (default), agreement (what both find"
              + " likely: fewer links, fewer of them wrong), or forward or backward alone.")
  private Symmetrisation symmetrisation = DEFAULTS.symmetrisation();

  @Option(
      names = "--max-candidates",
      paramLabel = "N",
      description =
          "Try N words of the other language as translations of a word (default:"
              + " ${DEFAULT-VALUE}); fewer need less memory.")
  private int maxCandidates = DEFAULTS.maxCandidates();

  /** Names as users know them. */
  static final class SymmetrisationName implements ITypeConverter<Symmetrisation> {
    @Override
    public Symmetrisation convert(String name) {
      try {
        return Symmetrisation.valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "expected agreement, intersection, union, grow-diag, grow-diag-final,"
                + " grow-diag-final-and, forward or backward, found "
                + name);
      }
    }
  }

  /**
   * Looks whether the numbers can be.
   *
   * @throws org.isogloss.core.IsoglossException if one is less than 1
   */
  void validate() {
    OptionValidation.requireOneOrMore("--iterations", iterations);
    OptionValidation.requireOneOrMore("--max-candidates", maxCandidates);
  }

  AlignerOptions options(CommonOptions common) {
    return AlignerOptions.builder()
        .model(model)
        .modelOneIterations(iterations)
        .hmmIterations(iterations)
        .agreement(!independent)
        .maxCandidates(maxCandidates)
        .symmetrisation(symmetrisation)
        .threads(common.threads)
        .build();
  }
}
