// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class CheckpointsTest {
  private static final TrainingState STATE =
      new TrainingState(Map.of("step", new long[] {3}), Map.of("score", 0.5));

  @TempDir private Path folder;

  private static Tensor parameter(float... values) {
    return Tensor.create(values, values.length).set_requires_grad(true);
  }

  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  @Test
  void readsIntoTrainedTensors() {
    try (PointerScope scope = new PointerScope()) {
      Checkpoints checkpoints = new Checkpoints(folder);
      checkpoints.write("last", Map.of("x", parameter(1, -2)), STATE);
      Tensor read = parameter(0, 0);
      TrainingState state = checkpoints.read("last", Map.of("x", read));
      assertThat(Tensors.toArray(read)).containsExactly(1, -2);
      assertThat(state.integers().get("step")).containsExactly(3);
      assertThat(state.reals()).containsEntry("score", 0.5);
    }
  }

  /** The device "meta" stores no values, but copying to it checks the same as to a GPU. */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  @Test
  void readsIntoTrainedTensorsOfAnotherDevice() {
    try (PointerScope scope = new PointerScope()) {
      Checkpoints checkpoints = new Checkpoints(folder);
      checkpoints.write("last", Map.of("x", parameter(1, -2)), STATE);
      Tensor elsewhere = parameter(0, 0).detach().to(new Device("meta"), ScalarType.Float);
      elsewhere.set_requires_grad(true);
      TrainingState state = checkpoints.read("last", Map.of("x", elsewhere));
      assertThat(elsewhere.is_meta()).isTrue();
      assertThat(state.reals()).containsEntry("score", 0.5);
    }
  }
}
