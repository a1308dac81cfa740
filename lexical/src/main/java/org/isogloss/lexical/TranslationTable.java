package org.isogloss.lexical;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;

/**
 * How likely a word of one language is translated by which words of another, in both directions.
 * The table lies in a file that is mapped into memory: opening it takes no heap. Safe for use by
 * many threads at once.
 */
public final class TranslationTable {
  private final Side source;
  private final Side target;

  /**
   * One language of a table.
   *
   * @param bytes of all words in UTF-8, sorted
   * @param wordEnds where the bytes of each word end
   * @param rowEnds where the translations of each word end
   * @param translations number of a word of the other language, and its probability
   */
  record Side(
      Language language,
      ByteBuffer bytes,
      IntBuffer wordEnds,
      IntBuffer rowEnds,
      ByteBuffer translations) {
    int size() {
      return wordEnds.capacity();
    }

    int start(IntBuffer ends, int number) {
      return number == 0 ? 0 : ends.get(number - 1);
    }

    String word(int number) {
      int start = start(wordEnds, number);
      byte[] word = new byte[wordEnds.get(number) - start];
      bytes.get(start, word);
      return new String(word, StandardCharsets.UTF_8);
    }

    /** The number of a word; below 0 where it is not there. */
    int number(byte[] word) {
      int from = 0;
      int to = size() - 1;
      while (from <= to) {
        int middle = from + to >>> 1;
        int order = compare(middle, word);
        if (order == 0) {
          return middle;
        }
        if (order < 0) {
          from = middle + 1;
        } else {
          to = middle - 1;
        }
      }
      return -1;
    }

    private int compare(int number, byte[] word) {
      int start = start(wordEnds, number);
      int length = wordEnds.get(number) - start;
      for (int n = 0; n < Math.min(length, word.length); n++) {
        int order = Byte.compareUnsigned(bytes.get(start + n), word[n]);
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(length, word.length);
    }
  }

  TranslationTable(Side source, Side target) {
    this.source = source;
    this.target = target;
  }

  /**
   * Opens a table and checks that it is whole.
   *
   * @throws org.isogloss.core.IsoglossException if the file is missing, is something else, is of
   *     another version, or was cut or damaged
   */
  public static TranslationTable open(Path file) {
    return TranslationTableFile.open(file);
  }

  /** The language of the words that are translated, and the language they are translated into. */
  public LanguagePair languages() {
    return new LanguagePair(source.language(), target.language());
  }

  /** The same table in the other direction. */
  public TranslationTable reversed() {
    return new TranslationTable(target, source);
  }

  /** The words that have translations, in the order of their bytes in UTF-8. */
  public List<String> words() {
    return new Words(source);
  }

  /** How many translations all words have together. */
  public int size() {
    return source.translations().capacity() / (2 * Integer.BYTES);
  }

  /**
   * The translations of a word, likely ones first; their probabilities sum up to 1.
   *
   * @param word as the table's words are written: in small letters, unless the bitext was cut by
   *     other means
   * @return empty where the word is not in the table
   */
  public List<Translation> translations(String word) {
    int number = source.number(word.getBytes(StandardCharsets.UTF_8));
    if (number < 0) {
      return List.of();
    }
    int start = source.start(source.rowEnds(), number);
    int end = source.rowEnds().get(number);
    List<Translation> translations = new ArrayList<>(end - start);
    for (int n = start; n < end; n++) {
      int at = n * 2 * Integer.BYTES;
      translations.add(
          new Translation(
              target.word(source.translations().getInt(at)),
              source.translations().getFloat(at + Integer.BYTES)));
    }
    return translations;
  }

  /** Words as they lie in the file. */
  private static final class Words extends AbstractList<String> implements RandomAccess {
    private final Side side;

    Words(Side side) {
      this.side = side;
    }

    @Override
    public String get(int number) {
      return side.word(number);
    }

    @Override
    public int size() {
      return side.size();
    }
  }
}
