// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.Arrays;

/**
 * Texts as bags of tokens, for models whose rows are selected once for a batch.
 *
 * @param tokenIds the distinct tokens
 * @param indices for every token of every text, its position in {@code tokenIds}
 * @param offsets start of each text's tokens in {@code indices}
 */
record TokenBagBatch(int[] tokenIds, int[] indices, int[] offsets) {
  int textCount() {
    return offsets.length;
  }

  /**
   * Collects texts into a batch; has scratch space of the vocabulary's size, and is not
   * thread-safe.
   */
  static final class Builder {
    private final int[] indexOf;
    private int[] tokenIds = new int[1 << 12];
    private int[] indices = new int[1 << 14];
    private int[] offsets = new int[1 << 10];
    private int pieceCount;
    private int tokenCount;
    private int textCount;

    Builder(int vocabularySize) {
      indexOf = new int[vocabularySize];
      Arrays.fill(indexOf, -1);
    }

    void beginText() {
      if (textCount == offsets.length) {
        offsets = Arrays.copyOf(offsets, textCount * 2);
      }
      offsets[textCount++] = tokenCount;
    }

    void add(int piece) {
      int place = indexOf[piece];
      if (place < 0) {
        if (pieceCount == tokenIds.length) {
          tokenIds = Arrays.copyOf(tokenIds, pieceCount * 2);
        }
        place = pieceCount++;
        tokenIds[place] = piece;
        indexOf[piece] = place;
      }
      if (tokenCount == indices.length) {
        indices = Arrays.copyOf(indices, tokenCount * 2);
      }
      indices[tokenCount++] = place;
    }

    /** Returns the batch; the builder is empty again. */
    TokenBagBatch build() {
      TokenBagBatch batch =
          new TokenBagBatch(
              Arrays.copyOf(tokenIds, pieceCount),
              Arrays.copyOf(indices, tokenCount),
              Arrays.copyOf(offsets, textCount));
      for (int i = 0; i < pieceCount; i++) {
        indexOf[tokenIds[i]] = -1;
      }
      pieceCount = 0;
      tokenCount = 0;
      textCount = 0;
      return batch;
    }
  }
}
