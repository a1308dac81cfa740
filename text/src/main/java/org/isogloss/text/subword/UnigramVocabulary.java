package org.isogloss.text.subword;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** The pieces of a Unigram tokenizer, ready to be looked for. */
final class UnigramVocabulary {
  /** By how much a character that is no piece scores worse than the worst piece. */
  private static final double UNKNOWN_PENALTY = 10;

  private static final int BYTES = 256;

  private final String[] pieces;
  private final double[] scores;
  private final TokenTrie trie = new TokenTrie();
  private final Map<String, Integer> control = new HashMap<>();
  private final int unknown;
  private final double unknownScore;
  private final int[] bytePieces;

  UnigramVocabulary(UnigramModel source, int unknown) {
    this.pieces = source.tokens().toArray(String[]::new);
    this.scores = source.scores();
    this.unknown = unknown;
    this.unknownScore = Arrays.stream(scores).min().orElseThrow() - UNKNOWN_PENALTY;
    for (int id = 0; id < pieces.length; id++) {
      if (id == unknown || source.controlIds().contains(id)) {
        control.put(pieces[id], id);
      } else {
        trie.add(TokenTrie.WORD_START, pieces[id], 0, id);
      }
    }
    bytePieces = source.byteFallback() ? bytePieces() : new int[0];
  }

  private int[] bytePieces() {
    int[] ids = new int[BYTES];
    for (int value = 0; value < BYTES; value++) {
      ids[value] = id(String.format(Locale.ROOT, "<0x%02X>", value)).orElse(TokenTrie.NONE);
    }
    return ids;
  }

  int size() {
    return pieces.length;
  }

  String token(int id) {
    return pieces[id];
  }

  OptionalInt id(String piece) {
    Integer special = control.get(piece);
    if (special != null) {
      return OptionalInt.of(special);
    }
    int node = TokenTrie.WORD_START;
    for (int i = 0; i < piece.length() && node != TokenTrie.NONE; i++) {
      node = trie.child(node, piece.charAt(i));
    }
    int id = node == TokenTrie.NONE ? TokenTrie.NONE : trie.tokenId(node);
    return id == TokenTrie.NONE ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** The pieces that letters begin with, shortest first, are found from here by the letters. */
  TokenTrie trie() {
    return trie;
  }

  /** Logarithm of a piece's probability. */
  double score(int id) {
    return scores[id];
  }

  int unknown() {
    return unknown;
  }

  /** What a character scores that is no piece. */
  double unknownScore() {
    return unknownScore;
  }

  /** What is written instead of an unknown stretch: a piece for each byte, or the unknown piece. */
  int[] unknown(String stretch) {
    int[] one = {unknown};
    if (bytePieces.length == 0) {
      return one;
    }
    byte[] bytes = stretch.getBytes(StandardCharsets.UTF_8);
    int[] ids = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      ids[i] = bytePieces[Byte.toUnsignedInt(bytes[i])];
      if (ids[i] == TokenTrie.NONE) {
        return one;
      }
    }
    return ids;
  }

  /** Whether a stretch that is unknown may be more than one piece. */
  boolean hasByteFallback() {
    return bytePieces.length > 0;
  }
}
