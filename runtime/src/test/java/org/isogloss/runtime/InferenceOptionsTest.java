// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtProvider;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.inference.InferenceDevice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InferenceOptionsTest {
  @TempDir private Path folder;

  @Test
  void refusesADeviceThatCannotBeUsed() {
    assertThat(InferenceOptions.defaults().requireDevice()).isEqualTo("cpu");
    InferenceOptions missing = InferenceOptions.defaults().withDevice("cuda:98");
    assertThatThrownBy(missing::requireDevice)
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("device is cuda:98, but ");
    if (!OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA)) {
      assertThatThrownBy(missing::requireDevice)
          .hasMessageContaining("do not support NVIDIA GPUs (they support CPU")
          .hasMessageEndingWith(
              " in place of com.microsoft.onnxruntime:onnxruntime, or compute on cpu")
          .hasMessageFindingMatch(
              "use com[.]microsoft[.]onnxruntime:onnxruntime_gpu:1[.][0-9]+[.][0-9]+ in");
    }
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(folder))) {
      assertThatThrownBy(() -> Encoders.open(model, missing))
          .as("without the check, nothing falls back to the CPU in silence")
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("cuda:98");
    }
    assertThatThrownBy(() -> InferenceOptions.defaults().withDevice("gpu"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("device is \"gpu\", expected cpu, cuda, cuda:N or auto");
  }

  @Test
  void findsADeviceThatCanBeUsed() {
    InferenceOptions any = InferenceOptions.defaults().withDevice("auto");
    assertThat(any.requireDevice())
        .isEqualTo(InferenceDevice.of("auto").name())
        .isNotEqualTo("auto");
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(folder));
        Encoder encoder = Encoders.open(model, any)) {
      assertThat(encoder.encode(List.of("a"), Role.QUERY)[0]).hasSize(encoder.dimension());
    }
    boolean hasGpu = OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA);
    assertThat(InferenceDevice.of("auto")).isIn(InferenceDevice.CPU, new InferenceDevice("cuda"));
    if (!hasGpu) {
      assertThat(InferenceDevice.of("auto")).isEqualTo(InferenceDevice.CPU);
    }
  }

  @Test
  void keepsTheDeviceWithOtherOptions() {
    assertThat(InferenceOptions.defaults().withDevice("cuda").withThreads(3).device())
        .isEqualTo("cuda");
  }
}
