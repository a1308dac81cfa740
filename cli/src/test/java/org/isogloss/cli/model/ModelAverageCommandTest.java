// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelAverageCommandTest extends CommandTest {
  @Test
  void averagesModelsOfTheSameShape() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path to = folder.resolve("mean");
    assertThat(isogloss("model", "average", model, model, "--weights", "1,3", "--to", to)).isZero();
    assertThat(isogloss("model", "info", to)).isZero();
    assertThat(out()).contains("bert-encoder");
    assertThat(isogloss("model", "average", model, model, "--weights", "1", "--to", to))
        .isEqualTo(1);
    assertThat(err()).contains("--weights has 1 numbers, expected one for each of 2 models");
    assertThat(isogloss("model", "average", model, model, "--weights", "1,0", "--to", to))
        .isEqualTo(1);
    assertThat(err()).contains("--weights has 0.0, expected numbers above 0");
    assertThat(Files.exists(to.resolve("model.safetensors"))).isTrue();
  }
}
