// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.options;

import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.table.TablePruning;
import picocli.CommandLine.Option;

/** Options that choose the translations of a table. */
public final class TablePruningOptions {
  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description =
          "Exclude translations with a lower probability from the table (default:"
              + " ${DEFAULT-VALUE}).")
  private double minProbability = TablePruning.DEFAULT.minProbability();

  @Option(
      names = "--max-translations",
      paramLabel = "N",
      description =
          "Keep at most N translations of a word in the table (default: ${DEFAULT-VALUE}).")
  private int maxTranslations = TablePruning.DEFAULT.maxTranslations();

  /**
   * Returns the limits of the table.
   *
   * @throws IsoglossException if the probability is not in 0 to 1, or the number is less than 1
   */
  public TablePruning pruning() {
    OptionValidation.requireOneOrMore("--max-translations", maxTranslations);
    if (!(minProbability >= 0 && minProbability <= 1)) {
      throw new IsoglossException("--min-probability is " + minProbability + ", expected 0 to 1");
    }
    return new TablePruning(minProbability, maxTranslations);
  }
}
