// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Test;

@RequiresTorch
class TrainableRowTableTest {
  @Test
  void sumsTheGradientsOfARowThatIsGatheredTwice() {
    try (TrainableRowTable table = table()) {
      table.gather(new int[] {2, 0}).sum().backward();
      table.gather(new int[] {0, 1}).sum().backward();
      TrainableRowTable.RowGradient gradient = table.rowGradient().orElseThrow();
      assertThat(Tensors.toArray(gradient.gradient())).containsExactly(2, 2, 1, 1, 1, 1);
      assertThat(table.gradients()).hasSize(1);
      // Its norm is that of the applied gradient, and scaling it scales what is applied.
      table.gradients().getFirst().mul_(Tensors.scalar(.5));
      assertThat(Tensors.toArray(table.rowGradient().orElseThrow().gradient()))
          .containsExactly(1, 1, .5f, .5f, .5f, .5f);
      table.clearGradients();
      assertThat(table.rowGradient()).isEmpty();
    }
  }

  @Test
  void fixedRowsHaveNoGradient() {
    try (TrainableRowTable table = table()) {
      table.fix();
      Tensor rows = table.gather(new int[] {1});
      assertThat(rows.requires_grad()).isFalse();
      assertThat(Tensors.toArray(rows)).containsExactly(3, 4);
      assertThat(table.gradients()).isEmpty();
    }
  }

  private static TrainableRowTable table() {
    return new TrainableRowTable("rows", Tensor.create(new float[] {1, 2, 3, 4, 5, 6}, 3, 2));
  }
}
