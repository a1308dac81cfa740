// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Span;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;

/**
 * An occurrence of the words of a concordance.
 *
 * @param number number of the pair in the bitext, from 1
 * @param pair the sentence and its translation, in composed form
 * @param match position of the words in the sentence
 * @param counterparts positions of the corresponding words of the translation, in order; empty if
 *     none is aligned
 */
public record Occurrence(long number, SentencePair pair, Span match, List<Span> counterparts) {
  public Occurrence {
    requireNonNull(pair, "pair is null");
    requireNonNull(match, "match is null");
    counterparts = List.copyOf(counterparts);
  }

  /** The sentence before the words. */
  public String before() {
    return pair.source().substring(0, match.start());
  }

  /** The words, as they occur. */
  public String keyword() {
    return match.coveredText(pair.source());
  }

  /** The sentence after the words. */
  public String after() {
    return pair.source().substring(match.end());
  }

  /** The corresponding words of the translation; a gap between them is {@code ...}. */
  public String translation() {
    StringBuilder words = new StringBuilder();
    int end = -1;
    for (Span span : counterparts) {
      if (end >= 0) {
        String between = pair.target().substring(end, span.start());
        words.append(between.isBlank() ? between : " ... ");
      }
      words.append(span.coveredText(pair.target()));
      end = span.end();
    }
    return words.toString();
  }

  /** The same occurrence with the words that are linked to it. */
  Occurrence linked(List<Span> sourceWords, List<Span> targetWords, Alignment alignment) {
    List<Span> linked =
        alignment.links().stream()
            .filter(link -> overlapsMatch(sourceWords.get(link.source())))
            .map(AlignmentLink::target)
            .distinct()
            .sorted()
            .map(targetWords::get)
            .toList();
    return new Occurrence(number, pair, match, linked);
  }

  private boolean overlapsMatch(Span word) {
    return word.start() < match.end() && match.start() < word.end();
  }
}
