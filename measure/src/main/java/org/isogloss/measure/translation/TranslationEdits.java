// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Optional;

/**
 * The number of edits from a hypothesis to a reference, in which a shift of a sequence of words is
 * one edit. The best shifts are searched greedily within the limits of Tercom and sacreBLEU.
 */
final class TranslationEdits {
  private static final int MAX_SHIFT_LENGTH = 10;
  private static final int MAX_SHIFT_DISTANCE = 50;
  private static final int MAX_CANDIDATES = 1000;

  /**
   * A shift of words of the hypothesis.
   *
   * @param gain by how much it reduces the other edits
   * @param words the hypothesis after the shift
   */
  private record Shift(int gain, int length, int start, int target, int[] words) {
    /** Whether this shift is preferred: larger, longer, and further to the left. */
    private boolean isBetterThan(Shift other) {
      if (gain != other.gain) {
        return gain > other.gain;
      }
      if (length != other.length) {
        return length > other.length;
      }
      return start != other.start ? start < other.start : target < other.target;
    }
  }

  private final int[] reference;
  private final BeamEditDistance distance;
  private int candidates;

  private TranslationEdits(int[] reference) {
    this.reference = reference;
    this.distance = new BeamEditDistance(reference);
  }

  /** Counts the edits; words are numbers. */
  static int count(int[] hypothesis, int[] reference) {
    return reference.length == 0
        ? hypothesis.length
        : new TranslationEdits(reference).count(hypothesis);
  }

  private int count(int[] hypothesis) {
    int[] words = hypothesis;
    int shifts = 0;
    while (true) {
      Optional<Shift> best = new ShiftSearch(words).best();
      if (candidates >= MAX_CANDIDATES || best.isEmpty() || best.get().gain() <= 0) {
        return shifts + distance.of(words);
      }
      words = best.get().words();
      shifts++;
    }
  }

  /** Searches the best shift of some words of one hypothesis. */
  private final class ShiftSearch {
    private final int[] words;
    private final int before;
    private final EditAlignment alignment;
    private Optional<Shift> best = Optional.empty();

    ShiftSearch(int[] words) {
      this.words = words;
      this.before = distance.of(words);
      this.alignment = distance.alignment();
    }

    /** Returns the best shift of those that were tried; empty if none is a candidate. */
    Optional<Shift> best() {
      for (int start = 0; start < words.length; start++) {
        int from = Math.max(0, start - MAX_SHIFT_DISTANCE);
        int to = Math.min(reference.length - 1, start + MAX_SHIFT_DISTANCE);
        for (int at = from; at <= to; at++) {
          int longest = commonLength(start, at);
          for (int length = 1; length <= longest; length++) {
            if (alignment.isCandidate(start, at, length)) {
              tryTargets(start, at, length);
            }
            if (candidates >= MAX_CANDIDATES) {
              return best;
            }
          }
        }
      }
      return best;
    }

    /** The number of equal words from a position of the hypothesis and of the reference on. */
    private int commonLength(int start, int at) {
      int limit = Math.min(MAX_SHIFT_LENGTH, Math.min(words.length - start, reference.length - at));
      int length = 0;
      while (length < limit && words[start + length] == reference[at + length]) {
        length++;
      }
      return length;
    }

    /** Tries the places to which words can be shifted. */
    private void tryTargets(int start, int at, int length) {
      int previous = -1;
      for (int offset = -1; offset < length && at + offset < reference.length; offset++) {
        int target = at + offset < 0 ? 0 : alignment.hypothesisPosition(at + offset) + 1;
        if (target != previous) {
          previous = target;
          int[] shifted = shift(words, start, length, target);
          int gain = before - distance.of(shifted);
          Shift candidate = new Shift(gain, length, start, target, shifted);
          candidates++;
          if (best.isEmpty() || candidate.isBetterThan(best.get())) {
            best = Optional.of(candidate);
          }
        }
      }
    }
  }

  /** Moves words to before a position; a position inside of them is that of their first word. */
  private static int[] shift(int[] words, int start, int length, int target) {
    int[] shifted = new int[words.length];
    int destination =
        target > start + length ? target - length : Math.min(target, words.length - length);
    int rest = 0;
    for (int i = 0; i < words.length; i++) {
      if (i >= destination && i < destination + length) {
        shifted[i] = words[start + i - destination];
      } else {
        shifted[i] = words[rest < start ? rest : rest + length];
        rest++;
      }
    }
    return shifted;
  }
}
