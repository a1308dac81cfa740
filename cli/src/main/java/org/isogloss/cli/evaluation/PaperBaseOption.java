// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.training.ShippedModels;
import org.isogloss.core.IsoglossException;
import org.isogloss.papers.ScoringPrecision;
import picocli.CommandLine.Option;

/** The base model of a paper's experiments. */
final class PaperBaseOption {
  @Option(
      names = "--base",
      required = true,
      paramLabel = "MODEL",
      description =
          "The base model: a folder written by isogloss model fetch, such as mbert or"
              + " multilingual-e5-small, or the name of a shipped model, such as compact.")
  private Path base;

  @Option(
      names = "--precision",
      paramLabel = "fp32|int8|both",
      description =
          "Measure trained transformers in single precision, in eight bits, or in both, with a"
              + " table that compares them (default: fp32).")
  private ScoringPrecision precision = ScoringPrecision.FP32;

  ScoringPrecision precision() {
    return precision;
  }

  /**
   * Returns the folder of the model.
   *
   * @throws IsoglossException if there is no such folder or shipped model
   */
  Path folder(ShippedModels shipped) {
    Path folder = shipped.apply(base);
    if (!Files.isDirectory(folder)) {
      throw new IsoglossException(
          "--base "
              + base
              + ": no such folder or shipped model; isogloss model fetch mbert --to mbert"
              + " fetches multilingual BERT, isogloss model fetch intfloat/multilingual-e5-small"
              + " --to multilingual-e5-small that model");
    }
    return folder;
  }
}
