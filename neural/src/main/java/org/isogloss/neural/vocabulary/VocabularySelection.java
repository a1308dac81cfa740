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

/** Selects the tokens of a vocabulary for a corpus. */
public final class VocabularySelection {
  private static final String CONTINUATION_PREFIX = "##";
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  private final WordCorpus corpus;
  private final Tokenizer base;
  private final WordPieceOptions options;
  private final PairSamplingOptions batches;
  private final VocabularyOptions vocabularyOptions;
  private final WordTokenTable wordTokens;
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
    this.wordTokens = WordTokenTable.of(corpus.words(), base);
    this.wordWeights = new double[corpus.words().size()];
    this.wordCounts = new int[corpus.words().size()];
    double[] probabilities = PairSampler.samplingProbabilities(corpus.training(), batches);
    for (int g = 0; g < probabilities.length; g++) {
      PairGroup group = corpus.training().get(g);
      for (int i = 0; i < group.size(); i++) {
        count(group.left()[i], probabilities[g] / group.size());
        count(group.right()[i], probabilities[g] / group.size());
      }
    }
  }

  /**
   * Selects the tokens of a vocabulary.
   *
   * @param base tokenizer of the base vocabulary
   * @param options how {@code base} normalises text
   * @param batches how often training samples each language pair
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

  /** Returns the relative frequency of each token in training; the frequencies sum to 1. */
  public static double[] frequencies(
      WordCorpus corpus, Tokenizer tokenizer, PairSamplingOptions batches) {
    var selection =
        new VocabularySelection(
            corpus, tokenizer, WordPieceOptions.CASED, batches, new VocabularyOptions(0, 1, 0));
    double[] weights = selection.tokenWeights();
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
      String token = base.token(id);
      if (isUseful(token)) {
        candidates.add(token);
        if (isCharacter(token)) {
          chosen.add(token);
        }
      }
    }
    candidates.addAll(learnedTokens());
    // The sort is stable: tokens that do not occur in training come last, in the base order.
    Tokenizer extended = WordPieceTokenizer.of(candidates, options);
    double[] weights =
        new VocabularySelection(corpus, extended, options, batches, vocabularyOptions)
            .tokenWeights();
    IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(id -> -weights[id]))
        .map(candidates::get)
        .takeWhile(token -> chosen.size() < vocabularyOptions.pieces())
        .forEach(chosen::add);
    return new ArrayList<>(chosen).subList(0, Math.min(vocabularyOptions.pieces(), chosen.size()));
  }

  private List<String> learnedTokens() {
    int unknown = base.id("[UNK]").orElse(-1);
    int[][] words = new int[wordWeights.length][];
    for (int word = 0; word < words.length; word++) {
      words[word] = new int[wordTokens.tokenCount(word)];
      for (int p = 0; p < words[word].length; p++) {
        words[word][p] = wordTokens.tokenId(word, p);
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

  private double[] tokenWeights() {
    double[] weights = new double[base.vocabularySize()];
    for (int word = 0; word < wordWeights.length; word++) {
      for (int p = 0; p < wordTokens.tokenCount(word); p++) {
        weights[wordTokens.tokenId(word, p)] += wordWeights[word];
      }
    }
    return weights;
  }

  /**
   * Returns the first words of a list that can become tokens: words of two or more letters, all of
   * which occur in the corpus, that are not tokens of the base vocabulary. Words with ideographs
   * are excluded, because the tokenizer splits text at every ideograph.
   *
   * @param words words in descending order of frequency
   * @param base tokenizer of the base vocabulary
   * @param limit maximum number of words
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

  private static boolean isCharacter(String token) {
    String bare = isContinuation(token) ? token.substring(CONTINUATION_PREFIX.length()) : token;
    return bare.codePointCount(0, bare.length()) == 1 && isUseful(token);
  }

  /** Whether a tokenizer can produce the token: an ideograph never continues a word. */
  private static boolean isUseful(String token) {
    boolean special = token.length() > 2 && token.startsWith("[") && token.endsWith("]");
    boolean ideograph =
        isContinuation(token)
            && Character.isIdeographic(token.codePointAt(CONTINUATION_PREFIX.length()));
    return !special && !ideograph;
  }

  private static boolean isContinuation(String token) {
    return token.startsWith(CONTINUATION_PREFIX) && token.length() > CONTINUATION_PREFIX.length();
  }
}
