// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.measure.text.UnicodeText;

/** Counts for each sentence and order: n-grams of hypothesis and best reference, and common. */
final class ChrfCounter implements SegmentCounter {
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private final Chrf metric;
  private final WordNumbers numbers = new WordNumbers();
  private final NgramMatcher matcher = new NgramMatcher();

  ChrfCounter(Chrf metric) {
    this.metric = metric;
  }

  /** A sentence as characters and as numbers of words. */
  private record Units(int[] characters, int[] words) {}

  @Override
  public int width() {
    return 3 * (metric.charOrder() + metric.wordOrder());
  }

  @Override
  public int[] count(String hypothesis, List<String> references) {
    numbers.clear();
    Units units = units(hypothesis);
    int[] best = {};
    double highest = -1;
    for (String reference : references) {
      int[] statistics = count(units, units(reference));
      double score = score(IntStream.of(statistics).asLongStream().toArray()).value();
      if (score > highest) {
        highest = score;
        best = statistics;
      }
    }
    return best;
  }

  private int[] count(Units hypothesis, Units reference) {
    int[] statistics = new int[width()];
    count(hypothesis.characters, reference.characters, metric.charOrder(), statistics, 0);
    count(
        hypothesis.words, reference.words, metric.wordOrder(), statistics, 3 * metric.charOrder());
    return statistics;
  }

  private void count(int[] hypothesis, int[] reference, int orders, int[] statistics, int from) {
    matcher.clear(NgramMatcher.bound(reference.length, orders));
    matcher.addReference(reference, orders);
    int[] matches = matcher.match(hypothesis, orders);
    for (int order = 1; order <= orders; order++) {
      int at = from + 3 * (order - 1);
      int inReference = NgramMatcher.count(reference.length, order);
      // An order that the reference lacks says nothing about the precision of the hypothesis.
      statistics[at] = inReference == 0 ? 0 : NgramMatcher.count(hypothesis.length, order);
      statistics[at + 1] = inReference;
      statistics[at + 2] = matches[order - 1];
    }
  }

  private Units units(String sentence) {
    String text = metric.lowercase() ? UnicodeText.lowercase(sentence) : sentence;
    IntStream characters = text.codePoints();
    if (!metric.whitespace()) {
      characters = characters.filter(c -> !UnicodeText.isSpace(c));
    }
    int[] words = metric.wordOrder() == 0 ? new int[0] : numbers.of(words(text));
    return new Units(characters.toArray(), words);
  }

  /** Splits one ASCII punctuation mark off a word: the last character, otherwise the first. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : UnicodeText.words(text)) {
      int last = word.length() - 1;
      if (last > 0 && PUNCTUATION.indexOf(word.charAt(last)) >= 0) {
        words.add(word.substring(0, last));
        words.add(word.substring(last));
      } else if (last > 0 && PUNCTUATION.indexOf(word.charAt(0)) >= 0) {
        words.add(word.substring(0, 1));
        words.add(word.substring(1));
      } else {
        words.add(word);
      }
    }
    return words;
  }

  @Override
  public TranslationScore score(long[] statistics) {
    return ChrfScore.of(metric, statistics);
  }
}
