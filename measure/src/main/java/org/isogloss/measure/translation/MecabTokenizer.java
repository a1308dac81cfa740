// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.text.UnicodeText;
import org.isogloss.text.mecab.MecabDictionary;

/**
 * The words that MeCab finds in Japanese with IPADIC, and mecab-ko in Korean with mecab-ko-dic. As
 * in sacreBLEU, other dictionaries are rejected, because figures by them cannot be compared.
 */
public final class MecabTokenizer implements BleuTokenizer {
  /** A dictionary that sacreBLEU uses. */
  public enum Kind {
    /** IPADIC 2.7.0, as in the Python package {@code ipadic} 1.0.0. */
    JAPANESE("ja-mecab", "0.996-IPA", 392_126, "IPADIC"),

    /** mecab-ko-dic, as in the Python package {@code mecab-ko-dic} 1.0.0. */
    KOREAN("ko-mecab", "0.996/ko-0.9.2-KO", 811_795, "mecab-ko-dic");

    private final String label;
    private final String version;
    private final int size;
    private final String dictionary;

    Kind(String label, String version, int size, String dictionary) {
      this.label = label;
      this.version = version;
      this.size = size;
      this.dictionary = dictionary;
    }

    /** The name in options, such as {@code ja-mecab}. */
    public String label() {
      return label;
    }
  }

  private final Kind kind;
  private final MecabDictionary dictionary;

  private MecabTokenizer(Kind kind, MecabDictionary dictionary) {
    this.kind = kind;
    this.dictionary = dictionary;
  }

  /**
   * Opens a dictionary.
   *
   * @param folder the folder of the compiled dictionary
   * @throws IsoglossException if it is damaged, or another dictionary than sacreBLEU's
   */
  public static MecabTokenizer open(Kind kind, Path folder) {
    MecabDictionary dictionary = MecabDictionary.open(folder);
    if (dictionary.size() != kind.size) {
      throw new IsoglossException(
          folder
              + ": has "
              + dictionary.size()
              + " words, expected the "
              + kind.size
              + " of the "
              + kind.dictionary
              + " that sacreBLEU uses");
    }
    return new MecabTokenizer(kind, dictionary);
  }

  @Override
  public String label() {
    return kind.label + "-" + kind.version;
  }

  @Override
  public List<String> tokenize(String sentence) {
    return UnicodeText.words(String.join(" ", dictionary.split(UnicodeText.strip(sentence))));
  }
}
