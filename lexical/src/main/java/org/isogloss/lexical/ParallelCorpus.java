// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;

/**
 * A bitext in memory as word numbers: eight bytes per sentence pair, four per word, and the
 * vocabularies. A pair with no words or too many words on one side is kept with both sides empty,
 * so that pair {@code i} is record {@code i}.
 */
public final class ParallelCorpus implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int BATCH_SIZE = 1 << 12;
  private static final int[] EMPTY = {};

  private final Vocabulary sourceVocabulary;
  private final Vocabulary targetVocabulary;
  private final SentenceList source = new SentenceList();
  private final SentenceList target = new SentenceList();
  private long skippedPairs;

  private ParallelCorpus(Vocabulary sourceVocabulary, Vocabulary targetVocabulary) {
    this.sourceVocabulary = sourceVocabulary;
    this.targetVocabulary = targetVocabulary;
  }

  /** Receives the progress of reading. */
  @FunctionalInterface
  public interface Listener {
    /** Ignores all events. */
    Listener NONE = (pairs, fraction) -> {};

    /**
     * Called after pairs were read.
     *
     * @param pairs number of pairs read so far
     * @param fraction fraction of the input read so far, 0 to 1
     */
    void read(long pairs, double fraction);
  }

  /**
   * Reads a bitext to its end; batches of sentences are tokenized in parallel on all processors.
   *
   * @param maxWords pairs with more words on a side are skipped
   * @throws IsoglossException if it contains no pair to align
   * @throws org.isogloss.data.FormatException if it cannot be read
   */
  public static ParallelCorpus read(
      Records<SentencePair> pairs,
      WordTokenizer source,
      WordTokenizer target,
      int maxWords,
      Listener listener) {
    ParallelCorpus corpus = readPart(pairs, source, target, maxWords, listener);
    corpus.requirePairs(maxWords);
    return corpus;
  }

  /**
   * Creates a corpus of pairs in memory, otherwise like {@link #read}.
   *
   * @throws IsoglossException if they contain no pair to align
   */
  public static ParallelCorpus of(
      List<SentencePair> pairs, WordTokenizer source, WordTokenizer target, int maxWords) {
    ParallelCorpus corpus = new ParallelCorpus(new Vocabulary(), new Vocabulary());
    corpus.add(pairs, source, target, maxWords);
    corpus.requirePairs(maxWords);
    return corpus;
  }

  /**
   * Reads a part of a bitext, which may contain no pair to align.
   *
   * @param maxWords pairs with more words on a side are skipped
   * @throws org.isogloss.data.FormatException if it cannot be read
   */
  public static ParallelCorpus readPart(
      Records<SentencePair> pairs,
      WordTokenizer source,
      WordTokenizer target,
      int maxWords,
      Listener listener) {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    if (maxWords < 1) {
      throw new IllegalArgumentException("maxWords is " + maxWords + ", expected 1 or more");
    }
    ParallelCorpus corpus = new ParallelCorpus(new Vocabulary(), new Vocabulary());
    List<SentencePair> batch = new ArrayList<>(BATCH_SIZE);
    while (pairs.hasNext()) {
      batch.add(pairs.next());
      if (batch.size() == BATCH_SIZE || !pairs.hasNext()) {
        corpus.add(batch, source, target, maxWords);
        batch.clear();
        listener.read(pairs.readCount(), pairs.progress());
      }
    }
    return corpus;
  }

  private void requirePairs(int maxWords) {
    if (skippedPairs == size()) {
      throw new IsoglossException(
          size() == 0
              ? "the bitext is empty: expected at least one pair of sentences"
              : "none of the "
                  + size()
                  + " pairs has between 1 and "
                  + maxWords
                  + " words on both sides: check the word tokenization and the languages");
    }
  }

  /**
   * Returns the same pairs with the word numbers of other vocabularies, which contain all words.
   */
  public ParallelCorpus withVocabularies(Vocabulary sources, Vocabulary targets) {
    ParallelCorpus renumbered = new ParallelCorpus(sources, targets);
    renumber(source, sourceVocabulary, sources, renumbered.source);
    renumber(target, targetVocabulary, targets, renumbered.target);
    renumbered.skippedPairs = skippedPairs;
    return renumbered;
  }

  private static void renumber(
      SentenceList sentences, Vocabulary from, Vocabulary to, SentenceList renumbered) {
    int[] numbers = new int[from.size()];
    for (int word = Vocabulary.NULL_WORD + 1; word < numbers.length; word++) {
      String text = from.word(word);
      numbers[word] =
          to.number(text)
              .orElseThrow(
                  () -> new IllegalArgumentException("the vocabulary lacks the word " + text));
    }
    for (int s = 0; s < sentences.size(); s++) {
      int offset = sentences.offset(s);
      int[] words = Arrays.copyOfRange(sentences.words(), offset, offset + sentences.length(s));
      for (int i = 0; i < words.length; i++) {
        words[i] = numbers[words[i]];
      }
      renumbered.add(words);
    }
  }

  private void add(
      List<SentencePair> pairs,
      WordTokenizer sourceWords,
      WordTokenizer targetWords,
      int maxWords) {
    record TokenizedPair(List<String> source, List<String> target) {}
    List<TokenizedPair> all =
        IntStream.range(0, pairs.size())
            .parallel()
            .mapToObj(
                i ->
                    new TokenizedPair(
                        sourceWords.words(pairs.get(i).source()),
                        targetWords.words(pairs.get(i).target())))
            .toList();
    for (TokenizedPair tokenized : all) {
      boolean kept =
          !tokenized.source().isEmpty()
              && !tokenized.target().isEmpty()
              && tokenized.source().size() <= maxWords
              && tokenized.target().size() <= maxWords;
      source.add(kept ? toNumbers(tokenized.source(), sourceVocabulary) : EMPTY);
      target.add(kept ? toNumbers(tokenized.target(), targetVocabulary) : EMPTY);
      skippedPairs += kept ? 0 : 1;
    }
  }

  private static int[] toNumbers(List<String> words, Vocabulary vocabulary) {
    int[] numbers = new int[words.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = vocabulary.add(words.get(i));
    }
    return numbers;
  }

  /** Returns the number of pairs, including skipped ones. */
  public int size() {
    return source.size();
  }

  /** Returns the number of skipped pairs, which have a side without words or with too many. */
  public long skippedPairs() {
    return skippedPairs;
  }

  /** Returns the number of words in the source sentences. */
  public int sourceWordCount() {
    return source.wordCount();
  }

  /** Returns the number of words in the target sentences. */
  public int targetWordCount() {
    return target.wordCount();
  }

  /** Returns the number of distinct words in the source sentences. */
  public int sourceVocabularySize() {
    return sourceVocabulary.size() - 1;
  }

  /** Returns the number of distinct words in the target sentences. */
  public int targetVocabularySize() {
    return targetVocabulary.size() - 1;
  }

  /** Returns the words of a source sentence; empty if its pair was skipped. */
  public List<String> sourceWords(int pair) {
    return words(source, sourceVocabulary, pair);
  }

  /** Returns the words of a target sentence; empty if its pair was skipped. */
  public List<String> targetWords(int pair) {
    return words(target, targetVocabulary, pair);
  }

  private static List<String> words(SentenceList sentences, Vocabulary vocabulary, int pair) {
    List<String> words = new ArrayList<>(sentences.length(pair));
    for (int i = 0; i < sentences.length(pair); i++) {
      words.add(vocabulary.word(sentences.words()[sentences.offset(pair) + i]));
    }
    return words;
  }

  public SentenceList source() {
    return source;
  }

  public SentenceList target() {
    return target;
  }

  public Vocabulary sourceVocabulary() {
    return sourceVocabulary;
  }

  public Vocabulary targetVocabulary() {
    return targetVocabulary;
  }
}
