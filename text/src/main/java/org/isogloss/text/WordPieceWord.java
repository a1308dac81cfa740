package org.isogloss.text;

/** One word on its way into pieces: its characters as they arrive, and where they came from. */
final class WordPieceWord {
  /** Longer words are unknown as a whole: what no vocabulary knows is not worth its time. */
  private static final int MAX_CODE_POINTS = 100;

  private final char[] chars = new char[2 * MAX_CODE_POINTS];
  private final int[] starts = new int[2 * MAX_CODE_POINTS];
  private final int[] ends = new int[2 * MAX_CODE_POINTS];
  private final PieceTrie trie;
  private final int unknown;
  private final PieceBuffer pieces;
  private int length;
  private int codePoints;
  private int end;

  WordPieceWord(PieceTrie trie, int unknown, PieceBuffer pieces) {
    this.trie = trie;
    this.unknown = unknown;
    this.pieces = pieces;
  }

  /** The next character, which is at {@code start} in the text. */
  void append(char c, int start) {
    if (codePoints++ < MAX_CODE_POINTS) {
      add(c, start, start + 1);
    }
    end = start + 1;
  }

  /** The next code point, which stands for what is at {@code [start, end)} in the text. */
  void append(int codePoint, int start, int end) {
    if (codePoints++ < MAX_CODE_POINTS) {
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
    int combiningClass = BertCharacters.combiningClass(codePoint);
    int at = length;
    while (at > 0) {
      int before = Character.codePointBefore(chars, at);
      if (BertCharacters.combiningClass(before) <= combiningClass) {
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
    chars[length] = c;
    starts[length] = start;
    ends[length] = end;
    length++;
  }

  /**
   * A character that is no part of the word lies before {@code end}; its place goes to the last.
   */
  void dropped(int end) {
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
    if (codePoints > MAX_CODE_POINTS) {
      pieces.add(unknown, starts[0], end);
      return;
    }
    for (int start = 0; start < length; ) {
      int node = start == 0 ? PieceTrie.WORD_START : PieceTrie.WORD_INSIDE;
      int piece = PieceTrie.NONE;
      int pieceEnd = start;
      for (int i = start; i < length; i++) {
        node = trie.child(node, chars[i]);
        if (node == PieceTrie.NONE) {
          break;
        }
        if (trie.piece(node) != PieceTrie.NONE) {
          piece = trie.piece(node);
          pieceEnd = i + 1;
        }
      }
      if (piece == PieceTrie.NONE) {
        pieces.cut(before);
        pieces.add(unknown, starts[0], end);
        return;
      }
      pieces.add(piece, starts[start], ends[pieceEnd - 1]);
      start = pieceEnd;
    }
  }
}
