// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;

/**
 * A text during normalisation: its current characters, each with the range of the original text
 * that it represents. Offsets are stored only after the first change, and only if the caller needs
 * them.
 */
final class AlignedText {
  private static final int[] NO_OFFSETS = {};

  /**
   * Maximum ratio of the length of a normalised text to the original: about twice the growth by the
   * longest compatibility decomposition (U+FDFA, 18 characters) and a replacement of each
   * character.
   */
  private static final int MAX_GROWTH = 64;

  private final boolean aligned;
  private final long limit;
  private char[] chars;
  private int[] starts = NO_OFFSETS;
  private int[] ends = NO_OFFSETS;
  private int length;

  private AlignedText(boolean aligned, long limit, char[] chars, int length) {
    this.aligned = aligned;
    this.limit = limit;
    this.chars = chars;
    this.length = length;
  }

  /**
   * The unchanged text.
   *
   * @param aligned whether the caller needs offsets
   */
  static AlignedText of(String text, boolean aligned) {
    long limit = Math.min((long) MAX_GROWTH * text.length(), Integer.MAX_VALUE - Long.BYTES);
    return new AlignedText(aligned, limit, text.toCharArray(), text.length());
  }

  /**
   * A new text for the result of a normalisation step; it begins with the first {@code count}
   * characters.
   */
  AlignedText copyOfPrefix(int count) {
    AlignedText copy = new AlignedText(aligned, limit, new char[length + length / 8 + 16], 0);
    if (aligned) {
      copy.starts = new int[copy.chars.length];
      copy.ends = new int[copy.chars.length];
    }
    copy.append(this, 0, count);
    return copy;
  }

  /** Appends the characters {@code [from, to)} of another text, with their offsets. */
  void append(AlignedText other, int from, int to) {
    ensureCapacity(to - from);
    System.arraycopy(other.chars, from, chars, length, to - from);
    for (int i = from; i < to && aligned; i++) {
      starts[length + i - from] = other.start(i);
      ends[length + i - from] = other.end(i);
    }
    length += to - from;
  }

  /** Appends a replacement for the characters {@code [from, to)} of another text. */
  void append(String replacement, AlignedText other, int from, int to) {
    int count = replacement.length();
    ensureCapacity(count);
    replacement.getChars(0, count, chars, length);
    if (aligned) {
      Arrays.fill(starts, length, length + count, other.start(from));
      Arrays.fill(ends, length, length + count, other.end(to - 1));
    }
    length += count;
  }

  private void ensureCapacity(int more) {
    long needed = (long) length + more;
    if (needed > limit) {
      throw new IsoglossException(
          "the normalizer of the model's tokenizer makes a text more than "
              + MAX_GROWTH
              + " times as long: the normalizer is damaged");
    }
    if (needed > chars.length) {
      int capacity = (int) Math.min(limit, Math.max(needed, chars.length + chars.length / 2L));
      chars = Arrays.copyOf(chars, capacity);
      if (aligned) {
        starts = Arrays.copyOf(starts, capacity);
        ends = Arrays.copyOf(ends, capacity);
      }
    }
  }

  /** The characters; only the first {@link #length} elements of the array are valid. */
  char[] chars() {
    return chars;
  }

  int length() {
    return length;
  }

  /** Start of the range of the original text that a character represents. */
  int start(int index) {
    return starts.length == 0 ? index : starts[index];
  }

  /** End of the range of the original text that a character represents. */
  int end(int index) {
    return ends.length == 0 ? index + 1 : ends[index];
  }

  /** Keeps only the characters {@code [from, to)}. */
  AlignedText slice(int from, int to) {
    if (from == 0) {
      length = to;
      return this;
    }
    AlignedText rest = copyOfPrefix(0);
    rest.append(this, from, to);
    return rest;
  }

  @Override
  public String toString() {
    return new String(chars, 0, length);
  }
}
