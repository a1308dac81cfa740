// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.List;
import org.isogloss.lexical.Vocabulary;

/**
 * The initial translation probabilities of one direction, from the counts of the parts of a corpus.
 * They are equal to those of the undivided corpus up to rounding, unless candidates beyond the
 * maximum number are associated equally strongly with a word.
 */
public final class InitialRows {
  private final TranslationProbabilities rows;

  private InitialRows(TranslationProbabilities rows) {
    this.rows = rows;
  }

  /** Adds the counts of the parts of a corpus and selects the candidates of each word. */
  public static final class Adder {
    private final CandidateRow row;
    private final int targetWords;
    private final int maxCandidates;

    /**
     * Creates an adder.
     *
     * @param nullWord the counts of the null word in all parts
     * @param targetWords one more than the highest number of a target word
     * @param maxCandidates maximum number of candidates of a word other than the null word
     */
    public Adder(Iterable<InitialCounts> nullWord, int targetWords, int maxCandidates) {
      double[] counts = new double[targetWords];
      double total = 0;
      for (InitialCounts part : nullWord) {
        for (int n = 0; n < part.targets().length; n++) {
          counts[part.targets()[n]] += part.counts()[n];
          total += part.counts()[n];
        }
      }
      this.row = new CandidateRow(new Cooccurrences.TargetCounts(counts, total));
      this.targetWords = targetWords;
      this.maxCandidates = maxCandidates;
    }

    /**
     * Returns the initial probabilities of the candidates of a word.
     *
     * @param parts the counts of the word in the parts where it occurs
     */
    public InitialCounts probabilities(Iterable<InitialCounts> parts) {
      int word = Vocabulary.NULL_WORD;
      for (InitialCounts part : parts) {
        word = part.word();
        for (int n = 0; n < part.targets().length; n++) {
          row.add(part.targets()[n], part.counts()[n]);
        }
      }
      int kept = row.select(word == Vocabulary.NULL_WORD ? targetWords : maxCandidates);
      int[] targets = new int[kept];
      double[] values = new double[kept];
      for (int n = 0; n < kept; n++) {
        targets[n] = row.candidate(n);
        values[n] = row.probability(n);
      }
      row.clear();
      return new InitialCounts(word, targets, values);
    }
  }

  /**
   * Creates rows.
   *
   * @param words the probabilities of each word that {@link Adder} returned
   * @param sourceWords one more than the highest number of a source word
   * @throws org.isogloss.core.IsoglossException if the rows do not fit in an array
   */
  public static InitialRows of(List<InitialCounts> words, int sourceWords) {
    int[] sizes = new int[sourceWords];
    for (InitialCounts word : words) {
      sizes[word.word()] = word.targets().length;
    }
    TranslationProbabilities rows = new TranslationProbabilities(sizes);
    for (InitialCounts word : words) {
      for (int n = 0; n < word.targets().length; n++) {
        rows.put(word.word(), word.targets()[n], (float) word.counts()[n]);
      }
    }
    return new InitialRows(rows);
  }

  TranslationProbabilities rows() {
    return rows;
  }
}
