// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * The sets of distinct tokens of texts. Special tokens are not words: they are neither in the sets
 * nor used as negatives.
 */
final class TokenSets {
  private final Set<Integer> special;
  private final int vocabularySize;

  /**
   * The token sets of a batch of texts.
   *
   * @param ids int64 {@code [texts, tokens]}: the token ids of each text, padded to the largest set
   * @param mask bool of the same shape: true for tokens, false for padding
   * @param excluded bool {@code [texts, vocabulary]}: true for tokens of the text and for special
   *     tokens
   */
  record TokenSetBatch(Tensor ids, Tensor mask, Tensor excluded) {}

  /**
   * Creates token sets for a vocabulary.
   *
   * @param vocabularySize number of rows of the word embedding; rows beyond the vocabulary of the
   *     tokenizer are excluded
   */
  TokenSets(Tokenizer tokenizer, int vocabularySize) {
    this.vocabularySize = vocabularySize;
    this.special = special(tokenizer);
    for (int id = tokenizer.vocabularySize(); id < vocabularySize; id++) {
      special.add(id);
    }
  }

  private static Set<Integer> special(Tokenizer tokenizer) {
    Set<Integer> special = tokenizer.specialTokens().ids();
    tokenizer.maskId().ifPresent(special::add);
    return special;
  }

  /** Returns the distinct token ids of a text in ascending order. */
  Set<Integer> tokenSets(Encoding text) {
    return Arrays.stream(text.ids())
        .filter(id -> !special.contains(id))
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  TokenSetBatch tokenSets(List<Encoding> texts, Device device) {
    List<Set<Integer>> all = texts.stream().map(this::tokenSets).toList();
    int maxSize = Math.max(1, all.stream().mapToInt(Set::size).max().orElse(1));
    long[] ids = new long[all.size() * maxSize];
    boolean[] isToken = new boolean[ids.length];
    boolean[] excluded = new boolean[all.size() * vocabularySize];
    for (int row = 0; row < all.size(); row++) {
      int at = row * maxSize;
      for (int id : all.get(row)) {
        ids[at] = id;
        isToken[at++] = true;
        excluded[row * vocabularySize + id] = true;
      }
      for (int id : special) {
        excluded[row * vocabularySize + id] = true;
      }
    }
    return new TokenSetBatch(
        Tensor.create(ids, all.size(), maxSize).to(device, ScalarType.Long),
        Tensor.create(isToken, all.size(), maxSize).to(device, ScalarType.Bool),
        Tensor.create(excluded, all.size(), vocabularySize).to(device, ScalarType.Bool));
  }
}
