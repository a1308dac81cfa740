// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Strategies of training on relevance in two languages (Chen et al. 2020, section IV-C-2). Each
 * makes 2M samples of M pairs that exist in both languages.
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
  /** First all pairs in the first language, then, from the resulting model, those in the second. */
  CASCADE("Cascade Training") {
    @Override
    public List<List<MixedLanguagePair>> stages(List<BilingualPair> pairs, Random random) {
      return List.of(inLanguage(pairs, LanguageSide.FIRST), inLanguage(pairs, LanguageSide.SECOND));
    }
  },
  /**
   * The passages of half of the pairs are in the second language, those of the others in the first:
   * each query occurs once with a passage in its own language, once with one in the other.
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

  /** Returns the name in the paper. */
  public String label() {
    return label;
  }

  /** Returns the name of its files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the stages, each of which starts from the model of the previous one. */
  public abstract List<List<MixedLanguagePair>> stages(List<BilingualPair> pairs, Random random);

  private static List<MixedLanguagePair> inLanguage(List<BilingualPair> pairs, LanguageSide side) {
    return pairs.stream().map(pair -> pair.withSides(side, side)).toList();
  }
}
