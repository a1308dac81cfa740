// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class FairnessDialTest {
  @Test
  void setsTheStrengthBelowAllStages() {
    assertThat(
            set(
                "lang:de,fr >> {bm25:2, dense}fair%50 >> rerank(weight=0.9, first=100) >>"
                    + " lead(weight=0.2) >> translations(complete=5) >> balance(0.5)"))
        .hasValue(
            "lang:de,fr >> {bm25:2, dense}fair(strength=0.25)%50 >> rerank(weight=0.9, first=100)"
                + " >> lead(weight=0.2) >> translations(complete=5) >> balance(0.5)");
  }

  @Test
  void replacesTheStrengthThatThePipelineStates() {
    assertThat(set("{bm25, dense}fair(strength=0.5)")).hasValue("{bm25, dense}fair(strength=0.25)");
  }

  @Test
  void hasNothingToSetInOtherPipelines() {
    assertThat(set("bm25")).isEmpty();
    assertThat(set("{bm25, dense}rrf >> rerank")).isEmpty();
    assertThat(set("{{bm25, dense}fair, dense}rrf")).isEmpty();
  }

  private static Optional<String> set(String pipeline) {
    return FairnessDial.set(Pipeline.parse(pipeline), 0.25).map(Pipeline::toString);
  }
}
