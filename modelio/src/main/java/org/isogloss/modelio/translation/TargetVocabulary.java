// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.translation;

import java.util.Arrays;
import java.util.BitSet;
import org.isogloss.text.SpecialTokens;

/**
 * The tokens that a decoder can write: some of the tokens of a tokenizer, its special tokens among
 * them. A decoder counts them from 0, in the order of their ids in the tokenizer.
 */
public final class TargetVocabulary {
  private final int[] tokenIds;
  private final BitSet special = new BitSet();
  private final int begin;
  private final int end;
  private final int unknown;

  /**
   * Creates a vocabulary.
   *
   * @param tokenIds ids of tokens of the tokenizer, ascending
   * @param special the special tokens of the tokenizer, all of which must be in {@code tokenIds}
   * @throws IllegalArgumentException if the ids are not ascending, a special token is missing, or
   *     the tokenizer puts no token before or after a text
   */
  public TargetVocabulary(int[] tokenIds, SpecialTokens special) {
    this.tokenIds = tokenIds.clone();
    for (int i = 0; i < tokenIds.length; i++) {
      if (tokenIds[i] < 0 || (i > 0 && tokenIds[i] <= tokenIds[i - 1])) {
        throw new IllegalArgumentException(
            "token ids must be ascending and not negative, but id " + i + " is " + tokenIds[i]);
      }
    }
    if (special.prefix().length == 0 || special.suffix().length == 0) {
      throw new IllegalArgumentException(
          "the tokenizer puts no special token before or after a text, expected both: they begin"
              + " and end a translation");
    }
    special.ids().forEach(id -> this.special.set(requireIndex(id)));
    this.begin = requireIndex(special.prefix()[special.prefix().length - 1]);
    this.end = requireIndex(special.suffix()[0]);
    this.unknown = requireIndex(special.unknownId());
  }

  /** Returns the vocabulary of some tokens and the special tokens. */
  public static TargetVocabulary of(BitSet tokenIds, SpecialTokens special) {
    BitSet all = (BitSet) tokenIds.clone();
    special.ids().forEach(all::set);
    return new TargetVocabulary(all.stream().toArray(), special);
  }

  private int requireIndex(int tokenId) {
    int index = Arrays.binarySearch(tokenIds, tokenId);
    if (index < 0) {
      throw new IllegalArgumentException("the special token " + tokenId + " is missing");
    }
    return index;
  }

  /** Returns the number of tokens. */
  public int size() {
    return tokenIds.length;
  }

  /** Returns the index of the token before the first token of a translation. */
  public int begin() {
    return begin;
  }

  /** Returns the index of the token that ends a translation. */
  public int end() {
    return end;
  }

  /** Returns the index of the token for text that the vocabulary cannot represent. */
  public int unknown() {
    return unknown;
  }

  /** Returns whether a token is a special token, which is no part of a text. */
  public boolean isSpecial(int index) {
    return special.get(index);
  }

  /** Returns the indices of tokens of the tokenizer; that of the unknown token for others. */
  public int[] indices(int... ids) {
    int[] indices = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      int index = Arrays.binarySearch(tokenIds, ids[i]);
      indices[i] = index < 0 ? unknown : index;
    }
    return indices;
  }

  /** Returns the ids in the tokenizer of tokens by their indices. */
  public int[] ids(int... indices) {
    return Arrays.stream(indices).map(index -> tokenIds[index]).toArray();
  }

  /** Returns the ids of all tokens, ascending. */
  public int[] ids() {
    return tokenIds.clone();
  }
}
