// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.modelio.weights.TransformerWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeightValidatorTest {
  private static final String QUERY = "encoder.layer.1.attention.self.query.weight";

  @TempDir private Path scratch;

  /** Changes some tensors of a copy of a model. */
  private interface Change {
    /** Returns the tensor to write instead; empty to omit it. */
    Optional<TensorInfo> of(TensorInfo tensor, ByteBuffer bytes);
  }

  private Path copyWith(SampleTransformer sample, Change change) {
    Path folder = sample.copyInto(scratch);
    Path file = folder.resolve(Safetensors.FILE);
    SafetensorsWriter writer = new SafetensorsWriter();
    try (Safetensors weights = Safetensors.open(file)) {
      for (TensorInfo tensor : weights.tensors().values()) {
        ByteBuffer bytes =
            ByteBuffer.allocate((int) tensor.byteSize())
                .put(weights.bytes(tensor.name()))
                .flip()
                .order(ByteOrder.LITTLE_ENDIAN);
        change.of(tensor, bytes).ifPresent(kept -> writer.add(kept, out -> out.bytes(bytes)));
      }
      writer.write(file);
    }
    return folder;
  }

  private Path withNumber(float number) {
    return copyWith(
        SampleTransformer.BERT_ENCODER,
        (tensor, bytes) -> {
          if (tensor.name().endsWith(QUERY)) {
            bytes.putFloat(4 * 37, number);
          }
          return Optional.of(tensor);
        });
  }

  @ParameterizedTest
  @ValueSource(
      floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e30f, -65_505})
  void rejectsInvalidWeight(float number) {
    Path folder = withNumber(number);
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(() -> ModelImport.unchanged(model).write(model, scratch.resolve("to")))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve(Safetensors.FILE) + ": tensor \"")
        .hasMessageContaining(QUERY + "\" holds " + number + " at index 37, expected finite");
    assertThat(scratch.resolve("to")).doesNotExist();
    assertThatThrownBy(
            () -> {
              try (TransformerWeights weights = TransformerWeights.open(model)) {
                weights.floats(QUERY, 32, 32);
              }
            })
        .isInstanceOf(ModelFormatException.class);
  }

  @Test
  void acceptsLargeWeight() {
    ModelFolder model = ModelFolder.open(withNumber(-65_504));
    assertThatCode(() -> ModelImport.unchanged(model).write(model, scratch.resolve("to")))
        .doesNotThrowAnyException();
  }

  @Test
  void rejectsIntegerWeights() {
    Path folder =
        copyWith(
            SampleTransformer.BERT_ENCODER,
            (tensor, bytes) ->
                Optional.of(
                    tensor.name().endsWith(QUERY)
                        ? new TensorInfo(tensor.name(), DataType.I32, tensor.shape())
                        : tensor));
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(() -> ModelImport.unchanged(model).write(model, scratch.resolve("to")))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(QUERY + "\" is I32[32, 32], expected floating-point numbers");
  }

  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, encoder.layer.1.output.dense.bias",
    "BERT_CLASSIFIER, classifier.bias",
    "BERT_CLASSIFIER, classifier.weight",
    "BERT_CLASSIFIER, bert.pooler.dense.bias",
    "XLMR_CLASSIFIER, classifier.out_proj.bias",
    "XLMR_CLASSIFIER, classifier.dense.weight",
    "BERT_LANGUAGE_MODEL, cls.predictions.bias",
    "XLMR_LANGUAGE_MODEL, lm_head.layer_norm.weight"
  })
  void reportsMissingTensorAndWritesNothing(SampleTransformer sample, String name) {
    Path folder =
        copyWith(
            sample,
            (tensor, bytes) ->
                tensor.name().endsWith(name) ? Optional.empty() : Optional.of(tensor));
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(() -> ModelImport.unchanged(model).write(model, scratch.resolve("to")))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve(Safetensors.FILE) + ": has no tensor \"");
    assertThat(scratch.resolve("to")).doesNotExist();
  }

  @Test
  void rejectsImportWithUnreadableTokenizer() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Files.writeString(folder.resolve("vocab.txt"), "a\nb\n");
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(() -> ModelImport.unchanged(model).write(model, scratch.resolve("to")))
        .hasMessageContaining("no [SEP] among the 2 tokens");
    assertThat(scratch.resolve("to")).doesNotExist();
  }

  @Test
  void validatesOnlyTheRequestedRange() {
    FloatBuffer some = FloatBuffer.wrap(new float[] {Float.NaN, 1, 2, Float.NaN}, 1, 2);
    Path file = Path.of("x");
    assertThatCode(() -> WeightValidator.requireValid(file, "t", some, 0))
        .doesNotThrowAnyException();
    assertThat(some.position()).isEqualTo(1);
    assertThatThrownBy(() -> WeightValidator.requireValid(file, "t", some.limit(4), 10))
        .hasMessageContaining("holds NaN at index 12");
  }

  @Test
  void rejectsInteractionTablesThatAreNotFinite() {
    LateInteractionTables.LanguageStatistics space =
        new LateInteractionTables.LanguageStatistics(new float[2], 1);
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, 1e30f}) {
      assertThatThrownBy(() -> new LateInteractionTables(new float[] {bad}, Map.of("en", space)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new LateInteractionTables.LanguageStatistics(new float[] {bad}, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new LateInteractionTables(new float[] {-1}, Map.of("en", space)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
