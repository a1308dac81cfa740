// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Statistics of the words on the source side of a bitext, in one pass and in bounded memory: rare
 * words and n-grams are dropped if there are more distinct ones than the maximum.
 *
 * @param <T> a word or n-gram with its figures
 * @param rows the rows, the highest first
 * @param maxError by how much a count may be too small; 0 if nothing was dropped
 */
public record WordStatistics<T>(List<T> rows, long maxError) {
  /** The default maximum number of distinct words or n-grams in memory. */
  public static final int DEFAULT_CAPACITY = 2_000_000;

  /**
   * Maximum number of words of an n-gram. Longer ones hardly ever occur again, and fill the memory
   * with those that occur once.
   */
  public static final int MAX_NGRAM = 10;

  /** Maximum number of words before and after an occurrence that are near it. */
  public static final int MAX_WINDOW = 50;

  public WordStatistics {
    rows = List.copyOf(rows);
  }

  /** What is counted. */
  private record Words(List<String> texts, List<String> near, int matches) {}

  /**
   * Counts words or n-grams, which do not cross the ends of sentences.
   *
   * @param length number of words of an n-gram, 1 to {@value #MAX_NGRAM}
   * @param pattern counts only those that contain these words
   * @param minCount rows with a lower count are left out
   * @param capacity maximum number of distinct n-grams in memory
   */
  public static WordStatistics<WordFrequency> frequencies(
      Records<SentencePair> pairs,
      Language language,
      int length,
      Optional<WordPattern> pattern,
      int minCount,
      int capacity,
      ParallelCorpus.Listener listener) {
    requireOneTo(MAX_NGRAM, "length", length);
    FrequencyCounter counter = new FrequencyCounter(capacity);
    long[] words = new long[1];
    BitextStream.process(
        pairs,
        listener,
        pair -> {
          List<String> texts =
              BitextStream.lowerCase(pair.source(), WordSegmenter.split(pair.source(), language));
          return new Words(ngrams(texts, length, pattern), List.of(), texts.size());
        },
        counted -> {
          words[0] += counted.matches();
          counted.texts().forEach(counter::add);
        });
    return of(
        counter.counts().entrySet().stream()
            .filter(entry -> entry.getValue() >= minCount)
            .map(
                entry ->
                    new WordFrequency(
                        entry.getKey(), entry.getValue(), 1e6 * entry.getValue() / words[0]))
            .toList(),
        row -> (double) row.count(),
        WordFrequency::words,
        counter.maxError());
  }

  private static void requireOneTo(int max, String name, int value) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 to " + max);
    }
  }

  private static List<String> ngrams(
      List<String> words, int length, Optional<WordPattern> pattern) {
    List<String> ngrams = new ArrayList<>();
    for (int start = 0; start + length <= words.size(); start++) {
      String ngram = String.join(" ", words.subList(start, start + length));
      if (pattern.isEmpty() || !pattern.get().find(ngram).isEmpty()) {
        ngrams.add(ngram);
      }
    }
    return ngrams;
  }

  /**
   * Finds the words near the occurrences of others, by logDice. A word that is near two occurrences
   * counts once.
   *
   * @param window number of words before and after an occurrence that are near it, 1 to {@value
   *     #MAX_WINDOW}
   * @param minCount words that are near fewer times are left out
   * @param capacity maximum number of distinct words in memory
   */
  public static WordStatistics<Collocation> collocations(
      Records<SentencePair> pairs,
      Language language,
      WordPattern pattern,
      int window,
      int minCount,
      int capacity,
      ParallelCorpus.Listener listener) {
    requireOneTo(MAX_WINDOW, "window", window);
    FrequencyCounter all = new FrequencyCounter(capacity);
    FrequencyCounter near = new FrequencyCounter(capacity);
    long[] occurrences = new long[1];
    BitextStream.process(
        pairs,
        listener,
        pair -> near(pair.source(), language, pattern, window),
        words -> {
          occurrences[0] += words.matches();
          words.texts().forEach(all::add);
          words.near().forEach(near::add);
        });
    return of(
        near.counts().entrySet().stream()
            .filter(entry -> entry.getValue() >= minCount)
            .map(
                entry ->
                    Collocation.of(
                        entry.getKey(),
                        entry.getValue(),
                        occurrences[0],
                        // A rare word may have been dropped.
                        Math.max(all.count(entry.getKey()), entry.getValue())))
            .toList(),
        Collocation::logDice,
        Collocation::word,
        all.maxError());
  }

  private static Words near(String text, Language language, WordPattern pattern, int window) {
    List<Span> spans = WordSegmenter.split(text, language);
    List<String> texts = BitextStream.lowerCase(text, spans);
    List<Span> matches = pattern.find(text);
    BitSet near = new BitSet();
    BitSet matched = new BitSet();
    int first = 0;
    for (Span match : matches) {
      while (first < spans.size() && spans.get(first).end() <= match.start()) {
        first++;
      }
      int last = first;
      while (last < spans.size() && spans.get(last).start() < match.end()) {
        last++;
      }
      matched.set(first, last);
      near.set(Math.max(0, first - window), Math.min(texts.size(), last + window));
    }
    near.andNot(matched);
    return new Words(texts, near.stream().mapToObj(texts::get).toList(), matches.size());
  }

  private static <T> WordStatistics<T> of(
      List<T> rows, Function<T, Double> figure, Function<T, String> text, long maxError) {
    List<T> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(figure, Comparator.reverseOrder()).thenComparing(text));
    return new WordStatistics<>(sorted, maxError);
  }
}
