// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.Arrays;
import java.util.List;
import org.isogloss.text.Tokenizer;

/**
 * Texts as bags of tokens, for models that gather their rows once per batch.
 *
 * @param tokenIds the distinct tokens of all texts
 * @param indices for every token of every text, its index in {@code tokenIds}
 * @param offsets start of the tokens of each text in {@code indices}
 */
record TokenBagBatch(int[] tokenIds, int[] indices, int[] offsets) {
  /** Returns the bags of texts, which are tokenised. */
  static TokenBagBatch of(List<String> texts, Tokenizer tokenizer) {
    Builder bags = new Builder(tokenizer.vocabularySize());
    for (String text : texts) {
      bags.beginText();
      for (int token : tokenizer.ids(text)) {
        bags.add(token);
      }
    }
    return bags.build();
  }

  int textCount() {
    return offsets.length;
  }

  /** Builds batches; holds scratch space of the size of the vocabulary, for use by one thread. */
  static final class Builder {
    private final int[] indexOf;
    private int[] tokenIds = new int[1 << 12];
    private int[] indices = new int[1 << 14];
    private int[] offsets = new int[1 << 10];
    private int distinctCount;
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

    void add(int tokenId) {
      int index = indexOf[tokenId];
      if (index < 0) {
        if (distinctCount == tokenIds.length) {
          tokenIds = Arrays.copyOf(tokenIds, distinctCount * 2);
        }
        index = distinctCount++;
        tokenIds[index] = tokenId;
        indexOf[tokenId] = index;
      }
      if (tokenCount == indices.length) {
        indices = Arrays.copyOf(indices, tokenCount * 2);
      }
      indices[tokenCount++] = index;
    }

    /** Returns the batch and clears the builder. */
    TokenBagBatch build() {
      TokenBagBatch batch =
          new TokenBagBatch(
              Arrays.copyOf(tokenIds, distinctCount),
              Arrays.copyOf(indices, tokenCount),
              Arrays.copyOf(offsets, textCount));
      for (int i = 0; i < distinctCount; i++) {
        indexOf[tokenIds[i]] = -1;
      }
      distinctCount = 0;
      tokenCount = 0;
      textCount = 0;
      return batch;
    }
  }
}
