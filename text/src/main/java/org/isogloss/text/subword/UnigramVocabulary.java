// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** The vocabulary of a Unigram tokenizer, indexed for lookup. */
final class UnigramVocabulary {
  /** Difference between the lowest score of a token and the score of an unknown character. */
  private static final double UNKNOWN_PENALTY = 10;

  private static final int BYTES = 256;

  private final String[] tokens;
  private final double[] scores;
  private final TokenTrie trie = new TokenTrie();
  private final Map<String, Integer> control = new HashMap<>();
  private final int unknown;
  private final double unknownScore;
  private final int[] byteTokens;

  UnigramVocabulary(UnigramModel source, int unknown) {
    this.tokens = source.tokens().toArray(String[]::new);
    this.scores = source.scores();
    this.unknown = unknown;
    this.unknownScore = Arrays.stream(scores).min().orElseThrow() - UNKNOWN_PENALTY;
    for (int id = 0; id < tokens.length; id++) {
      if (id == unknown || source.controlIds().contains(id)) {
        control.put(tokens[id], id);
      } else {
        trie.add(TokenTrie.WORD_START, tokens[id], 0, id);
      }
    }
    byteTokens = source.byteFallback() ? byteTokens() : new int[0];
  }

  private int[] byteTokens() {
    int[] ids = new int[BYTES];
    for (int value = 0; value < BYTES; value++) {
      ids[value] = id(String.format(Locale.ROOT, "<0x%02X>", value)).orElse(TokenTrie.NONE);
    }
    return ids;
  }

  int size() {
    return tokens.length;
  }

  String token(int id) {
    return tokens[id];
  }

  OptionalInt id(String token) {
    Integer special = control.get(token);
    if (special != null) {
      return OptionalInt.of(special);
    }
    int node = TokenTrie.WORD_START;
    for (int i = 0; i < token.length() && node != TokenTrie.NONE; i++) {
      node = trie.child(node, token.charAt(i));
    }
    int id = node == TokenTrie.NONE ? TokenTrie.NONE : trie.tokenId(node);
    return id == TokenTrie.NONE ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** A trie that finds the tokens at the beginning of a string, shortest first. */
  TokenTrie trie() {
    return trie;
  }

  /** The logarithm of the probability of a token. */
  double score(int id) {
    return scores[id];
  }

  int unknown() {
    return unknown;
  }

  /** The score of a character without a token. */
  double unknownScore() {
    return unknownScore;
  }

  /** The replacement of an unknown part of a word: one token per byte, or the unknown token. */
  int[] unknown(String text) {
    int[] one = {unknown};
    if (byteTokens.length == 0) {
      return one;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] ids = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      ids[i] = byteTokens[Byte.toUnsignedInt(bytes[i])];
      if (ids[i] == TokenTrie.NONE) {
        return one;
      }
    }
    return ids;
  }

  /** Whether unknown text may be replaced by several byte tokens. */
  boolean hasByteFallback() {
    return byteTokens.length > 0;
  }
}
