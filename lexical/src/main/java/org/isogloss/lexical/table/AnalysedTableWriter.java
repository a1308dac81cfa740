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
 * Makes a table of words one of terms: what an analysis makes of them, stems for example. Words
 * that become one term are taken together, as often as each stands in the bitext; a translation
 * that becomes several terms is shared among them; what becomes none is left out, and its
 * probability goes to the others.
 */
final class AnalysedTableWriter {
  /** Counts of a row are kept as parts of this. */
  private static final double ALL = 1 << 30;

  /**
   * How many pairs of terms may come of a table, whatever its size, and for each translation in it.
   * Analysis makes one or two terms of a word; a table of long texts in place of words could ask
   * for any amount of memory.
   */
  private static final long MOST_PAIRS = 1 << 20;

  private static final long MOST_PAIRS_OF_TRANSLATION = 64;

  /** The words of one language and what becomes of them. */
  private static final class Side {
    private final TableSide words;
    private final int[][] terms;
    private final List<List<Integer>> wordsOfTerm = new ArrayList<>();
    private final SortedVocabulary sorted;

    Side(TableSide words, Function<String, List<String>> analysis) {
      this.words = words;
      this.terms = new int[words.size()][];
      Vocabulary vocabulary = new Vocabulary();
      for (int word = 0; word < terms.length; word++) {
        int count = words.count(word);
        terms[word] =
            analysis.apply(words.word(word)).stream()
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

    /** The translations of all terms into those of the other side. */
    TranslationRows rows(Side others, TablePruning pruning, Path file) {
      TranslationRows rows = new TranslationRows(sorted.size(), most(others, file));
      for (int term = 0; term < wordsOfTerm.size(); term++) {
        int row = sorted.rank(term);
        Map<Integer, Double> weights = weights(wordsOfTerm.get(term), others);
        double total = weights.values().stream().mapToDouble(weight -> weight).sum();
        weights.forEach(
            (other, weight) ->
                rows.add(
                    row,
                    others.sorted.rank(other),
                    (int) Math.max(1, Math.round(ALL * weight / total))));
      }
      rows.prune(pruning);
      return rows;
    }

    private Map<Integer, Double> weights(List<Integer> ofTerm, Side others) {
      Map<Integer, Double> weights = new HashMap<>();
      for (int word : ofTerm) {
        for (int entry = words.rowStart(word); entry < words.rowEnd(word); entry++) {
          int[] shared = others.terms[words.translation(entry)];
          double weight = (double) words.count(word) * words.probability(entry) / shared.length;
          for (int other : shared) {
            weights.merge(other, weight, Double::sum);
          }
        }
      }
      return weights;
    }

    /** The number of translations that those of the table become, or more. */
    private int most(Side others, Path file) {
      long most = 0;
      for (int word = 0; word < terms.length; word++) {
        for (int entry = words.rowStart(word); entry < words.rowEnd(word); entry++) {
          most += (long) terms[word].length * others.terms[words.translation(entry)].length;
        }
      }
      long bound = MOST_PAIRS + MOST_PAIRS_OF_TRANSLATION * words.translationCount();
      if (most > Math.min(bound, Integer.MAX_VALUE)) {
        throw new IsoglossException(
            file
                + ": cannot be written: "
                + words.translationCount()
                + " translations of words become "
                + most
                + " translations of terms, expected at most "
                + Math.min(bound, Integer.MAX_VALUE)
                + ": align texts again that are cut into words");
      }
      return (int) most;
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
        sources.rows(targets, TablePruning.DEFAULT, file),
        targets.rows(sources, TablePruning.DEFAULT, file));
  }
}
