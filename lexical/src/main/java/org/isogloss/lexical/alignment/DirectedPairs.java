// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.SentenceList;

/**
 * The sentence pairs of a corpus in one direction: target sentences as translations of source
 * sentences. The two directions differ in which side of the bitext is the source.
 */
record DirectedPairs(SentenceList source, SentenceList target) {
  static DirectedPairs forward(ParallelCorpus corpus) {
    return new DirectedPairs(corpus.source(), corpus.target());
  }

  static DirectedPairs backward(ParallelCorpus corpus) {
    return new DirectedPairs(corpus.target(), corpus.source());
  }

  int size() {
    return source.size();
  }

  /** Returns whether a pair was skipped. */
  boolean isEmpty(int sentence) {
    return target.length(sentence) == 0;
  }

  int maxSourceLength() {
    int maxLength = 0;
    for (int s = 0; s < source.size(); s++) {
      maxLength = Math.max(maxLength, source.length(s));
    }
    return maxLength;
  }
}
