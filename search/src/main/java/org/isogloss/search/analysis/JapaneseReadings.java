// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.StringJoiner;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;
import org.apache.lucene.analysis.ja.tokenattributes.ReadingAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Pronounces Japanese text by the dictionary of Kuromoji. Not safe for use by multiple threads. */
public final class JapaneseReadings {
  private final JapaneseTokenizer tokenizer =
      new JapaneseTokenizer(
          /* userDictionary= */ null,
          /* discardPunctuation= */ false,
          JapaneseTokenizer.Mode.NORMAL);
  private final CharTermAttribute term = tokenizer.getAttribute(CharTermAttribute.class);
  private final ReadingAttribute reading = tokenizer.getAttribute(ReadingAttribute.class);

  /** Creates a reader. */
  public JapaneseReadings() {}

  /**
   * Returns a text with each word as it is pronounced, in katakana, separated by spaces: {@code ネコ
   * ワ ナン ジカン ネムル}. Words that the dictionary does not have, digits and marks stay as they are.
   */
  public String read(String text) {
    StringJoiner words = new StringJoiner(" ");
    try {
      tokenizer.setReader(new StringReader(text));
      tokenizer.reset();
      while (tokenizer.incrementToken()) {
        if (!term.toString().isBlank()) {
          String pronunciation = reading.getPronunciation();
          words.add(pronunciation == null ? term.toString() : pronunciation);
        }
      }
      tokenizer.end();
      tokenizer.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
    return words.toString();
  }
}
