// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;

/**
 * The tokens of a vocabulary by their characters: a trie with two roots, one for the beginning of a
 * word and one for its continuation. All edges are in one open-addressing table, so that a step is
 * one memory access and matching allocates no objects.
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
  private int[] tokens = new int[1 << 10];
  private int nodes = 2;

  TokenTrie() {
    Arrays.fill(tokens, NONE);
  }

  /**
   * Adds the characters {@code token[from..]} below a root; a later token replaces an equal one.
   */
  void add(int root, String token, int from, int id) {
    int node = root;
    for (int i = from; i < token.length(); i++) {
      int child = child(node, token.charAt(i));
      node = child == NONE ? append(node, token.charAt(i)) : child;
    }
    tokens[node] = id;
  }

  /** The child of a node for a character, or {@link #NONE}. */
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

  /** The id of the token that ends at a node, or {@link #NONE}. */
  int tokenId(int node) {
    return tokens[node];
  }

  private int append(int node, char letter) {
    if (nodes > CHILD_MASK) {
      throw new IllegalArgumentException("vocabulary of more than " + CHILD_MASK + " characters");
    }
    if (edgeCount * 2 >= edges.length) {
      grow();
    }
    if (nodes == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * nodes);
      Arrays.fill(tokens, nodes, 2 * nodes, NONE);
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
