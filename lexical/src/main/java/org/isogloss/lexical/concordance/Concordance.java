// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Span;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.table.TableAligner;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * The occurrences of words in a bitext.
 *
 * @param languages the language of the words, and that of the translations
 * @param pairCount number of sentence pairs of the bitext
 * @param wordCount number of words of its sentences in the language of the words
 * @param occurrenceCount number of occurrences
 * @param dispersion how evenly they are distributed: the normalised deviation of proportions (Gries
 *     2008; Lijffijt and Gries 2012), 0 for as evenly as all words, 1 for all in one small part
 * @param occurrences the occurrences in the order of the bitext; a random sample of them if there
 *     are more than the maximum
 */
public record Concordance(
    LanguagePair languages,
    long pairCount,
    long wordCount,
    long occurrenceCount,
    double dispersion,
    List<Occurrence> occurrences) {
  public Concordance {
    requireNonNull(languages, "languages is null");
    occurrences = List.copyOf(occurrences);
  }

  /** The number of occurrences per million words. */
  public double perMillion() {
    return wordCount == 0 ? 0 : 1e6 * occurrenceCount / wordCount;
  }

  /** Whether {@link #occurrences} is a sample. */
  public boolean isSample() {
    return occurrences.size() < occurrenceCount;
  }

  /**
   * The same concordance with the words of the translations that correspond to the occurrences.
   * Nothing is aligned in pairs of more than {@value SampledTable#MAX_WORDS} words on a side, from
   * which no table is learned either: the time of a pair grows with the product of its lengths.
   */
  public Concordance aligned(TableAligner aligner) {
    return new Concordance(
        languages,
        pairCount,
        wordCount,
        occurrenceCount,
        dispersion,
        byPair().parallelStream().flatMap(ofPair -> aligned(ofPair, aligner)).toList());
  }

  private List<List<Occurrence>> byPair() {
    return List.copyOf(
        occurrences.stream()
            .collect(
                Collectors.groupingBy(Occurrence::number, LinkedHashMap::new, Collectors.toList()))
            .values());
  }

  private static Stream<Occurrence> aligned(List<Occurrence> ofPair, TableAligner aligner) {
    SentencePair pair = ofPair.getFirst().pair();
    List<Span> source = WordSegmenter.split(pair.source(), pair.sourceLanguage());
    List<Span> target = WordSegmenter.split(pair.target(), pair.targetLanguage());
    if (Math.max(source.size(), target.size()) > SampledTable.MAX_WORDS) {
      return ofPair.stream();
    }
    Alignment alignment =
        aligner.align(
            BitextStream.lowerCase(pair.source(), source),
            BitextStream.lowerCase(pair.target(), target));
    return ofPair.stream().map(one -> one.linked(source, target, alignment));
  }
}
