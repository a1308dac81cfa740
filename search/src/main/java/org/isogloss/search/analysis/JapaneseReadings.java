// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;
import org.apache.lucene.analysis.ja.tokenattributes.PartOfSpeechAttribute;
import org.apache.lucene.analysis.ja.tokenattributes.ReadingAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** Pronounces Japanese text by the dictionary of Kuromoji. Not safe for use by multiple threads. */
public final class JapaneseReadings {
  private static final String AUXILIARY = "助動詞";
  private static final String VERB = "動詞";
  private static final String VERB_SUFFIX = "動詞-接尾";
  private static final String ADJECTIVE = "形容詞";
  private static final String CONJUNCTIVE_PARTICLE = "助詞-接続助詞";

  /** The copula, which is a word of its own: タカイ デス. */
  private static final Set<String> COPULA = Set.of("です", "でしょ", "でし");

  /** The particles that are endings of verbs; others, such as から, are words. */
  private static final Set<String> ENDINGS = Set.of("て", "で", "ば", "ちゃ", "じゃ");

  /** The first character of the blocks of Japanese marks, kana and kanji. */
  private static final char FIRST_JAPANESE = '\u3000';

  private static final Set<String> CLOSING_MARKS = Set.of("記号-句点", "記号-読点", "記号-括弧閉");

  private final JapaneseTokenizer tokenizer =
      new JapaneseTokenizer(
          /* userDictionary= */ null,
          /* discardPunctuation= */ false,
          JapaneseTokenizer.Mode.NORMAL);
  private final CharTermAttribute term = tokenizer.getAttribute(CharTermAttribute.class);
  private final ReadingAttribute reading = tokenizer.getAttribute(ReadingAttribute.class);
  private final OffsetAttribute offset = tokenizer.getAttribute(OffsetAttribute.class);
  private final PartOfSpeechAttribute partOfSpeech =
      tokenizer.getAttribute(PartOfSpeechAttribute.class);

  /** Creates a reader. */
  public JapaneseReadings() {}

  /**
   * Returns a text with each word as it is pronounced, in katakana, separated by spaces: {@code ネコ
   * ワ ナン ジカン ネムリマス カ}. Endings of verbs and adjectives and closing marks are not separated. Words
   * that are not in the dictionary, digits and marks stay as they are, with the spaces between
   * them.
   */
  public String read(String text) {
    StringBuilder words = new StringBuilder();
    try {
      tokenizer.setReader(new StringReader(text));
      tokenizer.reset();
      String previous = "";
      boolean afterForeign = false;
      int end = 0;
      while (tokenizer.incrementToken()) {
        if (!term.toString().isBlank()) {
          String part =
              partOfSpeech.getPartOfSpeech() == null ? "" : partOfSpeech.getPartOfSpeech();
          boolean foreign = term.toString().chars().allMatch(c -> c < FIRST_JAPANESE);
          boolean separate =
              (foreign && afterForeign)
                  ? offset.startOffset() > end
                  : !continuesWord(previous, part);
          if (!words.isEmpty() && separate) {
            words.append(' ');
          }
          String pronunciation = reading.getPronunciation();
          words.append(pronunciation == null ? term.toString() : pronunciation);
          previous = part;
          afterForeign = foreign;
          end = offset.endOffset();
        }
      }
      tokenizer.end();
      tokenizer.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
    return words.toString();
  }

  /** Returns whether the current token is the end of the word that the previous one began. */
  private boolean continuesWord(String previous, String part) {
    if (CLOSING_MARKS.contains(part)) {
      return true;
    }
    boolean inflected =
        previous.startsWith(VERB) || previous.startsWith(ADJECTIVE) || previous.equals(AUXILIARY);
    String surface = term.toString();
    return inflected
        && (part.startsWith(VERB_SUFFIX)
            || (part.equals(AUXILIARY) && !COPULA.contains(surface))
            || (part.equals(CONJUNCTIVE_PARTICLE) && ENDINGS.contains(surface)));
  }
}
