// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import java.util.Arrays;

/**
 * A normalised text, and the place of each of its characters in the original text. Immutable.
 *
 * <p>Offsets are in UTF-16 units.
 */
public final class NormalizedText {
  private final String text;

  /**
   * The offset in the original text of each character and of the end; empty if the text is
   * unchanged.
   */
  private final int[] origins;

  private NormalizedText(String text, int[] origins) {
    this.text = text;
    this.origins = origins;
  }

  static NormalizedText unchanged(String text) {
    return new NormalizedText(text, new int[0]);
  }

  /** The normalised text. */
  public String text() {
    return text;
  }

  /**
   * Returns the offset in the original text of a character of the normalised text. Where several
   * characters stand for one, such as the letters of a ligature, all have its offset; where
   * characters were removed, the offset is that of the next one.
   *
   * @param offset from 0 to the length of the normalised text, whose offset is the length of the
   *     original text
   */
  public int originalOffset(int offset) {
    return origins.length == 0 ? offset : origins[offset];
  }

  /** Collects the characters of a normalised text. */
  static final class Builder {
    private char[] chars;
    private int[] origins;
    private int length;

    Builder(int capacity) {
      chars = new char[capacity];
      origins = new int[capacity + 1];
    }

    void append(char character, int origin) {
      if (length == chars.length) {
        int capacity = 2 * length + 16;
        chars = Arrays.copyOf(chars, capacity);
        origins = Arrays.copyOf(origins, capacity + 1);
      }
      chars[length] = character;
      origins[length++] = origin;
    }

    int length() {
      return length;
    }

    char charAt(int index) {
      return chars[index];
    }

    int origin(int index) {
      return origins[index];
    }

    /** Replaces the last characters by one. */
    void replaceLast(int count, char character) {
      length -= count;
      append(character, origins[length]);
    }

    /** Returns the characters {@code [from, to)}. */
    String substring(int from, int to) {
      return new String(chars, from, to - from);
    }

    /**
     * Returns the text.
     *
     * @param originalLength the length of the original text
     */
    NormalizedText build(int originalLength) {
      origins[length] = originalLength;
      return new NormalizedText(new String(chars, 0, length), Arrays.copyOf(origins, length + 1));
    }
  }
}
