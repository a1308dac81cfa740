package org.isogloss.lexical.table;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** Checks that one side of a table is what {@link TranslationTableWriter} describes. */
final class TableValidator {
  /**
   * How far the probabilities of a word's translations may sum up to something else than 1. Each is
   * rounded to a float, which costs 6e-8 of their sum at most.
   */
  private static final double TOLERANCE = 1e-4;

  /** Number of characters or translations that are checked at a time. */
  private static final int PIECE = 1 << 13;

  private final Path file;
  private final String name;
  private final TableSide side;
  private final int others;

  /**
   * A check.
   *
   * @param file for messages
   * @param name of the side: {@code source} or {@code target}
   * @param others how many words the other side has
   */
  TableValidator(Path file, String name, TableSide side, int others) {
    this.file = file;
    this.name = name;
    this.side = side;
    this.others = others;
  }

  /**
   * Reads all of the side once.
   *
   * @throws IsoglossException if a count, an end, a word or a probability is not what it should be
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
    int before = 0;
    for (int number = 0; number < ends.capacity(); number++) {
      int end = ends.get(number);
      if (end < before || end > expected) {
        throw damaged(
            number, "has " + what + " up to " + end + ", expected " + before + " to " + expected);
      }
      before = end;
    }
    if (before != expected) {
      throw TranslationTableReader.damaged(
          file, "the " + name + " words have " + before + " " + what + ", expected " + expected);
    }
  }

  /**
   * Decodes all words at once: half a character at the end of one shows in {@link #requireWord}.
   */
  private void requireUtf8() {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = side.bytes().duplicate().rewind();
    CharBuffer out = CharBuffer.allocate(PIECE);
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
      throw damaged(number, "is not after the one before it in the order of bytes");
    }
  }

  /** Reads the translations in large pieces: single reads of a mapped file are slow at first. */
  private void requireRows() {
    IntBuffer fields = side.translations().asIntBuffer();
    int[] piece = new int[2 * PIECE];
    int number = 0;
    float before = 1;
    double sum = 0;
    for (int from = 0; from < side.translationCount(); from += PIECE) {
      int size = Math.min(PIECE, side.translationCount() - from);
      fields.get(piece, 0, 2 * size);
      for (int n = 0; n < size; n++) {
        while (from + n == side.rowEnd(number)) {
          requireSum(number++, sum);
          before = 1;
          sum = 0;
        }
        requireTranslation(number, piece[2 * n]);
        float probability = Float.intBitsToFloat(piece[2 * n + 1]);
        requireProbability(number, probability, before);
        before = probability;
        sum += probability;
      }
    }
    requireSum(number, sum);
  }

  private void requireTranslation(int number, int translation) {
    if (translation < 0 || translation >= others) {
      throw damaged(
          number, "has the translation " + translation + ", expected a number below " + others);
    }
  }

  private void requireProbability(int number, float probability, float before) {
    if (!(probability > 0 && probability <= before)) {
      throw damaged(
          number,
          "has a translation of probability "
              + probability
              + ", expected more than 0 and at most "
              + before
              + ", that of the translation before it");
    }
  }

  /** The sum is 0 for a word without translations only: each probability is above 0. */
  private void requireSum(int number, double sum) {
    if (sum > 0 && Math.abs(sum - 1) > TOLERANCE) {
      throw damaged(number, "has translations of probability " + sum + " together, expected 1");
    }
  }

  private IsoglossException damaged(int number, String problem) {
    return TranslationTableReader.damaged(file, name + " word " + number + " " + problem);
  }
}
