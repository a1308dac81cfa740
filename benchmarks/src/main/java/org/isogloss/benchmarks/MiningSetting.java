package org.isogloss.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.mining.MiningOptions;
import org.isogloss.mining.scoring.PairSelection;

/**
 * What is mined, and how, when mining is measured.
 *
 * @param languages each against English
 * @param others among how many other sentences of either language the pairs are hidden, at most
 * @param seed of the choice and order of the sentences
 * @param selection which pairs are kept
 * @param options how they are found
 */
public record MiningSetting(
    List<Language> languages,
    int others,
    long seed,
    PairSelection selection,
    MiningOptions options) {
  /** BUCC's four. */
  public static final List<Language> USUAL_LANGUAGES =
      List.of(Language.of("de"), Language.of("fr"), Language.of("ru"), Language.of("zh"));

  public MiningSetting {
    languages = List.copyOf(languages);
    requireNonNull(selection, "selection is null");
    requireNonNull(options, "options is null");
    if (others < 0) {
      throw new IllegalArgumentException("others is " + others + ", expected 0 or more");
    }
  }

  /** BUCC's languages, 20,000 other sentences a side, seed 1, the paper's selection and k. */
  public static MiningSetting defaults() {
    return new MiningSetting(
        USUAL_LANGUAGES, 20_000, 1, PairSelection.MAX, MiningOptions.defaults());
  }

  public MiningSetting withLanguages(List<Language> other) {
    return new MiningSetting(other, others, seed, selection, options);
  }

  public MiningSetting withOthers(int other) {
    return new MiningSetting(languages, other, seed, selection, options);
  }

  public MiningSetting withSeed(long other) {
    return new MiningSetting(languages, others, other, selection, options);
  }

  public MiningSetting withSelection(PairSelection other) {
    return new MiningSetting(languages, others, seed, other, options);
  }

  public MiningSetting withOptions(MiningOptions other) {
    return new MiningSetting(languages, others, seed, selection, other);
  }
}
