// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.util.BitSet;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * The tokens of a vocabulary that carry information about a text: all but the special tokens and
 * the marker that a Unigram tokenizer writes for a space, with which every text begins.
 */
public final class InformativeTokens {
  private final BitSet uninformative = new BitSet();

  public InformativeTokens(Tokenizer tokenizer) {
    SpecialTokens special = tokenizer.specialTokens();
    Stream.of(special.prefix(), special.separator(), special.suffix())
        .flatMapToInt(IntStream::of)
        .forEach(uninformative::set);
    uninformative.set(special.unknownId());
    tokenizer.maskId().ifPresent(uninformative::set);
    Stream.of("[PAD]", "<pad>", "▁")
        .map(tokenizer::id)
        .flatMapToInt(OptionalInt::stream)
        .forEach(uninformative::set);
  }

  public boolean contains(int id) {
    return !uninformative.get(id);
  }

  /** Returns whether one of the first {@code count} ids is informative. */
  public boolean containsAny(int[] ids, int count) {
    return IntStream.range(0, count).anyMatch(i -> contains(ids[i]));
  }
}
