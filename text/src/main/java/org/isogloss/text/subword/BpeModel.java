// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A model of byte pair encoding (Sennrich et al., ACL 2016).
 *
 * @param tokens the vocabulary; the index in the list is the id
 * @param merges pairs of tokens that are merged, in the order of their rank: the left and the right
 *     token of each
 * @param special ids that no text contains
 * @param added tokens that are found before a text is split
 * @param unknown the token for characters that the vocabulary does not have; none if there are none
 * @param options how the model is applied
 */
public record BpeModel(
    List<String> tokens,
    List<String> merges,
    Set<Integer> special,
    List<AddedToken> added,
    OptionalInt unknown,
    Options options) {

  /**
   * How a model is applied.
   *
   * @param splitting how a text is split into words
   * @param byteLevel whether tokens consist of bytes, each written as a character of {@link
   *     ByteAlphabet}
   * @param prefixSpace whether a space is put before the text if it begins with another character
   * @param byteFallback whether unknown characters become tokens of bytes such as {@code <0x0A>}
   * @param fuseUnknown whether adjacent unknown characters are one token
   * @param ignoreMerges whether a word that is a token is not split
   */
  public record Options(
      WordSplitting splitting,
      boolean byteLevel,
      boolean prefixSpace,
      boolean byteFallback,
      boolean fuseUnknown,
      boolean ignoreMerges) {
    public Options {
      requireNonNull(splitting, "splitting is null");
    }
  }

  public BpeModel {
    requireNonNull(options, "options is null");
    requireNonNull(unknown, "unknown is null");
    if (merges.size() % 2 != 0) {
      throw new IllegalArgumentException("a merge has only one token");
    }
  }
}
