// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelRestoreCommandTest extends CommandTest {
  @Test
  void restoresTheWeightsOfAServingFolder() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path served = folder.resolve("served");
    Path back = folder.resolve("back");
    assertThat(isogloss("model", "export", model, "--int8", "--to", served)).isZero();
    assertThat(isogloss("model", "restore", served, "--to", back)).isZero();
    assertThat(isogloss("model", "info", back, "--tensors")).isZero();
    assertThat(out()).contains("encoder.layer.0.attention.self.query.weight");
    Path exact = folder.resolve("exact");
    assertThat(isogloss("model", "restore", served, "--exact", "--to", exact)).isZero();
    assertThat(
            Files.mismatch(exact.resolve("model.safetensors"), back.resolve("model.safetensors")))
        .as("weights for training are random numbers of the same intervals")
        .isNotEqualTo(-1);
  }

  @Test
  void rejectsAModelWithoutGraph() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    assertThat(isogloss("model", "restore", model, "--to", folder.resolve("back"))).isEqualTo(1);
    assertThat(err()).contains("has no graph", "train from it directly");
  }
}
