// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Splits parallel texts into two files, so that no text has a translation on the other side except
 * hidden pairs. Texts that pairs connect, directly or through others, go to one side together;
 * texts that differ in case and punctuation only are equal.
 */
final class DisjointCorpusSplitter {
  private static final int SOURCE = 1;
  private static final int TARGET = 2;
  private static final long SEED = 1;

  /** A pair that may be hidden. */
  private record Pair(int source, int target, String origin) {}

  /** Lines of two files, and hidden pairs as {@code source line TAB target line TAB origin}. */
  record Lines(List<String> source, List<String> target, List<String> hidden) {}

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private int[] parents = new int[1 << 10];
  private byte[] sides = new byte[1 << 10];
  private final List<Pair> candidatePairs = new ArrayList<>();
  private final List<Pair> hidden = new ArrayList<>();

  /** Adds a text and its translation, either of which may go to one side only. */
  void add(String text, boolean toSource, String other, boolean otherToSource, String origin) {
    int first = textNumber(text, toSource);
    int second = textNumber(other, otherToSource);
    parents[findRoot(first)] = findRoot(second);
    if (toSource != otherToSource && sides[first] + sides[second] == SOURCE + TARGET) {
      candidatePairs.add(new Pair(toSource ? first : second, toSource ? second : first, origin));
    }
  }

  private int textNumber(String text, boolean toSource) {
    int number =
        numbers.computeIfAbsent(
            normalized(text),
            key -> {
              texts.add(text);
              return texts.size() - 1;
            });
    if (number == parents.length) {
      parents = Arrays.copyOf(parents, 2 * number);
      sides = Arrays.copyOf(sides, 2 * number);
    }
    if (sides[number] == 0) {
      parents[number] = number;
    }
    sides[number] |= (byte) (toSource ? SOURCE : TARGET);
    return number;
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

  private int findRoot(int number) {
    int at = number;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** The current roots of the hidden pairs: pairs that were added later may have connected them. */
  private Set<Integer> hiddenRoots() {
    Set<Integer> roots = new HashSet<>();
    hidden.forEach(pair -> roots.add(findRoot(pair.source)));
    return roots;
  }

  /**
   * Hides some of the pairs so far, no two of which are connected: first those that are connected
   * with nothing else, as the others lose all but two texts.
   */
  void hide(int maxPairs) {
    int[] sizes = new int[texts.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[findRoot(i)]++;
    }
    Collections.shuffle(candidatePairs, new Random(SEED));
    candidatePairs.sort(Comparator.comparingInt(pair -> sizes[findRoot(pair.source)]));
    Set<Integer> hiddenRoots = hiddenRoots();
    int before = hidden.size();
    for (Pair pair : candidatePairs) {
      boolean divided = sides[pair.source] == SOURCE && sides[pair.target] == TARGET;
      if (hidden.size() - before < maxPairs && divided && hiddenRoots.add(findRoot(pair.source))) {
        hidden.add(pair);
      }
    }
    candidatePairs.clear();
  }

  /**
   * Splits the texts. Connected texts go to the side that accepts more of them while it has room,
   * otherwise to the shorter side.
   *
   * @param maxLines maximum number of lines of a side
   */
  Lines split(int maxLines) {
    Set<Integer> taken = hiddenRoots();
    Map<Integer, List<Integer>> joined = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      if (!taken.contains(findRoot(i))) {
        joined.computeIfAbsent(findRoot(i), root -> new ArrayList<>()).add(i);
      }
    }
    List<Integer> source = new ArrayList<>();
    List<Integer> target = new ArrayList<>();
    List<List<Integer>> groups = new ArrayList<>(joined.values());
    groups.sort(
        Comparator.comparingInt(group -> -Math.abs(sourceCount(group) - targetCount(group))));
    for (List<Integer> group : groups) {
      int difference = sourceCount(group) - targetCount(group);
      boolean full = hidden.size() + (difference > 0 ? source : target).size() >= maxLines;
      boolean toSource = difference == 0 ? source.size() < target.size() : difference > 0 != full;
      int side = toSource ? SOURCE : TARGET;
      for (int text : group) {
        if ((sides[text] & side) != 0) {
          (side == SOURCE ? source : target).add(text);
        }
      }
    }
    List<Integer> sourceOrder =
        shuffledOrder(hidden.stream().map(Pair::source).toList(), source, maxLines);
    List<Integer> targetOrder =
        shuffledOrder(hidden.stream().map(Pair::target).toList(), target, maxLines);
    Map<Integer, Integer> sourceLines = lineNumbers(sourceOrder);
    Map<Integer, Integer> targetLines = lineNumbers(targetOrder);
    List<String> pairs = new ArrayList<>();
    for (Pair pair : hidden) {
      int line = sourceLines.get(pair.source);
      pairs.add(line + "\t" + targetLines.get(pair.target) + "\t" + pair.origin);
    }
    return new Lines(
        sourceOrder.stream().map(texts::get).toList(),
        targetOrder.stream().map(texts::get).toList(),
        pairs);
  }

  private int sourceCount(List<Integer> group) {
    return (int) group.stream().filter(text -> (sides[text] & SOURCE) != 0).count();
  }

  private int targetCount(List<Integer> group) {
    return (int) group.stream().filter(text -> (sides[text] & TARGET) != 0).count();
  }

  private static List<Integer> shuffledOrder(
      List<Integer> required, List<Integer> others, int maxLines) {
    Random random = new Random(SEED);
    Collections.shuffle(others, random);
    List<Integer> all = new ArrayList<>(required);
    all.addAll(others.subList(0, Math.clamp(maxLines - required.size(), 0, others.size())));
    Collections.shuffle(all, random);
    return all;
  }

  private static Map<Integer, Integer> lineNumbers(List<Integer> order) {
    Map<Integer, Integer> lines = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      lines.put(order.get(i), i + 1);
    }
    return lines;
  }
}
