package org.isogloss.papers.xpr;

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
enum Strategy {
  /** All pairs in the first language and all in the second. */
  MERGED("Merged Training") {
    @Override
    List<List<MixedPair>> stages(List<TwinPair> pairs, Random random) {
      return List.of(
          Stream.concat(in(pairs, Side.FIRST).stream(), in(pairs, Side.SECOND).stream()).toList());
    }
  },
  /** First all pairs in the first language, then, from the model that this gave, the others. */
  CASCADE("Cascade Training") {
    @Override
    List<List<MixedPair>> stages(List<TwinPair> pairs, Random random) {
      return List.of(in(pairs, Side.FIRST), in(pairs, Side.SECOND));
    }
  },
  /**
   * The passages of half of the pairs are all in the second language, those of the others all in
   * the first: each query stands once before a passage of its own language, once before one of the
   * other.
   */
  MIXED("Mixed Training") {
    @Override
    List<List<MixedPair>> stages(List<TwinPair> pairs, Random random) {
      List<Side> passages = new ArrayList<>(Collections.nCopies(pairs.size(), Side.FIRST));
      Collections.fill(passages.subList(0, pairs.size() / 2), Side.SECOND);
      Collections.shuffle(passages, random);
      List<MixedPair> mixed = new ArrayList<>(2 * pairs.size());
      for (int i = 0; i < pairs.size(); i++) {
        for (Side query : Side.values()) {
          mixed.add(pairs.get(i).in(query, passages.get(i)));
        }
      }
      return List.of(mixed);
    }
  };

  private final String label;

  Strategy(String label) {
    this.label = label;
  }

  /** As the paper names it. */
  String label() {
    return label;
  }

  /** Names its files. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is trained on, one stage after the other, each going on from the model before it. */
  abstract List<List<MixedPair>> stages(List<TwinPair> pairs, Random random);

  private static List<MixedPair> in(List<TwinPair> pairs, Side side) {
    return pairs.stream().map(pair -> pair.in(side, side)).toList();
  }
}
