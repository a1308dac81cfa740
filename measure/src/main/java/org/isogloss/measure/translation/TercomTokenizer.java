// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.measure.text.UnicodeText;

/** Splits sentences into the words that {@link Ter} compares, as Tercom and sacreBLEU do. */
final class TercomTokenizer {
  private static final Pattern PUNCTUATION = Pattern.compile("[.,?:;!\"()]");
  private static final String ASIAN_MARKS =
      "\\u3001\\u3002\\u3008-\\u3011\\u3014-\\u301f\\uff61-\\uff65\\u30fb"
          + "\\uff0e\\uff0c\\uff1f\\uff1a\\uff1b\\uff01\\uff02\\uff08\\uff09";
  private static final Pattern ASIAN_PUNCTUATION = Pattern.compile("[" + ASIAN_MARKS + "]");

  /** Ideographs, strokes, radicals and enclosed characters, and the marks. */
  private static final Pattern ASIAN_CHARACTER =
      Pattern.compile(
          "[\\u4e00-\\u9fff\\u3400-\\u4dbf\\u31c0-\\u31ef\\u2e80-\\u2eff\\u3200-\\u3f22"
              + "\\uf900-\\ufaff\\ufe30-\\ufe4f"
              + ASIAN_MARKS
              + "]");

  private final Ter metric;

  TercomTokenizer(Ter metric) {
    this.metric = metric;
  }

  List<String> tokenize(String sentence) {
    String text = UnicodeText.stripTrailing(sentence);
    if (!metric.caseSensitive()) {
      text = UnicodeText.lowercase(text);
    }
    if (metric.normalized()) {
      text = normalize(text);
    }
    if (metric.withoutPunctuation()) {
      text = PUNCTUATION.matcher(text).replaceAll("");
      if (metric.asianSupport()) {
        text = ASIAN_PUNCTUATION.matcher(text).replaceAll("");
      }
    }
    return UnicodeText.words(text);
  }

  private String normalize(String text) {
    String line = RuleBasedTokenizer.decodeEntities(text.replace("\n-", "").replace('\n', ' '));
    line = UnicodeText.surround(" " + line + " ", RuleBasedTokenizer::isAsciiSymbol);
    line = RuleBasedTokenizer.separatePoints(line.replace("'s ", " 's "));
    return metric.asianSupport() ? ASIAN_CHARACTER.matcher(line).replaceAll(" $0 ") : line;
  }
}
