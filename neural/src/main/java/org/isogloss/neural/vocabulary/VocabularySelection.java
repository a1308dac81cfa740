// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.vocabulary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/** Selects the tokens of a vocabulary for a corpus, and maps them to those of the base. */
public final class VocabularySelection {
  private static final String CONTINUATION_PREFIX = "##";
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  private final WordCorpus corpus;
  private final Tokenizer base;
  private final WordPieceOptions options;
  private final PairSamplingOptions batches;
  private final VocabularyOptions vocabularyOptions;
  private final WordTokenTable pieces;
  private final double[] wordWeights;
  private final int[] wordCounts;

  private VocabularySelection(
      WordCorpus corpus,
      Tokenizer base,
      WordPieceOptions options,
      PairSamplingOptions batches,
      VocabularyOptions vocabularyOptions) {
    this.corpus = corpus;
    this.base = base;
    this.options = options;
    this.batches = batches;
    this.vocabularyOptions = vocabularyOptions;
    this.pieces = WordTokenTable.of(corpus.words(), base);
    this.wordWeights = new double[corpus.words().size()];
    this.wordCounts = new int[corpus.words().size()];
    double[] chances = PairSampler.samplingProbabilities(corpus.training(), batches);
    for (int g = 0; g < chances.length; g++) {
      PairGroup group = corpus.training().get(g);
      for (int i = 0; i < group.size(); i++) {
        count(group.left()[i], chances[g] / group.size());
        count(group.right()[i], chances[g] / group.size());
      }
    }
  }

  /**
   * Selects tokens.
   *
   * @param base splits the corpus's words into the base's tokens
   * @param options how {@code base} prepares text
   * @param batches sampling frequencies of the languages
   * @return the tokens, special tokens first
   */
  public static List<String> choose(
      WordCorpus corpus,
      Tokenizer base,
      WordPieceOptions options,
      PairSamplingOptions batches,
      VocabularyOptions vocabularyOptions) {
    if (vocabularyOptions.pieces() == 0) {
      return IntStream.range(0, base.vocabularySize()).mapToObj(base::token).toList();
    }
    return new VocabularySelection(corpus, base, options, batches, vocabularyOptions).choose();
  }

  /** Returns the relative frequency of each token in training. */
  public static double[] frequencies(
      WordCorpus corpus, Tokenizer tokenizer, PairSamplingOptions batches) {
    var selection =
        new VocabularySelection(
            corpus, tokenizer, WordPieceOptions.CASED, batches, new VocabularyOptions(0, 1, 0));
    double[] weights = selection.pieceWeights();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }

  private void count(int sentence, double weight) {
    for (int i = corpus.sentenceStarts()[sentence];
        i < corpus.sentenceStarts()[sentence + 1];
        i++) {
      wordWeights[corpus.wordIds()[i]] += weight;
      wordCounts[corpus.wordIds()[i]]++;
    }
  }

  private List<String> choose() {
    Set<String> chosen = new LinkedHashSet<>(SPECIAL);
    List<String> candidates = new ArrayList<>(SPECIAL);
    for (int id = 0; id < base.vocabularySize(); id++) {
      String piece = base.token(id);
      if (isUseful(piece)) {
        candidates.add(piece);
        if (isCharacter(piece)) {
          chosen.add(piece);
        }
      }
    }
    candidates.addAll(learnedPieces());
    // Tokens that training never uses are last, in the order of the base.
    Tokenizer rich = WordPieceTokenizer.of(candidates, options);
    double[] weights =
        new VocabularySelection(corpus, rich, options, batches, vocabularyOptions).pieceWeights();
    IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(id -> -weights[id]))
        .map(candidates::get)
        .takeWhile(piece -> chosen.size() < vocabularyOptions.pieces())
        .forEach(chosen::add);
    return new ArrayList<>(chosen).subList(0, Math.min(vocabularyOptions.pieces(), chosen.size()));
  }

  private List<String> learnedPieces() {
    int unknown = base.id("[UNK]").orElse(-1);
    int[][] words = new int[wordWeights.length][];
    for (int word = 0; word < words.length; word++) {
      words[word] = new int[pieces.tokenCount(word)];
      for (int p = 0; p < words[word].length; p++) {
        words[word][p] = pieces.tokenId(word, p);
      }
      if (words[word].length > 0 && words[word][0] == unknown) {
        words[word] = new int[0];
      }
    }
    return BytePairMerges.learn(
        IntStream.range(0, base.vocabularySize()).mapToObj(base::token).toList(),
        words,
        wordWeights,
        wordCounts,
        vocabularyOptions.learned(),
        vocabularyOptions.minCount());
  }

  private double[] pieceWeights() {
    double[] weights = new double[base.vocabularySize()];
    for (int word = 0; word < wordWeights.length; word++) {
      for (int p = 0; p < pieces.tokenCount(word); p++) {
        weights[pieces.tokenId(word, p)] += wordWeights[word];
      }
    }
    return weights;
  }

  /**
   * Returns the first words of a list, the most frequent first, that can become tokens: of two
   * letters or more, all of which occur in the corpus, and not tokens yet. Chinese words are
   * excluded, because text is split between their characters.
   *
   * @param base tokens that are not selected again
   * @param limit maximum number
   */
  public static List<String> selectWords(
      List<String> words, WordCorpus corpus, Tokenizer base, int limit) {
    BitSet letters = new BitSet();
    corpus.words().forEach(word -> word.codePoints().forEach(letters::set));
    return words.stream()
        .distinct()
        .filter(word -> word.codePointCount(0, word.length()) > 1)
        .filter(word -> base.id(word).isEmpty())
        .filter(
            word ->
                word.codePoints()
                    .allMatch(
                        c ->
                            Character.isLetter(c) && !Character.isIdeographic(c) && letters.get(c)))
        .limit(limit)
        .toList();
  }

  private static boolean isCharacter(String piece) {
    String bare = isContinuation(piece) ? piece.substring(CONTINUATION_PREFIX.length()) : piece;
    return bare.codePointCount(0, bare.length()) == 1 && isUseful(piece);
  }

  /**
   * Returns whether a tokenizer can produce it: a Chinese character is always a word of its own.
   */
  private static boolean isUseful(String piece) {
    boolean special = piece.length() > 2 && piece.startsWith("[") && piece.endsWith("]");
    boolean ideograph =
        isContinuation(piece)
            && Character.isIdeographic(piece.codePointAt(CONTINUATION_PREFIX.length()));
    return !special && !ideograph;
  }

  private static boolean isContinuation(String piece) {
    return piece.startsWith(CONTINUATION_PREFIX) && piece.length() > CONTINUATION_PREFIX.length();
  }
}
