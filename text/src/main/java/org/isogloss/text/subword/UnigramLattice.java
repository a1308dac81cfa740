// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;

/**
 * Finds the most probable segmentation of a word (Viterbi's algorithm; Kudo, "Subword
 * Regularization", ACL 2018, equation 4). Not thread-safe.
 */
final class UnigramLattice {
  private static final int UNREACHED = -1;

  private final UnigramVocabulary vocabulary;
  private final TokenTrie trie;
  private final char mark;

  /** For each offset in the word: the best score up to it, and the last token on the best path. */
  private double[] best = new double[64];

  private int[] tokens = new int[64];
  private int[] starts = new int[64];
  private int[] ends = new int[64];

  /** Creates a lattice over a vocabulary; {@code mark} is the character before a marked word. */
  UnigramLattice(UnigramVocabulary vocabulary, char mark) {
    this.vocabulary = vocabulary;
    this.trie = vocabulary.trie();
    this.mark = mark;
  }

  /** Segments the word {@code chars[start, end)}, with or without a mark before it. */
  UnigramSegmentedWord segment(char[] chars, int start, int end, boolean marked) {
    char[] letters = Arrays.copyOfRange(chars, start, end);
    int length = end - start;
    int at = 0;
    if (marked) {
      length++;
      prepare(length);
      walk(trie.child(TokenTrie.WORD_START, mark), 0, 1, letters, 1, length);
      at = 1;
    } else {
      prepare(length);
    }
    int shift = at;
    while (at < length) {
      char c = letters[at - shift];
      int node = trie.child(TokenTrie.WORD_START, c);
      int next = at + 1;
      if (Character.isHighSurrogate(c)
          && next < length
          && Character.isLowSurrogate(letters[next - shift])) {
        node = node == TokenTrie.NONE ? node : trie.child(node, letters[next - shift]);
        next++;
      }
      walk(node, at, next, letters, shift, length);
      at = next;
    }
    return collect(letters, marked, length);
  }

  private void prepare(int length) {
    if (length >= best.length) {
      int capacity = Math.max(length + 1, 2 * best.length);
      best = new double[capacity];
      tokens = new int[capacity];
      starts = new int[capacity];
      ends = new int[capacity];
    }
    Arrays.fill(starts, 0, length + 1, UNREACHED);
    best[0] = 0;
  }

  /**
   * Adds all tokens that start at an offset.
   *
   * @param node the child of the root for the first character
   * @param next the offset after the first character
   */
  private void walk(int node, int at, int next, char[] letters, int shift, int length) {
    double score = best[at];
    boolean single = false;
    for (int to = next; node != TokenTrie.NONE; to++) {
      int token = trie.tokenId(node);
      if (token != TokenTrie.NONE) {
        reach(to, at, token, score + vocabulary.score(token));
        single |= to == next;
      }
      node = to == length ? TokenTrie.NONE : trie.child(node, letters[to - shift]);
    }
    if (!single) {
      reach(next, at, vocabulary.unknown(), score + vocabulary.unknownScore());
    }
  }

  private void reach(int to, int from, int token, double score) {
    if (starts[to] == UNREACHED || score > best[to]) {
      starts[to] = from;
      tokens[to] = token;
      best[to] = score;
    }
  }

  /** Follows the best path back; adjacent unknown characters are merged into one unknown token. */
  private UnigramSegmentedWord collect(char[] letters, boolean marked, int length) {
    int unknown = vocabulary.unknown();
    int slot = length + 1;
    for (int to = length; to > 0; to = starts[slot]) {
      int token = tokens[to];
      int from = starts[to];
      while (token == unknown && from > 0 && tokens[from] == unknown) {
        from = starts[from];
      }
      // The entries overwritten here were read before: there are at most as many tokens as offsets.
      slot--;
      tokens[slot] = token;
      starts[slot] = from;
      ends[slot] = to;
    }
    UnigramSegmentedWord word =
        new UnigramSegmentedWord(
            letters,
            marked,
            Arrays.copyOfRange(tokens, slot, length + 1),
            Arrays.copyOfRange(starts, slot, length + 1),
            Arrays.copyOfRange(ends, slot, length + 1));
    return vocabulary.hasByteFallback() ? withByteFallback(word) : word;
  }

  /** Replaces the unknown parts of a word by byte tokens. */
  private UnigramSegmentedWord withByteFallback(UnigramSegmentedWord word) {
    String marked = (word.marked() ? mark : "") + new String(word.letters());
    int size = 0;
    int[] ids = new int[0];
    int[] from = new int[0];
    int[] to = new int[0];
    for (int i = 0; i < word.ids().length; i++) {
      int[] replacement = {word.ids()[i]};
      if (replacement[0] == vocabulary.unknown()) {
        replacement = vocabulary.unknown(marked.substring(word.starts()[i], word.ends()[i]));
      }
      ids = Arrays.copyOf(ids, size + replacement.length);
      from = Arrays.copyOf(from, ids.length);
      to = Arrays.copyOf(to, ids.length);
      System.arraycopy(replacement, 0, ids, size, replacement.length);
      Arrays.fill(from, size, ids.length, word.starts()[i]);
      Arrays.fill(to, size, ids.length, word.ends()[i]);
      size = ids.length;
    }
    return new UnigramSegmentedWord(word.letters(), word.marked(), ids, from, to);
  }
}
