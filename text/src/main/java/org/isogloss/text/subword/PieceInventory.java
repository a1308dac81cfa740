// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The pieces of a SentencePiece model that may occur in a text, with their scores. */
final class PieceInventory {
  private final Map<String, SentencePieceFile.Piece> pieces = new HashMap<>();
  private final boolean byteFallback;
  private final int maxLength;
  private final int maxUserDefinedLength;
  private final float minScore;
  private final float maxScore;

  PieceInventory(List<SentencePieceFile.Piece> all, boolean byteFallback) {
    this.byteFallback = byteFallback;
    int longest = 0;
    int longestDefined = 0;
    float min = Float.MAX_VALUE;
    float max = -Float.MAX_VALUE;
    for (SentencePieceFile.Piece piece : all) {
      if (!piece.isText()) {
        continue;
      }
      pieces.put(piece.text(), piece);
      longest = Math.max(longest, piece.text().length());
      if (piece.isUserDefined()) {
        longestDefined = Math.max(longestDefined, piece.text().length());
      } else if (piece.isNormal()) {
        min = Math.min(min, piece.score());
        max = Math.max(max, piece.score());
      }
    }
    this.maxLength = longest;
    this.maxUserDefinedLength = longestDefined;
    this.minScore = min;
    this.maxScore = max;
  }

  boolean contains(String piece) {
    return pieces.containsKey(piece);
  }

  /** The piece with a text; null if there is none. */
  SentencePieceFile.Piece find(String text) {
    return pieces.get(text);
  }

  /** Maximum length of a piece in UTF-16 units. */
  int maxLength() {
    return maxLength;
  }

  float minScore() {
    return minScore;
  }

  float maxScore() {
    return maxScore;
  }

  /** Whether a model splits unknown characters into their bytes. */
  boolean byteFallback() {
    return byteFallback;
  }

  /** The length of the longest user-defined piece at a position of a text; 0 if there is none. */
  int userDefinedLength(String text, int at) {
    for (int length = Math.min(maxUserDefinedLength, text.length() - at); length > 0; length--) {
      SentencePieceFile.Piece piece = pieces.get(text.substring(at, at + length));
      if (piece != null && piece.isUserDefined()) {
        return length;
      }
    }
    return 0;
  }

  void addBytes(String unknown, List<String> to) {
    for (byte octet : unknown.getBytes(StandardCharsets.UTF_8)) {
      to.add(String.format(Locale.ROOT, "<0x%02X>", octet));
    }
  }
}
