// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.isogloss.core.TokenVectorScorer;
import org.junit.jupiter.api.Test;

class WordVectorScorerTest extends TokenVectorScorerContractTest {
  @Override
  protected TokenVectorScorer open() {
    return new WordVectorScorer(64);
  }

  @Test
  void sharesPoolingWithItsEncoderOnly() {
    try (TokenVectorScorer scorer = open()) {
      assertThat(scorer.sharesPoolingWith(new TrigramEncoder(64))).isTrue();
      assertThat(scorer.sharesPoolingWith(new TrigramEncoder(32))).isFalse();
    }
  }
}
