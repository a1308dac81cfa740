// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelCutCommandTest extends CommandTest {
  @Test
  void keepsTheFirstLayersAndReportsTheSize() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path cut = folder.resolve("cut");
    assertThat(isogloss("model", "cut", model, "--layers", 1, "--to", cut)).isZero();
    assertThat(out()).contains("layers       2 -> 1").contains("variance     1.0000");
    try (ModelFolder written = ModelFolder.open(cut)) {
      assertThat(written.transformerConfig().layers()).isEqualTo(1);
      assertThat(written.manifest().name()).isEqualTo("cut");
      assertThat(written.encoding().queryPrefix()).isEqualTo("query: ");
    }
  }

  @Test
  void keepsSelectedLayersAndFactorisesTheEmbedding() {
    Path model = SampleTransformer.XLMR_CLASSIFIER.copyInto(folder);
    Path cut = folder.resolve("cut");
    assertThat(
            isogloss(
                "model", "cut", model, "--keep-layers", "1", "--embedding-rank", 8, "--to", cut))
        .isZero();
    assertThat(out()).contains("embedding    32 -> 8");
    try (ModelFolder written = ModelFolder.open(cut)) {
      assertThat(written.transformerConfig().embeddingSize()).isEqualTo(8);
    }
  }

  @Test
  void keepsTheNeuronsWithTheLargestWeights() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path cut = folder.resolve("cut");
    assertThat(isogloss("model", "cut", model, "--neurons", 16, "--to", cut)).isZero();
    try (ModelFolder written = ModelFolder.open(cut)) {
      assertThat(written.transformerConfig().intermediateSize()).isEqualTo(16);
    }
    assertThat(isogloss("model", "cut", model, "--neurons", 0, "--to", folder.resolve("none")))
        .isEqualTo(1);
    assertThat(err()).contains("--neurons is 0, expected 1 or more");
  }

  @Test
  void rejectsInvalidOptions() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path cut = folder.resolve("cut");
    assertThat(isogloss("model", "cut", model, "--to", cut)).isEqualTo(1);
    assertThat(err()).contains("nothing to cut");
    assertThat(isogloss("model", "cut", model, "--layers", 0, "--to", cut)).isEqualTo(1);
    assertThat(err()).contains("--layers is 0, expected 1 or more");
    assertThat(isogloss("model", "cut", model, "--keep-layers", "1,0", "--to", cut)).isEqualTo(1);
    assertThat(err()).contains("--keep-layers: layers are [1, 0]");
    assertThat(isogloss("model", "cut", model, "--layers", 3, "--to", cut)).isEqualTo(1);
    assertThat(err()).contains("has no layer 2; its layers are 0 to 1");
    assertThat(cut).doesNotExist();
  }
}
