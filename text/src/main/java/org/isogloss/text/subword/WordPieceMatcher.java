// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;

/** Collects the characters of one word with their offsets, then splits the word into tokens. */
final class WordPieceMatcher {
  private static final int CAPACITY = 200;

  private char[] chars = new char[CAPACITY];
  private int[] starts = new int[CAPACITY];
  private int[] ends = new int[CAPACITY];
  private final TokenTrie trie;
  private final int unknown;
  private final int maxCodePoints;
  private final TokenBuffer tokens;
  private int length;
  private int codePoints;
  private int end;

  /**
   * Creates a matcher for the tokens of a vocabulary.
   *
   * @param maxCodePoints maximum length of a word in code points; a longer word becomes the unknown
   *     token
   */
  WordPieceMatcher(TokenTrie trie, int unknown, int maxCodePoints, TokenBuffer tokens) {
    this.trie = trie;
    this.unknown = unknown;
    this.maxCodePoints = maxCodePoints;
    this.tokens = tokens;
  }

  /** Appends a character that is at {@code start} in the text. */
  void append(char c, int start) {
    if (codePoints++ < maxCodePoints) {
      add(c, start, start + 1);
    }
    end = start + 1;
  }

  /** Appends a code point that represents the characters {@code [start, end)} of the text. */
  void append(int codePoint, int start, int end) {
    if (codePoints++ < maxCodePoints) {
      if (Character.isBmpCodePoint(codePoint)) {
        add((char) codePoint, start, end);
      } else {
        add(Character.highSurrogate(codePoint), start, end);
        add(Character.lowSurrogate(codePoint), start, end);
      }
    }
    this.end = end;
  }

  /**
   * Inserts a combining mark before the marks of a higher combining class, in the canonical order
   * of Unicode.
   */
  void insert(int codePoint, int start, int end) {
    int combiningClass = BertCharacterClasses.combiningClass(codePoint);
    int at = length;
    while (at > 0) {
      int before = Character.codePointBefore(chars, at);
      if (BertCharacterClasses.combiningClass(before) <= combiningClass) {
        break;
      }
      at -= Character.charCount(before);
    }
    int added = length;
    append(codePoint, start, end);
    for (; added < length; added++, at++) {
      for (int i = added; i > at; i--) {
        swap(i, i - 1);
      }
    }
  }

  private void swap(int i, int j) {
    char c = chars[i];
    int start = starts[i];
    int end = ends[i];
    chars[i] = chars[j];
    starts[i] = starts[j];
    ends[i] = ends[j];
    chars[j] = c;
    starts[j] = start;
    ends[j] = end;
  }

  private void add(char c, int start, int end) {
    if (length == chars.length) {
      chars = Arrays.copyOf(chars, 2 * length);
      starts = Arrays.copyOf(starts, 2 * length);
      ends = Arrays.copyOf(ends, 2 * length);
    }
    chars[length] = c;
    starts[length] = start;
    ends[length] = end;
    length++;
  }

  /** Extends the span of the last character to {@code end}, over a removed character. */
  void extendOver(int end) {
    if (length > 0) {
      ends[length - 1] = end;
      this.end = end;
    }
  }

  /** Ends the word and adds its tokens; the next word may begin. */
  void end() {
    if (length > 0) {
      match();
      length = 0;
      codePoints = 0;
    }
  }

  private void match() {
    int before = tokens.size();
    if (codePoints > maxCodePoints) {
      tokens.add(unknown, starts[0], end);
      return;
    }
    for (int start = 0; start < length; ) {
      int node = start == 0 ? TokenTrie.WORD_START : TokenTrie.WORD_CONTINUATION;
      int token = TokenTrie.NONE;
      int tokenEnd = start;
      for (int i = start; i < length; i++) {
        node = trie.child(node, chars[i]);
        if (node == TokenTrie.NONE) {
          break;
        }
        if (trie.tokenId(node) != TokenTrie.NONE) {
          token = trie.tokenId(node);
          tokenEnd = i + 1;
        }
      }
      if (token == TokenTrie.NONE) {
        tokens.truncate(before);
        tokens.add(unknown, starts[0], end);
        return;
      }
      tokens.add(token, starts[start], ends[tokenEnd - 1]);
      start = tokenEnd;
    }
  }
}
