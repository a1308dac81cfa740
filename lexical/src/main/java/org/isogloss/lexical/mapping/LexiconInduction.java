// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.WordPair;

/**
 * Bilingual lexicon induction: how well a {@link WordTranslator} finds the translations of a test
 * dictionary (Glavas, Litschko, Ruder and Vulic, "How to (Properly) Evaluate Cross-Lingual Word
 * Embeddings", ACL 2019).
 *
 * <p>All candidates are ranked for each distinct source word. With the ranks {@code r1 < r2 < ...}
 * of its distinct translations, the average precision is the mean of {@code i / ri} over all
 * translations; it is {@code 1 / r1} for a word with one translation, so that MAP is the mean
 * reciprocal rank on a dictionary with one translation of each word, as in the paper. Precision at
 * {@code n} is the share of words of which at least one translation is among the first {@code n}
 * candidates.
 *
 * <p>A source word is <em>covered</em> if it has a vector and at least one of its translations is a
 * candidate. There are two conventions for the other words, and both scores are reported:
 *
 * <ul>
 *   <li>{@link #covered}: they are excluded, and so are the translations of covered words that are
 *       not candidates, as in the paper. Scores of different vocabularies are not comparable.
 *   <li>{@link #all}: they count as wrong, and translations that are not candidates as not found
 *       (precision 0).
 * </ul>
 *
 * @param covered scores over the covered words
 * @param all scores over all words
 */
public record LexiconInduction(InductionScores covered, InductionScores all) {
  /**
   * A test word that is covered.
   *
   * @param row its row
   * @param candidates distinct rows of its translations that are candidates
   * @param translations number of its distinct translations
   */
  private record TestWord(int row, int[] candidates, int translations) {}

  /** The ranks of the translations of a word in ascending order, from 1. */
  private record Ranks(int[] ranks, int translations) {
    double precisionSum() {
      return IntStream.range(0, ranks.length).mapToDouble(i -> (i + 1.0) / ranks[i]).sum();
    }

    double hit(int depth) {
      return ranks[0] <= depth ? 1 : 0;
    }
  }

  /**
   * Evaluates a translator.
   *
   * @param test pairs of source and target words, which are looked up as in {@link
   *     org.isogloss.lexical.wordvector.WordVectors#find}; a word with several translations has
   *     several pairs
   * @throws IsoglossException if no source word is covered
   */
  public static LexiconInduction evaluate(WordTranslator translator, List<WordPair> test) {
    Map<String, Set<String>> dictionary = new LinkedHashMap<>();
    for (WordPair pair : test) {
      dictionary.computeIfAbsent(pair.source(), word -> new LinkedHashSet<>()).add(pair.target());
    }
    List<TestWord> words = new ArrayList<>();
    dictionary.forEach(
        (word, translations) -> {
          OptionalInt row = translator.source().find(word);
          int[] candidates = candidates(translator, translations);
          if (row.isPresent() && candidates.length > 0) {
            words.add(new TestWord(row.getAsInt(), candidates, translations.size()));
          }
        });
    if (words.isEmpty()) {
      throw new IsoglossException(
          "none of the "
              + dictionary.size()
              + " source words of the test dictionary has a vector and a translation among the "
              + translator.candidates()
              + " candidates: check that the columns of the dictionary are in the order of the"
              + " vectors");
    }
    List<Ranks> ranks =
        translator.forEachScores(
            words.stream().mapToInt(TestWord::row).toArray(),
            (index, scores) -> ranks(words.get(index), scores));
    return new LexiconInduction(
        scores(ranks, words.size(), word -> word.precisionSum() / word.ranks().length),
        scores(ranks, dictionary.size(), word -> word.precisionSum() / word.translations()));
  }

  private static int[] candidates(WordTranslator translator, Set<String> translations) {
    Set<Integer> rows = new HashSet<>();
    for (String translation : translations) {
      OptionalInt row = translator.target().find(translation);
      if (row.isPresent() && row.getAsInt() < translator.candidates()) {
        rows.add(row.getAsInt());
      }
    }
    return rows.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** Candidates with equal scores are in the order of the target vectors. */
  private static Ranks ranks(TestWord word, float[] scores) {
    int[] ranks = new int[word.candidates().length];
    for (int i = 0; i < ranks.length; i++) {
      int row = word.candidates()[i];
      int rank = 1;
      for (int other = 0; other < scores.length; other++) {
        if (scores[other] > scores[row] || (other < row && scores[other] == scores[row])) {
          rank++;
        }
      }
      ranks[i] = rank;
    }
    Arrays.sort(ranks);
    return new Ranks(ranks, word.translations());
  }

  private static InductionScores scores(
      List<Ranks> ranks, int words, ToDoubleFunction<Ranks> averagePrecision) {
    return new InductionScores(
        words,
        ranks.stream().mapToDouble(averagePrecision).sum() / words,
        ranks.stream().mapToDouble(word -> word.hit(1)).sum() / words,
        ranks.stream().mapToDouble(word -> word.hit(5)).sum() / words,
        ranks.stream().mapToDouble(word -> word.hit(10)).sum() / words);
  }

  /** Returns the share of the source words that are covered, 0 to 1. */
  public double coverage() {
    return (double) covered.words() / all.words();
  }
}
