// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.List;
import java.util.Optional;
import org.isogloss.benchmarks.mining.MiningBenchmarkOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import picocli.CommandLine.Option;

/** The benchmark of mining: pairs of translations that are hidden among other sentences. */
final class MiningOptions {
  @Option(
      names = "--others",
      paramLabel = "N",
      description =
          "mining: maximum number of other sentences of each language among which pairs are"
              + " hidden (default: 20,000).")
  private Optional<Integer> backgroundSentences = Optional.empty();

  /** Fails if the option is given for another benchmark. */
  void requireUnused() {
    if (backgroundSentences.isPresent()) {
      throw new IsoglossException("--others belongs to the benchmark mining");
    }
  }

  /**
   * Returns the settings.
   *
   * @param languages the languages to mine against English; empty for the default
   */
  MiningBenchmarkOptions settings(List<Language> languages, int threads) {
    MiningBenchmarkOptions settings = MiningBenchmarkOptions.defaults();
    settings = settings.withOptions(settings.options().withThreads(threads));
    if (!languages.isEmpty()) {
      settings = settings.withLanguages(languages);
    }
    if (backgroundSentences.isPresent()) {
      if (backgroundSentences.get() < 0) {
        throw new IsoglossException(
            "--others is " + backgroundSentences.get() + ", expected 0 or more");
      }
      settings = settings.withBackgroundSentences(backgroundSentences.get());
    }
    return settings;
  }
}
