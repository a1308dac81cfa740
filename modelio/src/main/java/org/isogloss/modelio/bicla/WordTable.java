// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.bicla;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * The words of one language and their vectors in the space that all languages of a model share.
 * Words that a model ignores, such as stop words, are not in the table. Immutable and thread-safe.
 */
public final class WordTable {
  /**
   * The word that stands for all numbers, in the spelling of the authors' code: a table that has it
   * reads each number as this word. No token of a text has this form.
   */
  public static final String NUMBER = "<NUM/>";

  /** Numbers as the authors' code recognises them: 12, 1.5, 2019. */
  private static final Pattern NUMERIC = Pattern.compile("\\d+,*.?\\d*");

  private final Language language;
  private final List<String> words;
  private final EmbeddingRows vectors;
  private final Map<String, Integer> rows;

  /**
   * Creates a table.
   *
   * @param language language of the words
   * @param words distinct words, not empty and without line feeds
   * @param vectors one row for each word
   * @throws IllegalArgumentException if the numbers of words and rows differ, or a word is invalid
   */
  public WordTable(Language language, List<String> words, EmbeddingRows vectors) {
    this.language = requireNonNull(language, "language is null");
    this.words = List.copyOf(words);
    this.vectors = requireNonNull(vectors, "vectors is null");
    this.rows = HashMap.newHashMap(words.size());
    if (vectors.vocabularySize() != words.size()) {
      throw new IllegalArgumentException(
          words.size() + " words, but " + vectors.vocabularySize() + " rows");
    }
    for (int row = 0; row < words.size(); row++) {
      String word = words.get(row);
      if (word.isEmpty() || word.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("word " + row + " is empty or contains a line feed");
      }
      if (rows.put(word, row) != null) {
        throw new IllegalArgumentException("the word \"" + word + "\" occurs twice");
      }
    }
  }

  /** Returns the language of the words. */
  public Language language() {
    return language;
  }

  /** Returns the words in the order of their rows. */
  public List<String> words() {
    return words;
  }

  /** Returns the vectors. */
  public EmbeddingRows vectors() {
    return vectors;
  }

  /** Returns the number of words. */
  public int size() {
    return words.size();
  }

  /**
   * Returns the row of a token of a text: of the token as it is written or, if there is none, in
   * lower case. So the words may be those of a lower-cased text or not. A number is {@link
   * #NUMBER}, if the table has it.
   */
  public OptionalInt find(String token) {
    Integer row =
        rows.containsKey(NUMBER) && NUMERIC.matcher(token).matches()
            ? rows.get(NUMBER)
            : rows.get(token);
    if (row == null) {
      row = rows.get(token.toLowerCase(Locale.ROOT));
    }
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /**
   * Returns the rows of the tokens of a text, in order; tokens that are not in the table are left
   * out.
   *
   * @param maxLength maximum number of rows; further tokens are ignored
   */
  public int[] rows(String text, int maxLength) {
    return WordSegmenter.split(text, language).stream()
        .map(span -> find(span.coveredText(text)))
        .flatMapToInt(OptionalInt::stream)
        .limit(maxLength)
        .toArray();
  }
}
