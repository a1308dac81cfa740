// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;
import org.isogloss.measure.text.UnicodeText;

/** Counts for each sentence: its tokens, those of the closest reference, matches, totals. */
final class BleuCounter implements SegmentCounter {
  private final Bleu metric;
  private final WordNumbers numbers = new WordNumbers();
  private final NgramMatcher matcher = new NgramMatcher();

  BleuCounter(Bleu metric) {
    this.metric = metric;
  }

  @Override
  public int width() {
    return 2 + 2 * metric.maxOrder();
  }

  @Override
  public int[] count(String hypothesis, List<String> references) {
    numbers.clear();
    int[] tokens = tokens(hypothesis);
    List<int[]> allReferences = references.stream().map(this::tokens).toList();
    int orders = metric.maxOrder();
    matcher.clear(
        allReferences.stream().mapToInt(units -> NgramMatcher.bound(units.length, orders)).sum());
    allReferences.forEach(units -> matcher.addReference(units, orders));
    int[] statistics = new int[width()];
    statistics[0] = tokens.length;
    statistics[1] = closestLength(tokens.length, allReferences);
    System.arraycopy(matcher.match(tokens, orders), 0, statistics, 2, orders);
    for (int order = 1; order <= orders; order++) {
      statistics[1 + orders + order] = NgramMatcher.count(tokens.length, order);
    }
    return statistics;
  }

  private int[] tokens(String sentence) {
    String text = metric.lowercase() ? UnicodeText.lowercase(sentence) : sentence;
    return numbers.of(metric.tokenizer().tokenize(text));
  }

  /** The length of the reference that is closest in length, of two the shorter one. */
  private static int closestLength(int length, List<int[]> references) {
    int closest = references.getFirst().length;
    for (int[] reference : references) {
      int difference = Math.abs(reference.length - length) - Math.abs(closest - length);
      if (difference < 0 || (difference == 0 && reference.length < closest)) {
        closest = reference.length;
      }
    }
    return closest;
  }

  @Override
  public TranslationScore score(long[] statistics) {
    return BleuScore.of(metric, statistics);
  }
}
