package org.isogloss.text.subword;

import java.util.Arrays;

/**
 * Pieces by their letters: a trie with two roots, one for the starts of words and one for what goes
 * on inside them. All edges lie in one open-addressing table, so that a step is one look at memory
 * and nothing is allocated while matching.
 */
final class TokenTrie {
  static final int WORD_START = 0;
  static final int WORD_CONTINUATION = 1;
  static final int NONE = -1;

  private static final int CHILD_BITS = 24;
  private static final int CHILD_MASK = (1 << CHILD_BITS) - 1;

  /** An edge is parent (24 bits), character (16 bits), child (24 bits); 0 is a free slot. */
  private long[] edges = new long[1 << 10];

  private int shift = Long.SIZE - 10;
  private int edgeCount;
  private int[] pieces = new int[1 << 10];
  private int nodes = 2;

  TokenTrie() {
    Arrays.fill(pieces, NONE);
  }

  /** Adds the letters {@code piece[from..]} below a root; the last of two equal pieces counts. */
  void add(int root, String piece, int from, int id) {
    int node = root;
    for (int i = from; i < piece.length(); i++) {
      int child = child(node, piece.charAt(i));
      node = child == NONE ? append(node, piece.charAt(i)) : child;
    }
    pieces[node] = id;
  }

  /** The node that a letter leads to, or {@link #NONE}. */
  int child(int node, char letter) {
    long key = key(node, letter);
    int mask = edges.length - 1;
    for (int slot = slot(key); ; slot = (slot + 1) & mask) {
      long edge = edges[slot];
      if (edge >>> CHILD_BITS == key && edge != 0) {
        return (int) edge & CHILD_MASK;
      }
      if (edge == 0) {
        return NONE;
      }
    }
  }

  /** The piece that ends at a node, or {@link #NONE}. */
  int tokenId(int node) {
    return pieces[node];
  }

  private int append(int node, char letter) {
    if (nodes > CHILD_MASK) {
      throw new IllegalArgumentException("vocabulary of more than " + CHILD_MASK + " letters");
    }
    if (edgeCount * 2 >= edges.length) {
      grow();
    }
    if (nodes == pieces.length) {
      pieces = Arrays.copyOf(pieces, 2 * nodes);
      Arrays.fill(pieces, nodes, 2 * nodes, NONE);
    }
    int child = nodes++;
    put((key(node, letter) << CHILD_BITS) | child);
    edgeCount++;
    return child;
  }

  private void grow() {
    long[] old = edges;
    edges = new long[2 * old.length];
    shift--;
    for (long edge : old) {
      if (edge != 0) {
        put(edge);
      }
    }
  }

  private void put(long edge) {
    int mask = edges.length - 1;
    int slot = slot(edge >>> CHILD_BITS);
    while (edges[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    edges[slot] = edge;
  }

  private static long key(int node, char letter) {
    return ((long) node << Character.SIZE) | letter;
  }

  private int slot(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
  }
}
