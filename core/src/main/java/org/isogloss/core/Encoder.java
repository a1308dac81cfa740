package org.isogloss.core;

import java.util.List;

/**
 * Turns texts into vectors whose dot product is their similarity. Safe for use by many threads at
 * once. A text's vector depends on the text and its role alone, not on what else is in the list.
 */
public interface Encoder extends AutoCloseable {
  /** Length of every vector. */
  int dimension();

  /**
   * Which model this is: the checksum of what determines its vectors. An index remembers it and
   * refuses another.
   *
   * @return lower-case hexadecimal, the same for the same model on every machine
   */
  String fingerprint();

  /**
   * Encodes texts.
   *
   * @param texts any number, each of any length; what is past the model's length does not count
   * @return {@code float[texts.size()][dimension()]}, each of unit length; all zeros for a {@link
   *     #isBlank blank} text and for one of which the model's vocabulary has no piece
   */
  float[][] encode(List<String> texts, Role role);

  /**
   * Whether a vector that {@link #encode} gave says something: one of zeros is that of a text in
   * which the model knows nothing, and as near to every other as any.
   */
  static boolean isNonZero(float[] vector) {
    for (float component : vector) {
      if (component != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a text has nothing to encode: it is empty or has white space, control and format
   * characters, unassigned code points and unpaired surrogates only.
   */
  static boolean isBlank(String text) {
    return text.codePoints().allMatch(Encoder::isBlank);
  }

  private static boolean isBlank(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.UNASSIGNED,
          Character.SURROGATE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /**
   * Whether all of a text counts, or {@link #encode} would leave out its end because it is longer
   * than the model reads. Who has long texts cuts them into passages first.
   */
  default boolean fits(String text, Role role) {
    return true;
  }

  /**
   * Whether it reads words in their context, and not only as a bag of words. Where it does, its
   * vectors need less help by words, and a sentence's vector says more than its words do.
   */
  default boolean isContextual() {
    return true;
  }

  /** Releases what the encoder holds; it cannot be used afterwards. Closing twice does nothing. */
  @Override
  void close();
}
