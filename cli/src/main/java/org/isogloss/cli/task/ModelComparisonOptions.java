// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.Optional;
import org.isogloss.core.IsoglossException;
import picocli.CommandLine.Option;

/** Another model with which the model is compared on the same files. */
final class ModelComparisonOptions {
  private static final long DEFAULT_SEED = 1;

  @Option(
      names = "--compare",
      paramLabel = "DIR2",
      description =
          "With --evaluate: measure this model too, and print the p-value of the difference in each"
              + " file by a paired randomization test.")
  private Optional<String> model = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random permutations of --compare (default: 1).")
  private Optional<Long> seed = Optional.empty();

  /** Checks the options before the work. */
  void validate(boolean evaluating) {
    if (model.isPresent() && !evaluating) {
      throw new IsoglossException("--compare needs --evaluate: only measures can be compared");
    }
    if (seed.isPresent() && model.isEmpty()) {
      throw new IsoglossException("--seed needs --compare");
    }
  }

  Optional<String> model() {
    return model;
  }

  long seed() {
    return seed.orElse(DEFAULT_SEED);
  }
}
