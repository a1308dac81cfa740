// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.util.Locale;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;

/**
 * Shows a progress bar for each pass over a bitext and a line for each iteration, and explains the
 * first rise of the perplexity under agreement.
 */
final class AlignmentProgressPrinter implements AlignmentListener {
  private final Console console;
  private final LanguagePair languages;
  private ProgressBar bar = ProgressBar.NONE;
  private final boolean agreement;
  private boolean started;
  private boolean explained;
  private double previousForward = Double.POSITIVE_INFINITY;
  private double previousBackward = Double.POSITIVE_INFINITY;

  /**
   * Creates a printer.
   *
   * @param agreement whether the HMMs of both directions learn from the links on which they agree
   */
  AlignmentProgressPrinter(Console console, LanguagePair languages, boolean agreement) {
    this.console = console;
    this.languages = languages;
    this.agreement = agreement;
  }

  @Override
  public void pairsProcessed(long pairs, long all) {
    if (!started) {
      bar = console.progress("Aligning", "pairs");
      started = true;
    }
    bar.update(pairs, all);
  }

  @Override
  public void iterationFinished(
      AlignmentModel trained, int iteration, double forward, double backward) {
    started = false;
    console.note(
        String.format(
            Locale.ROOT,
            "%s, iteration %d: perplexity %.2f (%s), %.2f (%s)",
            trained == AlignmentModel.HMM ? "HMM" : "Model 1",
            iteration,
            forward,
            languages,
            backward,
            languages.reversed()));
    if (agreement && !explained && (forward > previousForward || backward > previousBackward)) {
      explained = true;
      console.note(
          "  (The HMM predicts words less well than before because the directions learn from the"
              + " links on which they agree, and not each for itself. This is expected: the links"
              + " become more accurate.)");
    }
    previousForward = forward;
    previousBackward = backward;
  }
}
