package org.isogloss.cli;

import java.util.Locale;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;

/** Shows a bar for each pass over a bitext and a line for each iteration. */
final class AlignmentProgress implements AlignmentListener {
  private final Console console;
  private final LanguagePair languages;
  private ProgressBar bar = ProgressBar.NONE;
  private boolean begun;

  AlignmentProgress(Console console, LanguagePair languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public void pairsProcessed(long pairs, long all) {
    if (!begun) {
      bar = console.progress("Aligning", "pairs");
      begun = true;
    }
    bar.update(pairs, all);
  }

  @Override
  public void iterationFinished(
      AlignmentModel trained, int iteration, double forward, double backward) {
    begun = false;
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
