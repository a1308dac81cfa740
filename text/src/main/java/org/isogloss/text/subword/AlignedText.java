package org.isogloss.text.subword;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;

/**
 * A text on its way through normalisation: its characters as they are now, and for each of them the
 * stretch of the original text that it stands for. As long as nothing was changed no places are
 * stored; nor are they where nobody wants them.
 */
final class AlignedText {
  private static final int[] NO_PLACES = {};

  /**
   * How many times as long as the original a text can become, twice what the longest compatibility
   * decomposition (U+FDFA, 18 characters) and a replacement of each character make of it.
   */
  private static final int MAX_GROWTH = 64;

  private final boolean aligned;
  private final long limit;
  private char[] chars;
  private int[] starts = NO_PLACES;
  private int[] ends = NO_PLACES;
  private int length;

  private AlignedText(boolean aligned, long limit, char[] chars, int length) {
    this.aligned = aligned;
    this.limit = limit;
    this.chars = chars;
    this.length = length;
  }

  /**
   * A text as it is.
   *
   * @param aligned whether places will be asked for
   */
  static AlignedText of(String text, boolean aligned) {
    long limit = Math.min((long) MAX_GROWTH * text.length(), Integer.MAX_VALUE - Long.BYTES);
    return new AlignedText(aligned, limit, text.toCharArray(), text.length());
  }

  /** What this text becomes: for now, its first {@code count} characters. */
  AlignedText copyOfPrefix(int count) {
    AlignedText copy = new AlignedText(aligned, limit, new char[length + length / 8 + 16], 0);
    if (aligned) {
      copy.starts = new int[copy.chars.length];
      copy.ends = new int[copy.chars.length];
    }
    copy.append(this, 0, count);
    return copy;
  }

  /** Appends the characters {@code [from, to)} of another text, with their places. */
  void append(AlignedText other, int from, int to) {
    ensure(to - from);
    System.arraycopy(other.chars, from, chars, length, to - from);
    for (int i = from; i < to && aligned; i++) {
      starts[length + i - from] = other.start(i);
      ends[length + i - from] = other.end(i);
    }
    length += to - from;
  }

  /** Appends what stands for the characters {@code [from, to)} of another text. */
  void append(String replacement, AlignedText other, int from, int to) {
    int count = replacement.length();
    ensure(count);
    replacement.getChars(0, count, chars, length);
    if (aligned) {
      Arrays.fill(starts, length, length + count, other.start(from));
      Arrays.fill(ends, length, length + count, other.end(to - 1));
    }
    length += count;
  }

  private void ensure(int more) {
    long needed = (long) length + more;
    if (needed > limit) {
      throw new IsoglossException(
          "the model's tokenizer makes a text more than "
              + MAX_GROWTH
              + " times as long before it cuts it: its normalizer is damaged");
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

  /** The characters; only the first {@link #length} of the array count. */
  char[] chars() {
    return chars;
  }

  int length() {
    return length;
  }

  /** Where what a character stands for starts in the original text. */
  int start(int index) {
    return starts.length == 0 ? index : starts[index];
  }

  /** Where what a character stands for ends in the original text. */
  int end(int index) {
    return ends.length == 0 ? index + 1 : ends[index];
  }

  /** Drops all but the characters {@code [from, to)}. */
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
