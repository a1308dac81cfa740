package org.isogloss.papers.xpr.mixture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * How relevance in two languages is trained on (Chen et al. 2020, section IV-C-2). Of M pairs, each
 * in both languages, every strategy makes 2M samples.
 */
public enum TrainingStrategy {
  /** All pairs in the first language and all in the second. */
  MERGED("Merged Training") {
    @Override
    public List<List<MixedLanguagePair>> stages(List<BilingualPair> pairs, Random random) {
      return List.of(
          Stream.concat(
                  inLanguage(pairs, LanguageSide.FIRST).stream(),
                  inLanguage(pairs, LanguageSide.SECOND).stream())
              .toList());
    }
  },
  /** First all pairs in the first language, then, from the model that this gave, the others. */
  CASCADE("Cascade Training") {
    @Override
    public List<List<MixedLanguagePair>> stages(List<BilingualPair> pairs, Random random) {
      return List.of(inLanguage(pairs, LanguageSide.FIRST), inLanguage(pairs, LanguageSide.SECOND));
    }
  },
  /**
   * The passages of half of the pairs are all in the second language, those of the others all in
   * the first: each query stands once before a passage of its own language, once before one of the
   * other.
   */
  MIXED("Mixed Training") {
    @Override
    public List<List<MixedLanguagePair>> stages(List<BilingualPair> pairs, Random random) {
      List<LanguageSide> passages =
          new ArrayList<>(Collections.nCopies(pairs.size(), LanguageSide.FIRST));
      Collections.fill(passages.subList(0, pairs.size() / 2), LanguageSide.SECOND);
      Collections.shuffle(passages, random);
      List<MixedLanguagePair> mixed = new ArrayList<>(2 * pairs.size());
      for (int i = 0; i < pairs.size(); i++) {
        for (LanguageSide query : LanguageSide.values()) {
          mixed.add(pairs.get(i).withSides(query, passages.get(i)));
        }
      }
      return List.of(mixed);
    }
  };

  private final String label;

  TrainingStrategy(String label) {
    this.label = label;
  }

  /** As the paper names it. */
  public String label() {
    return label;
  }

  /** Names its files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is trained on, one stage after the other, each going on from the model before it. */
  public abstract List<List<MixedLanguagePair>> stages(List<BilingualPair> pairs, Random random);

  private static List<MixedLanguagePair> inLanguage(List<BilingualPair> pairs, LanguageSide side) {
    return pairs.stream().map(pair -> pair.withSides(side, side)).toList();
  }
}
