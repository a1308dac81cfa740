// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.contract.EncoderContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig.Activation;
import org.isogloss.modelio.samples.SampleDense;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.OnnxRestore;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.GraphRunner;
import org.isogloss.runtime.rerank.LateInteractionFitter;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encoders with a dense layer after the pooling, such as LaBSE. */
class DenseEncoderTest {
  private static final int OUTPUTS = 12;

  @TempDir private Path scratch;

  /** The interface, with the layer in the graph. */
  @Nested
  class InTheGraph extends EncoderContractTest {
    @Override
    protected Encoder open() {
      Path folder = scratch.resolve("bert-encoder");
      if (!Files.exists(folder)) {
        SampleTransformer.BERT_ENCODER.copyInto(scratch);
        SampleDense.addTo(folder, OUTPUTS, true, Activation.TANH);
      }
      return DenseEncoderTest.open(folder);
    }
  }

  private static Encoder open(Path folder) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return Encoders.open(model, new InferenceOptions(1, Precision.FP32));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, true, TANH",
    "BERT_ENCODER, false, IDENTITY",
    "XLMR_ENCODER, true, TANH",
    "XLMR_ENCODER, false, TANH"
  })
  void graphAppliesTheLayerToPooledVectorsOfPyTorch(
      SampleTransformer sample, boolean bias, Activation activation) throws Exception {
    Path folder = sample.copyInto(scratch);
    DenseLayer layer = SampleDense.addTo(folder, OUTPUTS, bias, activation);
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, OnnxExportOptions.forPrecision(Precision.FP32));
    }
    Golden golden = sample.golden();
    float[][] found =
        (float[][])
            GraphRunner.run(
                    folder.resolve("onnx/model.onnx"), golden.ids(), golden.mask(), golden.types())
                .values()
                .iterator()
                .next();
    float[][] pooled = sample == SampleTransformer.XLMR_ENCODER ? golden.first() : golden.mean();
    for (int row = 0; row < golden.texts().size(); row++) {
      assertThat(found[row]).containsExactly(unit(layer.apply(pooled[row])), within(2e-5f));
    }
  }

  private static float[] unit(float[] vector) {
    double length = 0;
    for (float x : vector) {
      length += (double) x * x;
    }
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / Math.sqrt(length));
    }
    return unit;
  }

  /** A graph of another exporter ends with the vectors of the tokens. */
  @Test
  void appliesTheLayerAfterAGraphWithoutIt() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    SampleDense.addTo(folder, OUTPUTS, true, Activation.TANH);
    List<String> texts = List.of("the cat sleeps", "cat", "");
    float[][] expected;
    try (Encoder encoder = open(folder)) {
      expected = encoder.encode(texts, Role.QUERY);
    }
    Path pooling = folder.resolve("1_Pooling/config.json");
    String saved = Files.readString(pooling);
    Files.delete(pooling);
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, OnnxExportOptions.forPrecision(Precision.FP32));
    }
    Files.writeString(pooling, saved);
    try (Encoder encoder = open(folder)) {
      assertThat(encoder.dimension()).isEqualTo(OUTPUTS);
      float[][] found = encoder.encode(texts, Role.QUERY);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i]).containsExactly(expected[i], within(2e-5f));
      }
    }
  }

  @Test
  void aServedModelCanBeRestored() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    DenseLayer layer = SampleDense.addTo(folder, OUTPUTS, true, Activation.TANH);
    Path served = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.writeServingFolder(
          model, served, OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(true));
    }
    Path restored = scratch.resolve("restored");
    try (ModelFolder model = ModelFolder.open(served)) {
      assertThat(model.dimension()).isEqualTo(OUTPUTS);
      OnnxRestore.write(model, restored);
    }
    try (ModelFolder model = ModelFolder.open(restored)) {
      DenseLayer found = model.denseLayers().getFirst();
      assertThat(found.weights()).containsExactly(layer.weights());
      assertThat(found.bias()).containsExactly(layer.bias());
    }
  }

  @Test
  void lateInteractionNeedsVectorsWithoutTheLayer() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    SampleDense.addTo(folder, OUTPUTS, true, Activation.TANH);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> new LateInteractionFitter(model, InferenceOptions.defaults()))
          .hasMessageContaining("has a dense layer after the pooling, which late interaction");
    }
  }
}
