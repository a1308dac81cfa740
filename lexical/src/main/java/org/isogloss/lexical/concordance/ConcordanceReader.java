// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.isogloss.core.Span;
import org.isogloss.core.util.ReservoirSample;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Finds the occurrences of words on the source side of a bitext in one pass. Memory depends on the
 * number of occurrences that are kept, not on the size of the bitext.
 */
public final class ConcordanceReader {
  private static final long SAMPLING_SEED = 42;

  private final LanguagePair languages;
  private final int maxOccurrences;

  private record Matches(SentencePair pair, List<Span> spans, int words) {}

  /**
   * Creates a reader.
   *
   * @param languages the languages of the bitext; words are sought in the source language
   * @param maxOccurrences of more occurrences, a random sample of this size is kept
   */
  public ConcordanceReader(LanguagePair languages, int maxOccurrences) {
    this.languages = requireNonNull(languages, "languages is null");
    if (maxOccurrences < 1) {
      throw new IllegalArgumentException(
          "maxOccurrences is " + maxOccurrences + ", expected 1 or more");
    }
    this.maxOccurrences = maxOccurrences;
  }

  /** Reads a bitext to its end. The occurrences are not aligned yet. */
  public Concordance read(
      Records<SentencePair> pairs, WordPattern pattern, ParallelCorpus.Listener listener) {
    Dispersion dispersion = new Dispersion();
    ReservoirSample<Occurrence> occurrences =
        new ReservoirSample<>(maxOccurrences, new SplittableRandom(SAMPLING_SEED));
    long[] counts = new long[2];
    BitextStream.process(
        pairs,
        listener,
        pair ->
            new Matches(
                pair,
                pattern.find(pair.source()),
                WordSegmenter.split(pair.source(), languages.source()).size()),
        matches -> {
          long number = ++counts[0];
          counts[1] += matches.words();
          dispersion.add(matches.words(), matches.spans().size());
          for (Span span : matches.spans()) {
            occurrences.add(new Occurrence(number, matches.pair(), span, List.of()));
          }
        });
    List<Occurrence> kept = new ArrayList<>(occurrences.items());
    kept.sort(
        Comparator.comparingLong(Occurrence::number).thenComparingInt(one -> one.match().start()));
    return new Concordance(
        languages, counts[0], counts[1], occurrences.seen(), dispersion.value(), kept);
  }
}
