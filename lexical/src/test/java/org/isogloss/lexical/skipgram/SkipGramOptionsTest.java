// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SkipGramOptionsTest {
  @Test
  void defaultsAreThoseOfFastTextExceptForTheDimension() {
    assertThat(SkipGramOptions.builder().threads(1).build())
        .isEqualTo(new SkipGramOptions(300, 5, 5, 5, 5, 3, 6, 2_000_000, .05, 1e-4, 1, 0));
    assertThat(SkipGramOptions.defaults().threads())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void rejectsInvalidValuesByName() {
    rejects(SkipGramOptions.builder().dimension(0), "dimension is 0, expected 1 or more");
    rejects(SkipGramOptions.builder().window(0), "window is 0");
    rejects(SkipGramOptions.builder().negatives(-1), "negatives is -1");
    rejects(SkipGramOptions.builder().epochs(0), "epochs is 0");
    rejects(SkipGramOptions.builder().minCount(0), "minCount is 0");
    rejects(SkipGramOptions.builder().minNgram(0), "minNgram is 0");
    rejects(
        SkipGramOptions.builder().minNgram(4).maxNgram(3),
        "maxNgram is 3, expected minNgram (4) or more, or 0 for no n-grams");
    rejects(SkipGramOptions.builder().buckets(0), "buckets is 0");
    rejects(SkipGramOptions.builder().learningRate(0), "learningRate is 0.0, expected more than 0");
    rejects(SkipGramOptions.builder().learningRate(Double.NaN), "learningRate is NaN");
    rejects(SkipGramOptions.builder().samplingThreshold(-1), "samplingThreshold is -1.0");
    rejects(SkipGramOptions.builder().threads(0), "threads is 0");
  }

  private static void rejects(SkipGramOptions.Builder builder, String message) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
