// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.Vocabulary;

/**
 * The expected counts of a source word in the first iteration of Model 1, in a corpus or a part of
 * it. The counts of a corpus are the sums of those of its parts; {@link InitialRows} adds them.
 *
 * @param word number of the source word
 * @param targets numbers of the target words with which it occurs, each once
 * @param counts the expected count of each of them
 */
public record InitialCounts(int word, int[] targets, double[] counts) implements Serializable {
  /** Counts the words of a part, with target words as translations of source words. */
  public static List<InitialCounts> forward(ParallelCorpus part) {
    return of(
        DirectedPairs.forward(part),
        part.sourceVocabulary().size(),
        part.targetVocabulary().size());
  }

  /** Counts the words of a part, with source words as translations of target words. */
  public static List<InitialCounts> backward(ParallelCorpus part) {
    return of(
        DirectedPairs.backward(part),
        part.targetVocabulary().size(),
        part.sourceVocabulary().size());
  }

  private static List<InitialCounts> of(DirectedPairs pairs, int sourceWords, int targetWords) {
    Cooccurrences cooccurrences = new Cooccurrences(pairs, sourceWords, targetWords);
    CandidateRow row = new CandidateRow(cooccurrences.targetCounts());
    List<InitialCounts> counts = new ArrayList<>();
    for (int word = 0; word < sourceWords; word++) {
      if (word == Vocabulary.NULL_WORD || cooccurrences.occurrences(word) > 0) {
        cooccurrences.count(word, row);
        int size = row.select(targetWords);
        int[] targets = new int[size];
        double[] sums = new double[size];
        for (int n = 0; n < size; n++) {
          targets[n] = row.candidate(n);
          sums[n] = row.count(n);
        }
        counts.add(new InitialCounts(word, targets, sums));
        row.clear();
      }
    }
    return counts;
  }
}
