// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.junit.jupiter.api.Test;

@RequiresTorch
class OptimizerOptionsTest {
  private static final int LAYERS = 2;

  private static final OptimizerOptions OPTIMIZER =
      new OptimizerOptions(
          0.1,
          0.9,
          0.999,
          1e-12,
          0.5,
          0.5,
          List.of(new OptimizerOptions.Group("classifier", Optional.of(0.3), Optional.of(0.1))),
          new LearningRateSchedule(LearningRateSchedule.Kind.CONSTANT, 0, 0));

  private static Parameter parameter(String name, long... shape) {
    return new Parameter(name, Tensors.retain(torch.ones(shape)).set_requires_grad(true));
  }

  /** Returns the change of the first step of Adam: the learning rate, whatever the gradient. */
  private static double decrease(Parameter parameter) {
    return 1 - Tensors.toArray(parameter.values())[0];
  }

  @Test
  void lowersRatesLayerByLayerWithoutDecayOfVectors() {
    List<Parameter> all = new ArrayList<>();
    all.add(parameter("embeddings.word_embeddings.weight", 1, 1));
    all.add(parameter("encoder.layer.0.output.dense.weight", 1, 1));
    all.add(parameter("encoder.layer.0.output.dense.bias", 1));
    all.add(parameter("encoder.layer.1.output.LayerNorm.weight", 1));
    all.add(parameter("encoder.layer.1.output.dense.weight", 1, 1));
    all.add(parameter("classifier.weight", 1, 1));
    all.add(parameter("pooler.dense.bias", 1));
    Parameter frozen = parameter("encoder.layer.1.frozen", 1, 1);
    frozen.values().set_requires_grad(false);
    all.add(frozen);
    try (AdamW adam = OPTIMIZER.createOptimizer(all, LAYERS)) {
      for (Parameter parameter : all) {
        if (parameter.isTrained()) {
          Tensor sum = parameter.values().sum();
          sum.backward();
        }
      }
      adam.step(1);
    }
    assertThat(decrease(all.get(0))).isCloseTo(0.025 + 0.025 * 0.5, within(1e-6));
    assertThat(decrease(all.get(1))).isCloseTo(0.05 + 0.05 * 0.5, within(1e-6));
    assertThat(decrease(all.get(2))).as("a bias").isCloseTo(0.05, within(1e-6));
    assertThat(decrease(all.get(3))).as("a normalisation").isCloseTo(0.1, within(1e-6));
    assertThat(decrease(all.get(4))).isCloseTo(0.1 + 0.1 * 0.5, within(1e-6));
    assertThat(decrease(all.get(5))).as("own rates of a group").isCloseTo(0.3 + 0.03, within(1e-6));
    assertThat(decrease(all.get(6))).isCloseTo(0.1, within(1e-6));
    assertThat(decrease(frozen)).isZero();
  }
}
