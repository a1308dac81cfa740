package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

/**
 * How a Unigram tokenizer marks and finds words; the names are those of Hugging Face's {@code
 * Metaspace}.
 *
 * @param mark what is written for a space, {@code ▁}
 * @param prepend whether a text gets a mark in front
 * @param split whether each mark begins a new word. If not, pieces may go across words
 * @param splitWhiteSpace whether all white space is dropped and what is between is taken word by
 *     word ({@code WhitespaceSplit} ahead of {@code Metaspace})
 */
public record Metaspace(char mark, Prepend prepend, boolean split, boolean splitWhiteSpace) {
  /** Where a mark is put that is not there. */
  public enum Prepend {
    /** Before every text, and before every word where white space splits them. */
    ALWAYS,
    /** Before what stands at the very start of a text. */
    FIRST,
    /** Nowhere. */
    NEVER
  }

  /** As XLM-R has it. */
  public static final Metaspace DEFAULT = new Metaspace('▁', Prepend.ALWAYS, true, false);

  public Metaspace {
    requireNonNull(prepend, "prepend is null");
    if (Character.isSurrogate(mark)) {
      throw new IllegalArgumentException("the mark for a space is half a character");
    }
  }
}
