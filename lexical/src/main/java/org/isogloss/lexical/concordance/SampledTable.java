// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FolderTree;
import org.isogloss.core.util.ReservoirSample;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.WordAligner;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;

/**
 * A translation table that is learned from a sample of a bitext, in bounded time and memory: half
 * of the sample are pairs in which the words occur, if there are as many, so that their
 * translations are learned from all that is known about them.
 */
public final class SampledTable {
  /** Pairs with more words on a side are skipped. */
  static final int MAX_WORDS = 200;

  private static final long SAMPLING_SEED = 42;

  private SampledTable() {}

  /**
   * Learns a table, through a temporary file.
   *
   * @param pairs a bitext, which is read to its end
   * @param pattern words that occur in half of the sample; empty for a uniform sample
   * @param sampleSize maximum number of pairs to learn from
   * @throws IsoglossException if the bitext has no pair to align
   */
  public static TranslationTable learn(
      Records<SentencePair> pairs,
      LanguagePair languages,
      Optional<WordPattern> pattern,
      int sampleSize,
      AlignerOptions options,
      ParallelCorpus.Listener listener) {
    ParallelCorpus corpus =
        ParallelCorpus.of(
            sample(pairs, pattern, sampleSize, listener),
            WordTokenizer.forLanguage(languages.source()),
            WordTokenizer.forLanguage(languages.target()),
            MAX_WORDS);
    TranslationCounts counts = new TranslationCounts();
    try (WordAligner aligner = WordAligner.train(corpus, options, AlignmentListener.NONE)) {
      aligner.align(
          (pair, alignment) ->
              counts.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment));
    }
    return table(counts, languages);
  }

  private static TranslationTable table(TranslationCounts counts, LanguagePair languages) {
    try {
      Path folder = Files.createTempDirectory("isogloss-concordance");
      try {
        Path file = folder.resolve("table");
        counts.write(file, languages, TablePruning.DEFAULT);
        return TranslationTable.open(file);
      } finally {
        FolderTree.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<SentencePair> sample(
      Records<SentencePair> pairs,
      Optional<WordPattern> pattern,
      int sampleSize,
      ParallelCorpus.Listener listener) {
    record Candidate(SentencePair pair, boolean matches) {}
    ReservoirSample<SentencePair> matching =
        new ReservoirSample<>(sampleSize / 2, new SplittableRandom(SAMPLING_SEED));
    ReservoirSample<SentencePair> others =
        new ReservoirSample<>(sampleSize, new SplittableRandom(SAMPLING_SEED));
    BitextStream.process(
        pairs,
        listener,
        pair ->
            new Candidate(
                pair, pattern.filter(words -> !words.find(pair.source()).isEmpty()).isPresent()),
        one -> (one.matches() ? matching : others).add(one.pair()));
    List<SentencePair> sample = new ArrayList<>(matching.items());
    List<SentencePair> rest = new ArrayList<>(others.items());
    Collections.shuffle(rest, new Random(SAMPLING_SEED));
    sample.addAll(rest.subList(0, Math.min(rest.size(), sampleSize - sample.size())));
    return sample;
  }
}
