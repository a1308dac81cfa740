// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.BitSet;
import java.util.List;

/** Finds added tokens in a text: the leftmost one first, of several there the longest. */
final class AddedTokenMatcher {
  private final TokenTrie trie = new TokenTrie();
  private final boolean empty;

  /** The characters with which tokens begin. */
  private final BitSet first = new BitSet();

  AddedTokenMatcher(List<AddedToken> tokens) {
    empty = tokens.isEmpty();
    for (AddedToken token : tokens) {
      trie.add(TokenTrie.WORD_START, token.content(), 0, token.id());
      first.set(token.content().charAt(0));
    }
  }

  /** Receives a part of a text that is not empty. */
  @FunctionalInterface
  interface TextConsumer {
    void accept(int from, int to);
  }

  /** Receives an added token. */
  @FunctionalInterface
  interface TokenConsumer {
    void accept(int id, int from, int to);
  }

  /** Splits a text into added tokens and the text between them. */
  void split(String text, TextConsumer between, TokenConsumer tokens) {
    int end = 0;
    for (int at = 0; at < text.length() && !empty; ) {
      if (!first.get(text.charAt(at))) {
        at++;
        continue;
      }
      int node = TokenTrie.WORD_START;
      int length = 0;
      int id = TokenTrie.NONE;
      for (int i = at; i < text.length(); i++) {
        node = trie.child(node, text.charAt(i));
        if (node == TokenTrie.NONE) {
          break;
        }
        if (trie.tokenId(node) != TokenTrie.NONE) {
          id = trie.tokenId(node);
          length = i + 1 - at;
        }
      }
      if (length == 0) {
        at++;
        continue;
      }
      if (end < at) {
        between.accept(end, at);
      }
      tokens.accept(id, at, at + length);
      at += length;
      end = at;
    }
    if (end < text.length()) {
      between.accept(end, text.length());
    }
  }
}
