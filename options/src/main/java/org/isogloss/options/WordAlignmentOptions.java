// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.options;

import java.util.Locale;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.isogloss.lexical.alignment.Symmetrisation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of word alignment. */
public final class WordAlignmentOptions {
  private static final AlignerOptions DEFAULTS = AlignerOptions.defaults();

  @Option(
      names = "--model",
      paramLabel = "model1|hmm",
      description = "IBM Model 1, or the hidden Markov model (default), which is more accurate.")
  private AlignmentModel model = DEFAULTS.model();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description =
          "Number of iterations of Model 1, and then of the HMM (default: ${DEFAULT-VALUE}).")
  private int iterations = DEFAULTS.hmmIterations();

  @Option(
      names = "--independent",
      description =
          "Train the HMM of each direction independently, not by agreement: more links, with"
              + " more errors.")
  private boolean independent;

  @Option(
      names = "--symmetrise",
      paramLabel = "HOW",
      converter = SymmetrisationName.class,
      description =
          "How to symmetrise the two directions: intersection, union, grow-diag,"
              + " grow-diag-final, grow-diag-final-and (default), agreement (links probable in both"
              + " directions: fewer links, with fewer errors), or forward or backward alone.")
  private Symmetrisation symmetrisation = DEFAULTS.symmetrisation();

  @Option(
      names = "--max-candidates",
      paramLabel = "N",
      description =
          "Number of candidate translations of a word (default: ${DEFAULT-VALUE}); fewer need"
              + " less memory.")
  private int maxCandidates = DEFAULTS.maxCandidates();

  /** Converts names as users write them. */
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
   * Returns the options, with the number of threads to be set.
   *
   * @throws org.isogloss.core.IsoglossException if a number is less than 1
   */
  public AlignerOptions.Builder toBuilder() {
    OptionValidation.requireOneOrMore("--iterations", iterations);
    OptionValidation.requireOneOrMore("--max-candidates", maxCandidates);
    return AlignerOptions.builder()
        .model(model)
        .modelOneIterations(iterations)
        .hmmIterations(iterations)
        .agreement(!independent)
        .maxCandidates(maxCandidates)
        .symmetrisation(symmetrisation);
  }
}
