package org.isogloss.runtime;

import java.util.BitSet;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * Which pieces of a vocabulary say something about a text: all but the special ones and the mark
 * that a Unigram tokenizer writes for a space, which every text begins with.
 */
final class InformativeTokens {
  private final BitSet empty = new BitSet();

  InformativeTokens(Tokenizer tokenizer) {
    SpecialTokens special = tokenizer.specialTokens();
    Stream.of(special.prefix(), special.separator(), special.suffix())
        .flatMapToInt(IntStream::of)
        .forEach(empty::set);
    empty.set(special.unknownId());
    Stream.of("[PAD]", "<pad>", "[MASK]", "<mask>", "▁")
        .map(tokenizer::id)
        .flatMapToInt(OptionalInt::stream)
        .forEach(empty::set);
  }

  boolean contains(int id) {
    return !empty.get(id);
  }

  /** Whether one of the first ids does. */
  boolean containsAny(int[] ids, int count) {
    return IntStream.range(0, count).anyMatch(i -> contains(ids[i]));
  }
}
