// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.util.Locale;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;

/** Shows a progress bar for each pass over a bitext and a line for each iteration. */
final class AlignmentProgressPrinter implements AlignmentListener {
  private final Console console;
  private final LanguagePair languages;
  private ProgressBar bar = ProgressBar.NONE;
  private boolean started;

  AlignmentProgressPrinter(Console console, LanguagePair languages) {
    this.console = console;
    this.languages = languages;
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
  }
}
