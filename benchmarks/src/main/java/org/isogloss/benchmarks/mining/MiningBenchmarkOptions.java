// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.mining.MiningOptions;
import org.isogloss.mining.scoring.PairSelection;

/**
 * Settings of the mining benchmark.
 *
 * @param languages languages to mine against English
 * @param backgroundSentences maximum number of other sentences of either language
 * @param seed seed of the selection and order of the sentences
 * @param selection which pairs are selected
 * @param options options of mining
 */
public record MiningBenchmarkOptions(
    List<Language> languages,
    int backgroundSentences,
    long seed,
    PairSelection selection,
    MiningOptions options) {
  /** The four languages of BUCC. */
  public static final List<Language> DEFAULT_LANGUAGES =
      List.of(Language.of("de"), Language.of("fr"), Language.of("ru"), Language.of("zh"));

  public MiningBenchmarkOptions {
    languages = List.copyOf(languages);
    requireNonNull(selection, "selection is null");
    requireNonNull(options, "options is null");
    if (backgroundSentences < 0) {
      throw new IllegalArgumentException(
          "others is " + backgroundSentences + ", expected 0 or more");
    }
  }

  /** BUCC's languages, 20,000 other sentences a side, seed 1, the paper's selection and k. */
  public static MiningBenchmarkOptions defaults() {
    return new MiningBenchmarkOptions(
        DEFAULT_LANGUAGES, 20_000, 1, PairSelection.MAX, MiningOptions.defaults());
  }

  public MiningBenchmarkOptions withLanguages(List<Language> languages) {
    return new MiningBenchmarkOptions(languages, backgroundSentences, seed, selection, options);
  }

  public MiningBenchmarkOptions withBackgroundSentences(int backgroundSentences) {
    return new MiningBenchmarkOptions(languages, backgroundSentences, seed, selection, options);
  }

  public MiningBenchmarkOptions withSeed(long seed) {
    return new MiningBenchmarkOptions(languages, backgroundSentences, seed, selection, options);
  }

  public MiningBenchmarkOptions withSelection(PairSelection selection) {
    return new MiningBenchmarkOptions(languages, backgroundSentences, seed, selection, options);
  }

  public MiningBenchmarkOptions withOptions(MiningOptions options) {
    return new MiningBenchmarkOptions(languages, backgroundSentences, seed, selection, options);
  }
}
