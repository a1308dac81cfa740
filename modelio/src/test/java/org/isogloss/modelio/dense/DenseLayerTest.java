// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayerConfig.Activation;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleDense;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.modelio.transform.VocabularyTrimming;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DenseLayerTest {
  @TempDir private Path scratch;
  private Path folder;

  @BeforeEach
  void copy() {
    folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
  }

  @Test
  void appliesTheActivationToTheLinearMap() {
    float[] weights = {1, 2, 3, 4, 5, 6};
    float[] bias = {0.5f, -1};
    float[] x = {0.1f, -0.2f, 0.05f};
    assertThat(new DenseLayer(config(Activation.IDENTITY), weights, bias).apply(x))
        .containsExactly(new float[] {0.35f, -1.3f}, within(1e-6f));
    assertThat(new DenseLayer(config(Activation.TANH), weights, bias).apply(x))
        .containsExactly(new float[] {0.33637556f, -0.8617232f}, within(1e-6f));
  }

  private static DenseLayerConfig config(Activation activation) {
    return new DenseLayerConfig(3, 2, true, activation);
  }

  @Test
  void importKeepsTheLayer() {
    DenseLayer layer = SampleDense.addTo(folder, 12, true, Activation.TANH);
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.dimension()).isEqualTo(12);
      ModelImport.unchanged(model).write(model, imported);
    }
    try (ModelFolder model = ModelFolder.open(imported)) {
      assertThat(model.dimension()).isEqualTo(12);
      DenseLayer found = model.denseLayers().getFirst();
      assertThat(found.config()).isEqualTo(layer.config());
      assertThat(found.weights()).containsExactly(layer.weights());
      assertThat(found.bias()).containsExactly(layer.bias());
      assertThat(imported.resolve("3_Normalize")).isDirectory();
    }
  }

  @Test
  void trimmingKeepsTheLayer() {
    DenseLayer layer = SampleDense.addTo(folder, 12, true, Activation.TANH);
    Path trimmed = scratch.resolve("trimmed");
    try (ModelFolder model = ModelFolder.open(folder)) {
      VocabularyTrimming trimming = new VocabularyTrimming(model);
      trimming.count("the cat sleeps");
      trimming.write(trimmed, new VocabularyTrimming.Counted(1), "trimmed", List.of());
    }
    try (ModelFolder model = ModelFolder.open(trimmed)) {
      assertThat(model.denseLayers().getFirst().weights()).containsExactly(layer.weights());
    }
  }

  @Test
  void namesWhatNeedsVectorsWithoutTheLayer() {
    SampleDense.addTo(folder, 12, true, Activation.TANH);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> model.requireNoDense("training"))
          .hasMessageContaining("has a dense layer after the pooling, which training does not");
    }
  }

  @Test
  void theFingerprintDependsOnTheLayer() {
    String without = fingerprint();
    SampleDense.addTo(folder, 12, true, Activation.TANH);
    String with = fingerprint();
    assertThat(with).isNotEqualTo(without);
    SampleDense.addTo(folder, 12, false, Activation.TANH);
    assertThat(fingerprint()).isNotEqualTo(with);
  }

  private String fingerprint() {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return model.fingerprint();
    }
  }

  @Test
  void rejectsWhatWouldChangeTheVectors() throws IOException {
    Path modules = folder.resolve("modules.json");
    String listed = Files.readString(modules);
    Files.writeString(modules, listed.replace("models.Normalize", "models.LayerNorm"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has the modules [Transformer, Pooling, LayerNorm], expected");
    Files.writeString(modules, listed.replace("models.Normalize", "models.Dense"));
    assertThatThrownBy(() -> ModelFolder.open(folder)).hasMessageContaining("2_Normalize");
    SampleDense.addTo(folder, 12, true, Activation.TANH);
    Files.writeString(
        modules, Files.readString(modules).replace("models.Normalize", "models.Dense"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .as("a second layer, whose folder has no configuration")
        .hasMessageContaining("3_Normalize");
    Files.writeString(
        modules,
        listed
            .replace("models.Normalize", "models.Dense")
            .replace("models.Pooling", "models.Normalize"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .hasMessageContaining("[Transformer, Normalize, Dense]");
    Files.writeString(modules, "{}");
    assertThatThrownBy(() -> ModelFolder.open(folder)).hasMessageContaining("not an array");
  }

  @Test
  void rejectsALayerThatDoesNotFit() throws IOException {
    SampleDense.addTo(folder, 12, true, Activation.TANH);
    Path config = folder.resolve("2_Dense/config.json");
    String sizes = Files.readString(config);
    Files.writeString(config, sizes.replace(": 32", ": 31"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::dimension).hasMessageContaining("has 31 inputs, expected 32");
    }
    Files.writeString(config, sizes.replace("Tanh", "ReLU"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .hasMessageContaining("activation_function is");
    Files.writeString(config, sizes.replace(": 12", ": 13"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::denseLayers).hasMessageContaining("expected [13, 32]");
    }
  }

  @Test
  void rejectsDamagedWeights() {
    DenseLayer layer = SampleDense.addTo(folder, 12, true, Activation.TANH);
    float[] weights = layer.weights().clone();
    weights[3] = 1e30f;
    new DenseLayer(layer.config(), weights, layer.bias()).write(folder.resolve("2_Dense"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::denseLayers)
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("linear.weight");
    }
  }

  @Test
  void rejectsSeveralPoolings() throws IOException {
    Path pooling = folder.resolve("1_Pooling/config.json");
    Files.writeString(
        pooling,
        Files.readString(pooling)
            .replace("\"pooling_mode_cls_token\"", "\"pooling_mode_max_tokens\": true, \"x\""));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .hasMessageContaining(
            "stated by the keys [pooling_mode_max_tokens, pooling_mode_mean_tokens]");
    Files.writeString(pooling, "{\"pooling_mode\": \"mean_sqrt_len_tokens\"}");
    assertThatThrownBy(() -> ModelFolder.open(folder)).hasMessageContaining("pooling_mode is");
    Files.writeString(pooling, "{\"pooling_mode\": \"mean\", \"include_prompt\": false}");
    assertThatThrownBy(() -> ModelFolder.open(folder)).hasMessageContaining("include_prompt is");
  }
}
