// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** Checks that one side of a table conforms to the format of {@link TranslationTableWriter}. */
final class TableValidator {
  /**
   * Maximum difference between 1 and the sum of the probabilities of a word's translations.
   * Rounding to floats changes the sum by at most 6e-8 of it.
   */
  private static final double TOLERANCE = 1e-4;

  /** Number of characters or translations checked at a time. */
  private static final int CHUNK = 1 << 13;

  private final Path file;
  private final String name;
  private final TableSide side;
  private final int otherSize;

  /**
   * Creates a validator.
   *
   * @param file the file, for error messages
   * @param name name of the side: {@code source} or {@code target}
   * @param otherSize number of words of the other side
   */
  TableValidator(Path file, String name, TableSide side, int otherSize) {
    this.file = file;
    this.name = name;
    this.side = side;
    this.otherSize = otherSize;
  }

  /**
   * Validates the side in one pass.
   *
   * @throws IsoglossException if a count, an end, a word or a probability is invalid
   */
  void run() {
    requireEnds(side.wordEnds(), side.bytes().limit(), "bytes");
    requireEnds(side.rowEnds(), side.translationCount(), "translations");
    requireUtf8();
    for (int number = 0; number < side.size(); number++) {
      requireWord(number);
    }
    requireRows();
  }

  private void requireEnds(IntBuffer ends, int expected, String what) {
    int previous = 0;
    for (int number = 0; number < ends.capacity(); number++) {
      int end = ends.get(number);
      if (end < previous || end > expected) {
        throw damaged(
            number, "has " + what + " up to " + end + ", expected " + previous + " to " + expected);
      }
      previous = end;
    }
    if (previous != expected) {
      throw TranslationTableReader.damaged(
          file, "the " + name + " words have " + previous + " " + what + ", expected " + expected);
    }
  }

  /** Decodes all words at once; {@link #requireWord} detects words that end within a character. */
  private void requireUtf8() {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = side.bytes().duplicate().rewind();
    CharBuffer out = CharBuffer.allocate(CHUNK);
    CoderResult result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      result = decoder.decode(in, out.clear(), true);
    }
    if (result.isError()) {
      throw TranslationTableReader.damaged(
          file, "byte " + in.position() + " of the " + name + " words is not UTF-8");
    }
  }

  private void requireWord(int number) {
    if (side.count(number) < 0) {
      throw damaged(number, "was seen " + side.count(number) + " times, expected 0 or more");
    }
    if (side.startsInsideCharacter(number)) {
      throw damaged(number, "does not begin with a whole character in UTF-8");
    }
    if (number > 0 && side.compare(number - 1, number) >= 0) {
      throw damaged(number, "is not after the previous word in the order of bytes");
    }
  }

  /** Reads the translations in large chunks: single reads of a mapped file are slow at first. */
  private void requireRows() {
    IntBuffer fields = side.translations().asIntBuffer();
    int[] chunk = new int[2 * CHUNK];
    int number = 0;
    float previous = 1;
    double sum = 0;
    for (int from = 0; from < side.translationCount(); from += CHUNK) {
      int size = Math.min(CHUNK, side.translationCount() - from);
      fields.get(chunk, 0, 2 * size);
      for (int n = 0; n < size; n++) {
        while (from + n == side.rowEnd(number)) {
          requireSum(number++, sum);
          previous = 1;
          sum = 0;
        }
        requireTranslation(number, chunk[2 * n]);
        float probability = Float.intBitsToFloat(chunk[2 * n + 1]);
        requireProbability(number, probability, previous);
        previous = probability;
        sum += probability;
      }
    }
    requireSum(number, sum);
  }

  private void requireTranslation(int number, int translation) {
    if (translation < 0 || translation >= otherSize) {
      throw damaged(
          number, "has the translation " + translation + ", expected a number below " + otherSize);
    }
  }

  private void requireProbability(int number, float probability, float previous) {
    if (!(probability > 0 && probability <= previous)) {
      throw damaged(
          number,
          "has a translation of probability "
              + probability
              + ", expected more than 0 and at most "
              + previous
              + ", that of the translation before it");
    }
  }

  /** The sum is 0 only for a word without translations, because each probability is above 0. */
  private void requireSum(int number, double sum) {
    if (sum > 0 && Math.abs(sum - 1) > TOLERANCE) {
      throw damaged(number, "has translation probabilities with the sum " + sum + ", expected 1");
    }
  }

  private IsoglossException damaged(int number, String problem) {
    return TranslationTableReader.damaged(file, name + " word " + number + " " + problem);
  }
}
