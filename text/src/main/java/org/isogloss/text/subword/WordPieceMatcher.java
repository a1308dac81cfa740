package org.isogloss.text.subword;

import java.util.Arrays;

/** One word on its way into pieces: its characters as they arrive, and where they came from. */
final class WordPieceMatcher {
  private static final int CAPACITY = 200;

  private char[] chars = new char[CAPACITY];
  private int[] starts = new int[CAPACITY];
  private int[] ends = new int[CAPACITY];
  private final TokenTrie trie;
  private final int unknown;
  private final int maxCodePoints;
  private final TokenBuffer pieces;
  private int length;
  private int codePoints;
  private int end;

  /**
   * A word that is cut by a vocabulary.
   *
   * @param maxCodePoints longer words are unknown as a whole
   */
  WordPieceMatcher(TokenTrie trie, int unknown, int maxCodePoints, TokenBuffer pieces) {
    this.trie = trie;
    this.unknown = unknown;
    this.maxCodePoints = maxCodePoints;
    this.pieces = pieces;
  }

  /** The next character, which is at {@code start} in the text. */
  void append(char c, int start) {
    if (codePoints++ < maxCodePoints) {
      add(c, start, start + 1);
    }
    end = start + 1;
  }

  /** The next code point, which stands for what is at {@code [start, end)} in the text. */
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
   * The next code point, a combining mark: it goes before those of a higher combining class, as the
   * canonical order of Unicode wants it.
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

  /**
   * A character that is no part of the word lies before {@code end}; its place goes to the last.
   */
  void extendOver(int end) {
    if (length > 0) {
      ends[length - 1] = end;
      this.end = end;
    }
  }

  /** Ends the word: its pieces are added, the next word may begin. */
  void end() {
    if (length > 0) {
      match();
      length = 0;
      codePoints = 0;
    }
  }

  private void match() {
    int before = pieces.size();
    if (codePoints > maxCodePoints) {
      pieces.add(unknown, starts[0], end);
      return;
    }
    for (int start = 0; start < length; ) {
      int node = start == 0 ? TokenTrie.WORD_START : TokenTrie.WORD_CONTINUATION;
      int piece = TokenTrie.NONE;
      int pieceEnd = start;
      for (int i = start; i < length; i++) {
        node = trie.child(node, chars[i]);
        if (node == TokenTrie.NONE) {
          break;
        }
        if (trie.tokenId(node) != TokenTrie.NONE) {
          piece = trie.tokenId(node);
          pieceEnd = i + 1;
        }
      }
      if (piece == TokenTrie.NONE) {
        pieces.truncate(before);
        pieces.add(unknown, starts[0], end);
        return;
      }
      pieces.add(piece, starts[start], ends[pieceEnd - 1]);
      start = pieceEnd;
    }
  }
}
