package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isogloss.core.Document;
import org.isogloss.core.Query;

/**
 * Pairs hidden among other sentences, to be mined as in BUCC (Zweigenbaum et al. 2017): of
 * sentences that stand in two languages, one in ten is on both sides, the others on one side only.
 *
 * @param source sentences of one language
 * @param target sentences of the other
 * @param pairs how many of them are pairs: the first ones of {@code source} belong to those of
 *     {@code target} in the same places of {@code mates}
 * @param mates for each of the first {@code pairs} sentences of {@code source}, its place in {@code
 *     target}
 */
record HiddenPairs(List<String> source, List<String> target, int pairs, List<Integer> mates) {
  private static final int ONE_IN = 10;

  HiddenPairs {
    source = List.copyOf(source);
    target = List.copyOf(target);
    mates = List.copyOf(mates);
  }

  /**
   * Hides pairs.
   *
   * @param queries sentences of one language
   * @param documents line by line their translations
   * @param most sentences of each side, at most
   */
  static HiddenPairs of(List<Query> queries, List<Document> documents, int most, long seed) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    int pairs = Math.max(1, Math.min(queries.size(), most) / ONE_IN);
    int alone = Math.min((queries.size() - pairs) / 2, most - pairs);
    List<String> source = new ArrayList<>();
    List<Integer> behind = new ArrayList<>();
    for (int i = 0; i < pairs + alone; i++) {
      source.add(queries.get(order.get(i)).text());
      int line = i < pairs ? i : i + alone;
      behind.add(line);
    }
    // In an order of its own, so that a pair's place tells nothing.
    Collections.shuffle(behind, new Random(~seed));
    List<String> target =
        behind.stream().map(line -> documents.get(order.get(line)).text()).toList();
    List<Integer> mates = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      mates.add(behind.indexOf(i));
    }
    return new HiddenPairs(source, target, pairs, mates);
  }

  /** Whether two sentences are a hidden pair. */
  boolean isPair(int sourcePlace, int targetPlace) {
    return sourcePlace < pairs && mates.get(sourcePlace) == targetPlace;
  }
}
