// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelRestoreCommandTest extends CommandTest {
  @Test
  void restoresTheWeightsOfAServingFolder() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path served = folder.resolve("served");
    Path back = folder.resolve("back");
    assertThat(isogloss("model", "export", model, "--int8", "--to", served)).isZero();
    assertThat(isogloss("model", "restore", served, "--to", back)).isZero();
    assertThat(isogloss("model", "info", back, "--tensors")).isZero();
    assertThat(out()).contains("encoder.layer.0.attention.self.query.weight");
  }

  @Test
  void rejectsAModelWithoutGraph() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    assertThat(isogloss("model", "restore", model, "--to", folder.resolve("back"))).isEqualTo(1);
    assertThat(err()).contains("has no graph", "train from it directly");
  }
}
