// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.junit.jupiter.api.Test;

class TrainingOriginTest {
  private static final String CHECKSUM = "a1b2".repeat(16);
  private static final String RECIPE =
      """
      # A comment.
      kind: bi-encoder
      name: mine
      licences:
        base: MIT
      seed: 7

      batches:
        # Another comment.
        pairs: 32
      training: {steps: 100}
      compute:
        device: cuda
      data:
        bitext: ${data}/bitext
      # override: training.steps=200
      # override: optimizer.learning-rate=1e-3
      # override: objectives={contrast:
      #   {scale: 10}}
      """;

  private static List<String> lines(String recipe, ProvenanceSource... sources) {
    return TrainingOrigin.of(recipe, List.of(sources)).lines();
  }

  @Test
  void consistsOfTheRecipeButForItsLengthDeviceAndNamesAndOfChecksums() {
    assertThat(lines(RECIPE, new ProvenanceSource("base/config.json", CHECKSUM, "MIT")))
        .containsExactly(
            "kind: bi-encoder",
            "seed: 7",
            "batches:",
            "  pairs: 32",
            "data:",
            "  bitext: ${data}/bitext",
            "# override: optimizer.learning-rate=1e-3",
            "# override: objectives={contrast:",
            "#   {scale: 10}}",
            "base/config.json " + CHECKSUM);
  }
}
