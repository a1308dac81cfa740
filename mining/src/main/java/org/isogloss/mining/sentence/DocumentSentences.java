// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.text.segmentation.SentenceSegmenter;

/** The sentences of documents before their alignment, and their pairs after it. */
public final class DocumentSentences {
  private static final Set<String> UNSPACED = Set.of("zh", "ja", "th", "lo", "km", "my");
  private static final Pattern LINE_END = Pattern.compile("[ \\t]*+\\R\\s*+");

  private DocumentSentences() {}

  /** Splits a text into sentences, each of which becomes one line. */
  public static List<String> split(String text, Language language) {
    return SentenceSegmenter.split(text, language).stream()
        .map(span -> LINE_END.matcher(span.coveredText(text)).replaceAll(separator(language)))
        .toList();
  }

  /**
   * Returns the translations among beads, each of them as one pair.
   *
   * @param beads the alignment of {@code source} and {@code target}
   */
  public static List<SentencePair> pairs(
      List<Bead> beads, List<String> source, List<String> target, LanguagePair languages) {
    return beads.stream()
        .filter(Bead::isTranslation)
        .map(
            bead ->
                new SentencePair(
                    languages.source(),
                    languages.target(),
                    joined(
                        source.subList(bead.sourceStart(), bead.sourceEnd()), languages.source()),
                    joined(
                        target.subList(bead.targetStart(), bead.targetEnd()), languages.target()),
                    ""))
        .toList();
  }

  private static String joined(List<String> sentences, Language language) {
    return String.join(separator(language), sentences).strip();
  }

  /** What is written between sentences. */
  private static String separator(Language language) {
    return UNSPACED.contains(language.code()) ? "" : " ";
  }
}
