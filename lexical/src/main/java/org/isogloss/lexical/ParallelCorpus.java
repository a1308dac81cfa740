package org.isogloss.lexical;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;

/**
 * A bitext held as numbers of words: eight bytes a pair of sentences, four a word, and the
 * vocabularies. A pair of which one side has no word, or more words than are wanted, keeps its
 * place with both sides empty, so that pair {@code i} is record {@code i}.
 */
public final class ParallelCorpus {
  private static final int BULK = 1 << 12;
  private static final int[] NOTHING = {};

  private final Vocabulary sourceVocabulary = new Vocabulary();
  private final Vocabulary targetVocabulary = new Vocabulary();
  private final SentenceList source = new SentenceList();
  private final SentenceList target = new SentenceList();
  private long skippedPairs;

  private ParallelCorpus() {}

  /** Hears how many pairs were read so far. */
  @FunctionalInterface
  public interface Listener {
    /** Hears nothing. */
    Listener NONE = (pairs, fraction) -> {};

    /**
     * So many pairs were read.
     *
     * @param fraction of the input, 0 to 1
     */
    void read(long pairs, double fraction);
  }

  /**
   * Reads a bitext to its end; words are cut by all processors, in bulk.
   *
   * @param maxWords pairs with more words on a side are left out
   * @throws IsoglossException if it holds no pair to align
   * @throws org.isogloss.data.FormatException if it cannot be read
   */
  public static ParallelCorpus read(
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
    ParallelCorpus corpus = new ParallelCorpus();
    List<SentencePair> bulk = new ArrayList<>(BULK);
    while (pairs.hasNext()) {
      bulk.add(pairs.next());
      if (bulk.size() == BULK || !pairs.hasNext()) {
        corpus.add(bulk, source, target, maxWords);
        bulk.clear();
        listener.read(pairs.readCount(), pairs.progress());
      }
    }
    if (corpus.skippedPairs == corpus.size()) {
      throw new IsoglossException(
          corpus.size() == 0
              ? "the bitext is empty: expected at least one pair of sentences"
              : "none of the "
                  + corpus.size()
                  + " pairs has between 1 and "
                  + maxWords
                  + " words on both sides: is this the right way to cut words, and are these the"
                  + " right languages?");
    }
    return corpus;
  }

  private void add(
      List<SentencePair> pairs,
      WordTokenizer sourceWords,
      WordTokenizer targetWords,
      int maxWords) {
    record Cut(List<String> source, List<String> target) {}
    List<Cut> all =
        IntStream.range(0, pairs.size())
            .parallel()
            .mapToObj(
                i ->
                    new Cut(
                        sourceWords.words(pairs.get(i).source()),
                        targetWords.words(pairs.get(i).target())))
            .toList();
    for (Cut cut : all) {
      boolean kept =
          !cut.source().isEmpty()
              && !cut.target().isEmpty()
              && cut.source().size() <= maxWords
              && cut.target().size() <= maxWords;
      source.add(kept ? numbers(cut.source(), sourceVocabulary) : NOTHING);
      target.add(kept ? numbers(cut.target(), targetVocabulary) : NOTHING);
      skippedPairs += kept ? 0 : 1;
    }
  }

  private static int[] numbers(List<String> words, Vocabulary vocabulary) {
    int[] numbers = new int[words.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = vocabulary.add(words.get(i));
    }
    return numbers;
  }

  /** How many pairs there are, those left out counted. */
  public int size() {
    return source.size();
  }

  /** How many pairs were left out: a side without words or with too many. */
  public long skippedPairs() {
    return skippedPairs;
  }

  /** How many words the source sentences have. */
  public int sourceWordCount() {
    return source.wordCount();
  }

  /** How many words the target sentences have. */
  public int targetWordCount() {
    return target.wordCount();
  }

  /** How many different words the source sentences have. */
  public int sourceVocabularySize() {
    return sourceVocabulary.size() - 1;
  }

  /** How many different words the target sentences have. */
  public int targetVocabularySize() {
    return targetVocabulary.size() - 1;
  }

  /** The words of a source sentence; none where its pair was left out. */
  public List<String> sourceWords(int pair) {
    return words(source, sourceVocabulary, pair);
  }

  /** The words of a target sentence; none where its pair was left out. */
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
