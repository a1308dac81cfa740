package org.isogloss.text.subword;

import java.util.Arrays;

/**
 * The most probable way to cut a word into pieces (Viterbi's algorithm; Kudo, "Subword
 * Regularization", ACL 2018, equation 4). Not for use by many threads at once.
 */
final class UnigramLattice {
  private static final int UNREACHED = -1;

  private final UnigramVocabulary vocabulary;
  private final TokenTrie trie;
  private final char mark;

  /** For each place in the word: the best score up to it, and the last piece on the way there. */
  private double[] best = new double[64];

  private int[] pieces = new int[64];
  private int[] starts = new int[64];
  private int[] ends = new int[64];

  /** A lattice over a vocabulary; {@code mark} is what stands before a marked word. */
  UnigramLattice(UnigramVocabulary vocabulary, char mark) {
    this.vocabulary = vocabulary;
    this.trie = vocabulary.trie();
    this.mark = mark;
  }

  /** Cuts the word {@code chars[start, end)}, with a mark before it or none. */
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
      pieces = new int[capacity];
      starts = new int[capacity];
      ends = new int[capacity];
    }
    Arrays.fill(starts, 0, length + 1, UNREACHED);
    best[0] = 0;
  }

  /**
   * Tries every piece that starts at a place.
   *
   * @param node where its first character leads to
   * @param next the place behind its first character
   */
  private void walk(int node, int at, int next, char[] letters, int shift, int length) {
    double score = best[at];
    boolean single = false;
    for (int to = next; node != TokenTrie.NONE; to++) {
      int piece = trie.tokenId(node);
      if (piece != TokenTrie.NONE) {
        reach(to, at, piece, score + vocabulary.score(piece));
        single |= to == next;
      }
      node = to == length ? TokenTrie.NONE : trie.child(node, letters[to - shift]);
    }
    if (!single) {
      reach(next, at, vocabulary.unknown(), score + vocabulary.unknownScore());
    }
  }

  private void reach(int to, int from, int piece, double score) {
    if (starts[to] == UNREACHED || score > best[to]) {
      starts[to] = from;
      pieces[to] = piece;
      best[to] = score;
    }
  }

  /** Follows the best path back; what is unknown side by side is unknown as a whole. */
  private UnigramSegmentedWord collect(char[] letters, boolean marked, int length) {
    int unknown = vocabulary.unknown();
    int slot = length + 1;
    for (int to = length; to > 0; to = starts[slot]) {
      int piece = pieces[to];
      int from = starts[to];
      while (piece == unknown && from > 0 && pieces[from] == unknown) {
        from = starts[from];
      }
      // What is written here was read before: there are no more pieces than places.
      slot--;
      pieces[slot] = piece;
      starts[slot] = from;
      ends[slot] = to;
    }
    UnigramSegmentedWord word =
        new UnigramSegmentedWord(
            letters,
            marked,
            Arrays.copyOfRange(pieces, slot, length + 1),
            Arrays.copyOfRange(starts, slot, length + 1),
            Arrays.copyOfRange(ends, slot, length + 1));
    return vocabulary.hasByteFallback() ? spelled(word) : word;
  }

  /** The word with its unknown stretches written byte by byte. */
  private UnigramSegmentedWord spelled(UnigramSegmentedWord word) {
    String written = (word.marked() ? mark : "") + new String(word.letters());
    int size = 0;
    int[] ids = new int[0];
    int[] from = new int[0];
    int[] to = new int[0];
    for (int i = 0; i < word.ids().length; i++) {
      int[] stretch = {word.ids()[i]};
      if (stretch[0] == vocabulary.unknown()) {
        stretch = vocabulary.unknown(written.substring(word.starts()[i], word.ends()[i]));
      }
      ids = Arrays.copyOf(ids, size + stretch.length);
      from = Arrays.copyOf(from, ids.length);
      to = Arrays.copyOf(to, ids.length);
      System.arraycopy(stretch, 0, ids, size, stretch.length);
      Arrays.fill(from, size, ids.length, word.starts()[i]);
      Arrays.fill(to, size, ids.length, word.ends()[i]);
      size = ids.length;
    }
    return new UnigramSegmentedWord(word.letters(), word.marked(), ids, from, to);
  }
}
