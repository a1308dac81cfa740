// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.align;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.Vocabulary;
import org.isogloss.lexical.WordTokenizer;

/**
 * A bitext in the memory and on the disks of the executors, one part for each partition, and the
 * vocabularies of the whole bitext, which every executor holds.
 */
final class DistributedBitext implements AutoCloseable {
  private final JavaRDD<ParallelCorpus> parts;
  private final Broadcast<Vocabularies> vocabularies;
  private final int maxSourceLength;
  private final int maxTargetLength;

  /** The words of both sides. */
  record Vocabularies(Vocabulary source, Vocabulary target) implements Serializable {}

  /** Reads the part of a partition. */
  private record PartReader(
      String source, String target, int maxWords, boolean splitOnWhitespace, OnError onError)
      implements Serializable {
    Iterator<ParallelCorpus> read(Iterator<Row> lines) {
      LanguagePair languages = new LanguagePair(Language.of(source), Language.of(target));
      try (Records<SentencePair> pairs = new Records<>(new BitextRows(lines, languages), onError)) {
        return List.of(
                ParallelCorpus.readPart(
                    pairs,
                    tokenizer(languages.source()),
                    tokenizer(languages.target()),
                    maxWords,
                    ParallelCorpus.Listener.NONE))
            .iterator();
      }
    }

    private WordTokenizer tokenizer(Language language) {
      return splitOnWhitespace ? WordTokenizer.onWhitespace() : WordTokenizer.forLanguage(language);
    }
  }

  private DistributedBitext(
      JavaRDD<ParallelCorpus> parts,
      Broadcast<Vocabularies> vocabularies,
      int maxSourceLength,
      int maxTargetLength) {
    this.parts = parts;
    this.vocabularies = vocabularies;
    this.maxSourceLength = maxSourceLength;
    this.maxTargetLength = maxTargetLength;
  }

  /**
   * Reads a bitext.
   *
   * @param lines its lines, as {@code InputLines} reads them
   * @throws IsoglossException if it contains no pair to align
   */
  static DistributedBitext read(JavaSparkContext spark, Dataset<Row> lines, AlignOptions options) {
    PartReader reader =
        new PartReader(
            options.languages().source().tag(),
            options.languages().target().tag(),
            options.maxWords(),
            options.splitOnWhitespace(),
            options.onError());
    JavaRDD<ParallelCorpus> parts =
        lines.toJavaRDD().mapPartitions(reader::read).persist(StorageLevel.MEMORY_AND_DISK());
    Vocabulary source =
        vocabulary(parts.flatMap(part -> words(part.sourceVocabulary()).iterator()));
    Vocabulary target =
        vocabulary(parts.flatMap(part -> words(part.targetVocabulary()).iterator()));
    if (source.size() == Vocabulary.NULL_WORD + 1) {
      throw new IsoglossException(
          String.join(", ", options.inputs())
              + ": no pair has between 1 and "
              + options.maxWords()
              + " words on both sides: check the word tokenization and the languages");
    }
    return new DistributedBitext(
        parts,
        spark.broadcast(new Vocabularies(source, target)),
        parts.map(part -> maxLength(part, true)).reduce(Math::max),
        parts.map(part -> maxLength(part, false)).reduce(Math::max));
  }

  private static List<String> words(Vocabulary vocabulary) {
    return IntStream.range(Vocabulary.NULL_WORD + 1, vocabulary.size())
        .mapToObj(vocabulary::word)
        .toList();
  }

  /** Numbers the distinct words in their order, so that the numbers do not depend on the tasks. */
  private static Vocabulary vocabulary(JavaRDD<String> words) {
    List<String> distinct = new ArrayList<>(words.distinct().collect());
    Collections.sort(distinct);
    Vocabulary vocabulary = new Vocabulary();
    distinct.forEach(vocabulary::add);
    return vocabulary;
  }

  private static int maxLength(ParallelCorpus part, boolean ofSource) {
    var sentences = ofSource ? part.source() : part.target();
    return IntStream.range(0, sentences.size()).map(sentences::length).max().orElse(0);
  }

  /** Returns the results of a function of each part, whose words have the numbers of the whole. */
  <T> JavaRDD<T> map(Function<ParallelCorpus, T> function) {
    Broadcast<Vocabularies> words = vocabularies;
    return parts.map(
        part ->
            function.call(part.withVocabularies(words.value().source(), words.value().target())));
  }

  int sourceWords() {
    return vocabularies.value().source().size();
  }

  int targetWords() {
    return vocabularies.value().target().size();
  }

  int maxSourceLength() {
    return maxSourceLength;
  }

  int maxTargetLength() {
    return maxTargetLength;
  }

  /** Releases the memory of the executors. */
  @Override
  public void close() {
    parts.unpersist();
    vocabularies.destroy();
  }
}
