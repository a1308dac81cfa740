// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Vocabulary;

/**
 * Converts a table of words to a table of terms, which an analyser derives from words, for example
 * by stemming. Words with the same term are merged, weighted by their frequencies in the bitext;
 * the probability of a translation with several terms is divided among them; words without a term
 * are dropped, and their probability is distributed among the others.
 */
final class AnalysedTableWriter {
  /** The sum to which the counts of a row are scaled. */
  private static final double COUNT_SCALE = 1 << 30;

  /**
   * Maximum number of term pairs: a constant plus a number per translation of the table. An
   * analyser derives one or two terms from a word; a table of long texts instead of words could
   * require unbounded memory.
   */
  private static final long BASE_PAIR_LIMIT = 1 << 20;

  private static final long PAIR_LIMIT_PER_TRANSLATION = 64;

  /** The words of one language and their terms. */
  private static final class Side {
    private final TableSide words;
    private final int[][] terms;
    private final List<List<Integer>> wordsOfTerm = new ArrayList<>();
    private final SortedVocabulary sorted;

    Side(TableSide words, Function<String, List<String>> analyzer) {
      this.words = words;
      this.terms = new int[words.size()][];
      Vocabulary vocabulary = new Vocabulary();
      for (int word = 0; word < terms.length; word++) {
        int count = words.count(word);
        terms[word] =
            analyzer.apply(words.word(word)).stream()
                .distinct()
                .mapToInt(term -> vocabulary.add(term, count) - 1)
                .toArray();
        for (int term : terms[word]) {
          if (term == wordsOfTerm.size()) {
            wordsOfTerm.add(new ArrayList<>());
          }
          wordsOfTerm.get(term).add(word);
        }
      }
      sorted = SortedVocabulary.of(vocabulary);
    }

    /** Returns the translations of all terms into terms of the other side. */
    TranslationRows rows(Side others, TablePruning pruning, Path file) {
      TranslationRows rows = new TranslationRows(sorted.size(), maxPairs(others, file));
      for (int term = 0; term < wordsOfTerm.size(); term++) {
        int row = sorted.rank(term);
        Map<Integer, Double> weights = weights(wordsOfTerm.get(term), others);
        double total = weights.values().stream().mapToDouble(weight -> weight).sum();
        weights.forEach(
            (other, weight) ->
                rows.add(
                    row,
                    others.sorted.rank(other),
                    (int) Math.max(1, Math.round(COUNT_SCALE * weight / total))));
      }
      rows.prune(pruning);
      return rows;
    }

    private Map<Integer, Double> weights(List<Integer> termWords, Side others) {
      Map<Integer, Double> weights = new HashMap<>();
      for (int word : termWords) {
        for (int entry = words.rowStart(word); entry < words.rowEnd(word); entry++) {
          int[] otherTerms = others.terms[words.translation(entry)];
          double weight = (double) words.count(word) * words.probability(entry) / otherTerms.length;
          for (int other : otherTerms) {
            weights.merge(other, weight, Double::sum);
          }
        }
      }
      return weights;
    }

    /** Returns an upper bound of the number of translations of terms. */
    private int maxPairs(Side others, Path file) {
      long pairCount = 0;
      for (int word = 0; word < terms.length; word++) {
        for (int entry = words.rowStart(word); entry < words.rowEnd(word); entry++) {
          pairCount += (long) terms[word].length * others.terms[words.translation(entry)].length;
        }
      }
      long bound = BASE_PAIR_LIMIT + PAIR_LIMIT_PER_TRANSLATION * words.translationCount();
      if (pairCount > Math.min(bound, Integer.MAX_VALUE)) {
        throw new IsoglossException(
            file
                + ": cannot be written: "
                + words.translationCount()
                + " translations of words become "
                + pairCount
                + " translations of terms, expected at most "
                + Math.min(bound, Integer.MAX_VALUE)
                + ": align the texts again, tokenized into words");
      }
      return (int) pairCount;
    }
  }

  private AnalysedTableWriter() {}

  static void write(
      TableSide source,
      TableSide target,
      Function<String, List<String>> sourceTerms,
      Function<String, List<String>> targetTerms,
      Path file) {
    Side sources = new Side(source, sourceTerms);
    Side targets = new Side(target, targetTerms);
    TranslationTableWriter.write(
        file,
        new LanguagePair(source.language(), target.language()),
        sources.sorted,
        targets.sorted,
        sources.rows(targets, TablePruning.NONE, file),
        targets.rows(sources, TablePruning.NONE, file));
  }
}
