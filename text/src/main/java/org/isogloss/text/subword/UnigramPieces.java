// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The most probable pieces, as SentencePiece's Unigram model finds them. */
final class UnigramPieces implements PieceSegmentation {
  private static final float UNKNOWN_PENALTY = 10;
  private static final double USER_DEFINED_PENALTY = 0.1;

  private final PieceInventory inventory;

  UnigramPieces(PieceInventory inventory) {
    this.inventory = inventory;
  }

  @Override
  public List<String> split(String normalized) {
    int length = normalized.length();
    float[] scores = new float[length + 1];
    int[] starts = new int[length + 1];
    Arrays.fill(starts, -1);
    float unknown = inventory.minScore() - UNKNOWN_PENALTY;
    for (int start = 0; start < length; ) {
      int character = Character.charCount(normalized.codePointAt(start));
      boolean known = false;
      int last = Math.min(length, start + inventory.maxLength());
      for (int end = start + 1; end <= last; end++) {
        SentencePieceFile.Piece piece = inventory.find(normalized.substring(start, end));
        if (piece == null || piece.isUnused()) {
          continue;
        }
        // SentencePiece adds in double precision, and keeps sums in single precision.
        double score = score(piece) + scores[start];
        if (starts[end] < 0 || score > scores[end]) {
          scores[end] = (float) score;
          starts[end] = start;
        }
        known |= end - start == character;
      }
      int end = start + character;
      if (!known && (starts[end] < 0 || unknown + scores[start] > scores[end])) {
        scores[end] = unknown + scores[start];
        starts[end] = start;
      }
      start = end;
    }
    List<String> pieces = new ArrayList<>();
    for (int end = length; end > 0; end = starts[end]) {
      pieces.add(normalized.substring(starts[end], end));
    }
    return pieces.reversed();
  }

  private double score(SentencePieceFile.Piece piece) {
    return piece.isUserDefined()
        ? utf8Length(piece.text()) * inventory.maxScore() - USER_DEFINED_PENALTY
        : piece.score();
  }

  private static int utf8Length(String text) {
    return text.codePoints().map(c -> c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4).sum();
  }
}
