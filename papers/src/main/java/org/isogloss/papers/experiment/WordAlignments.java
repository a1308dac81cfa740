// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.io.FolderTree;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.WordAligner;

/** Aligns the words of sentence pairs. */
public final class WordAlignments {
  /** Longer sentences are left out. */
  private static final int MAX_WORDS = 100;

  private WordAlignments() {}

  /** Receives the words of a pair with their links. */
  @FunctionalInterface
  public interface Sink {
    void add(List<String> source, List<String> target, Alignment alignment);
  }

  /**
   * Aligns pairs.
   *
   * @param file file of the pairs while they are read, which is deleted afterwards
   */
  public static void align(
      Path file,
      Stream<SentencePair> pairs,
      LanguagePair languages,
      WordTokenizer sourceTokenizer,
      WordTokenizer targetTokenizer,
      AlignerOptions options,
      Sink sink) {
    try (RecordWriter<SentencePair> writer = Bitext.tsvWriter(file, languages)) {
      pairs.forEach(writer::write);
      writer.commit();
    }
    try (Records<SentencePair> read = Bitext.readTsv(file, languages, OnError.FAIL)) {
      ParallelCorpus corpus =
          ParallelCorpus.read(
              read, sourceTokenizer, targetTokenizer, MAX_WORDS, ParallelCorpus.Listener.NONE);
      try (WordAligner aligner = WordAligner.train(corpus, options, AlignmentListener.NONE)) {
        aligner.align(
            (pair, alignment) ->
                sink.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment));
      }
    }
    FolderTree.deleteIfExists(file);
  }
}
