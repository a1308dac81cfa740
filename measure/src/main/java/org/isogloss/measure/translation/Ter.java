// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * TER (Snover et al., AMTA 2006): the number of edits that turn a hypothesis into a reference,
 * divided by the length of the reference; lower is better. An edit inserts, deletes or replaces a
 * word, or shifts a sequence of words. Of several references, each sentence has the fewest edits of
 * any, and the mean of the lengths. The figures are those of sacreBLEU 2.6.0, which follow the
 * heuristics of Tercom.
 *
 * @param normalized whether punctuation is separated from words, and entities of XML are decoded
 * @param withoutPunctuation whether punctuation is removed
 * @param asianSupport whether the two options also concern Chinese and Japanese, each character of
 *     which is a word if the text is normalized
 * @param caseSensitive whether case counts
 */
public record Ter(
    boolean normalized, boolean withoutPunctuation, boolean asianSupport, boolean caseSensitive)
    implements TranslationMetric {
  /** TER with its default options: ignores case, and separates words at white space only. */
  public static Ter standard() {
    return new Ter(false, false, false, false);
  }

  public Ter withNormalized(boolean separated) {
    return new Ter(separated, withoutPunctuation, asianSupport, caseSensitive);
  }

  public Ter withoutPunctuation(boolean removed) {
    return new Ter(normalized, removed, asianSupport, caseSensitive);
  }

  public Ter withAsianSupport(boolean supported) {
    return new Ter(normalized, withoutPunctuation, supported, caseSensitive);
  }

  public Ter withCaseSensitive(boolean sensitive) {
    return new Ter(normalized, withoutPunctuation, asianSupport, sensitive);
  }

  @Override
  public String name() {
    return "TER";
  }

  @Override
  public String options() {
    return (caseSensitive ? "case:mixed" : "case:lc")
        + "|tok:tercom"
        + (normalized ? "|norm:yes" : "|norm:no")
        + (withoutPunctuation ? "|punct:no" : "|punct:yes")
        + (asianSupport ? "|asian:yes" : "|asian:no");
  }
}
