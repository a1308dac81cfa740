// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;

/**
 * Sentences of two languages, some of which are translations of each other: a test set of mining,
 * created like BUCC's (Zweigenbaum, Sharoff and Rapp 2017) by hiding known pairs among other
 * sentences.
 *
 * @param source distinct sentences of the source language
 * @param target distinct sentences of the target language
 * @param hiddenPairs the pairs: number of a source sentence, from 0, to that of its translation
 */
public record MiningTestSet(
    LanguagePair languages,
    List<String> source,
    List<String> target,
    Map<Integer, Integer> hiddenPairs) {
  public MiningTestSet {
    requireNonNull(languages, "languages is null");
    source = List.copyOf(source);
    target = List.copyOf(target);
    hiddenPairs = Map.copyOf(hiddenPairs);
  }

  /**
   * Hides pairs among other sentences, which have no translation on the other side: pairs that
   * share a sentence (ignoring case and punctuation) are grouped, and a group contributes sentences
   * to one side only, in turns. Sentences equal to a hidden one are excluded.
   *
   * @param pairs pairs to hide; of those with the same source or target the first
   * @param background source of the other sentences, in the same languages
   * @param maxBackground maximum number of other sentences of either side
   * @param seed seed of the order
   */
  public static MiningTestSet hide(
      LanguagePair languages,
      List<SentencePair> pairs,
      List<SentencePair> background,
      int maxBackground,
      long seed) {
    Set<String> hiddenTexts = new HashSet<>();
    List<SentencePair> distinct = new ArrayList<>();
    for (SentencePair pair : pairs) {
      String source = "s" + normalized(pair.source());
      String target = "t" + normalized(pair.target());
      if (!hiddenTexts.contains(source) && !hiddenTexts.contains(target)) {
        hiddenTexts.add(source);
        hiddenTexts.add(target);
        distinct.add(pair);
      }
    }
    List<SentencePair> shuffled = new ArrayList<>(background);
    Collections.shuffle(shuffled, new Random(seed));
    shuffled.removeIf(pair -> sharesHiddenText(pair, hiddenTexts));
    BackgroundSentences sides = BackgroundSentences.of(shuffled, maxBackground);
    List<Integer> sourceOrder = shuffledOrder(distinct.size() + sides.source.size(), seed + 1);
    List<Integer> targetOrder = shuffledOrder(distinct.size() + sides.target.size(), seed + 2);
    Map<Integer, Integer> hidden = new HashMap<>();
    List<String> sourceTexts = new ArrayList<>(Collections.nCopies(sourceOrder.size(), ""));
    List<String> targetTexts = new ArrayList<>(Collections.nCopies(targetOrder.size(), ""));
    for (int i = 0; i < distinct.size(); i++) {
      sourceTexts.set(sourceOrder.get(i), distinct.get(i).source());
      targetTexts.set(targetOrder.get(i), distinct.get(i).target());
      hidden.put(sourceOrder.get(i), targetOrder.get(i));
    }
    for (int i = 0; i < sides.source.size(); i++) {
      sourceTexts.set(sourceOrder.get(distinct.size() + i), sides.source.get(i));
    }
    for (int i = 0; i < sides.target.size(); i++) {
      targetTexts.set(targetOrder.get(distinct.size() + i), sides.target.get(i));
    }
    return new MiningTestSet(languages, sourceTexts, targetTexts, hidden);
  }

  private static boolean sharesHiddenText(SentencePair pair, Set<String> hiddenTexts) {
    String source = normalized(pair.source());
    String target = normalized(pair.target());
    return source.isEmpty()
        || target.isEmpty()
        || hiddenTexts.contains("s" + source)
        || hiddenTexts.contains("t" + target);
  }

  private static List<Integer> shuffledOrder(int size, long seed) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      places.add(i);
    }
    Collections.shuffle(places, new Random(seed));
    return places;
  }

  /** Returns the letters and digits of a text, lowercased. */
  private static String normalized(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  /** Returns the other sentences of both sides. */
  private record BackgroundSentences(List<String> source, List<String> target) {
    static BackgroundSentences of(List<SentencePair> pairs, int maxSentences) {
      Map<String, Integer> numbers = new HashMap<>();
      List<Integer> parents = new ArrayList<>();
      for (SentencePair pair : pairs) {
        int source = textNumber("s" + normalized(pair.source()), numbers, parents);
        int target = textNumber("t" + normalized(pair.target()), numbers, parents);
        parents.set(findRoot(source, parents), findRoot(target, parents));
      }
      Map<Integer, Boolean> givesSource = new HashMap<>();
      Set<Integer> taken = new HashSet<>();
      BackgroundSentences sides = new BackgroundSentences(new ArrayList<>(), new ArrayList<>());
      for (SentencePair pair : pairs) {
        int source = numbers.get("s" + normalized(pair.source()));
        int group = findRoot(source, parents);
        boolean first = givesSource.size() % 2 == 0;
        if (givesSource.computeIfAbsent(group, one -> first)) {
          add(pair.source(), source, sides.source, taken, maxSentences);
        } else {
          int target = numbers.get("t" + normalized(pair.target()));
          add(pair.target(), target, sides.target, taken, maxSentences);
        }
      }
      return sides;
    }

    private static void add(
        String text, int number, List<String> side, Set<Integer> taken, int maxSentences) {
      if (side.size() < maxSentences && taken.add(number)) {
        side.add(text);
      }
    }

    private static int textNumber(
        String text, Map<String, Integer> numbers, List<Integer> parents) {
      Integer known = numbers.putIfAbsent(text, parents.size());
      if (known != null) {
        return known;
      }
      parents.add(parents.size());
      return parents.size() - 1;
    }

    /** Returns the representative of all texts that are connected with a text. */
    private static int findRoot(int number, List<Integer> parents) {
      int at = number;
      while (parents.get(at) != at) {
        parents.set(at, parents.get(parents.get(at)));
        at = parents.get(at);
      }
      return at;
    }
  }
}
