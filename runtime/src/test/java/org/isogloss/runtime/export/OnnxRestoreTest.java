// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.inference.GraphRunner;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OnnxRestoreTest {
  @TempDir private Path scratch;

  /** Creates a folder with a graph and without weights, like the shipped models. */
  private Path served(SampleTransformer sample, OnnxExportOptions options) {
    Path folder = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      OnnxExport.writeServingFolder(model, folder, options);
    }
    return folder;
  }

  private Path restored(Path served) {
    Path folder = scratch.resolve("restored");
    try (ModelFolder model = ModelFolder.open(served)) {
      OnnxRestore.write(model, folder);
    }
    return folder;
  }

  private static float[][] run(Path graph, Golden golden) throws Exception {
    Map<String, Object> outputs =
        GraphRunner.run(graph, golden.ids(), golden.mask(), golden.types());
    return (float[][]) outputs.values().iterator().next();
  }

  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, FP32, FP32, true",
    "BERT_ENCODER, INT8, INT4, true",
    "BERT_ENCODER, INT8, INT8, false",
    "XLMR_ENCODER, FP32, FP32, false",
    "XLMR_ENCODER, INT8, INT4, false",
    "BERT_CLASSIFIER, INT8, INT4, true",
    "XLMR_CLASSIFIER, FP32, INT8, true"
  })
  void exportOfRestoredModelGivesSameResults(
      SampleTransformer sample, Precision precision, VocabularyFormat vocabulary, boolean oneFile)
      throws Exception {
    OnnxExportOptions options =
        OnnxExportOptions.forPrecision(precision)
            .withVocabulary(vocabulary)
            .withSingleFile(oneFile);
    Path served = served(sample, options);
    Path again;
    try (ModelFolder model = ModelFolder.open(restored(served))) {
      again = OnnxExport.write(model, options);
    }
    float[][] first = run(served.resolve("onnx").resolve(precision.fileName()), sample.golden());
    float[][] second = run(again, sample.golden());
    for (int row = 0; row < first.length; row++) {
      assertThat(second[row]).containsExactly(first[row], within(1e-5f));
    }
  }

  private Path restoredForTraining(Path served) {
    Path folder = scratch.resolve("for-training");
    try (ModelFolder model = ModelFolder.open(served)) {
      OnnxRestore.writeForTraining(model, folder);
    }
    return folder;
  }

  private static float[] matrix(ModelFolder model, String name) {
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      return weights.floats(
          name, weights.tensor(name).shape().stream().mapToLong(Long::longValue).toArray());
    }
  }

  @ParameterizedTest
  @CsvSource({"BERT_ENCODER, INT4", "XLMR_ENCODER, INT8", "BERT_CLASSIFIER, INT4"})
  void weightsForTrainingAreRoundedToTheSameValues(
      SampleTransformer sample, VocabularyFormat vocabulary) throws Exception {
    OnnxExportOptions options =
        OnnxExportOptions.forPrecision(Precision.INT8)
            .withVocabulary(vocabulary)
            .withSingleFile(true);
    Path served = served(sample, options);
    Path again;
    try (ModelFolder model = ModelFolder.open(restoredForTraining(served))) {
      again = OnnxExport.write(model, options);
    }
    GraphWeights first = GraphWeights.parse(served.resolve("onnx/model_int8.onnx"));
    GraphWeights second = GraphWeights.parse(again);
    assertThat(second.names()).isEqualTo(first.names());
    int matrices = 0;
    for (String name : first.names()) {
      if (first.tensor(name).type() == ElementType.INT8 && !name.endsWith("_zero")) {
        assertThat(second.bytes(second.tensor(name)))
            .as(name)
            .isEqualTo(first.bytes(first.tensor(name)));
        matrices++;
      }
    }
    assertThat(matrices).isGreaterThan(5);
  }

  @Test
  void smallChangesOfWeightsForTrainingAreNotRoundedAway() {
    OnnxExportOptions options = OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(true);
    Path served = served(SampleTransformer.BERT_ENCODER, options);
    String name = "encoder.layer.0.intermediate.dense.weight";
    float[] exact;
    float[] dithered;
    try (ModelFolder model = ModelFolder.open(restored(served));
        ModelFolder training = ModelFolder.open(restoredForTraining(served))) {
      exact = matrix(model, name);
      dithered = matrix(training, name);
    }
    float[] scales =
        GraphWeights.parse(served.resolve("onnx/model_int8.onnx")).floats(name + "_scale", 48);
    int width = exact.length / scales.length;
    double change = 0.2;
    int changed = 0;
    int changedDithered = 0;
    int largest = 0;
    for (int i = 0; i < exact.length; i++) {
      double scale = scales[i / width];
      long value = Math.round(exact[i] / scale);
      assertThat(Math.abs(dithered[i] / scale - value)).isLessThan(0.5);
      if (Math.abs(value) == 127) {
        assertThat(dithered[i]).as("the scale is computed from it").isEqualTo(exact[i]);
        largest++;
      } else {
        changed += Math.round(exact[i] / scale + change) == value ? 0 : 1;
        changedDithered += Math.round(dithered[i] / scale + change) == value ? 0 : 1;
      }
    }
    assertThat(largest).isGreaterThanOrEqualTo(scales.length);
    assertThat(changed).isZero();
    double share = (double) changedDithered / (exact.length - largest);
    double deviation = Math.sqrt(change * (1 - change) / (exact.length - largest));
    assertThat(share).isCloseTo(change, within(5 * deviation));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER", "BERT_CLASSIFIER"})
  void restoresFp32WeightsExactly(SampleTransformer sample) {
    Path served =
        served(sample, OnnxExportOptions.forPrecision(Precision.FP32).withSingleFile(true));
    try (ModelFolder folder = ModelFolder.open(sample.copyInto(scratch.resolve("whole")));
        ModelFolder back = ModelFolder.open(restored(served));
        TransformerWeights weights = TransformerWeights.open(folder);
        TransformerWeights found = TransformerWeights.open(back)) {
      List<TensorInfo> tensors =
          found.tensors().values().stream()
              .filter(tensor -> !tensor.name().startsWith("embeddings.position"))
              .filter(tensor -> !tensor.name().startsWith("embeddings.token_type"))
              .toList();
      assertThat(tensors).hasSizeGreaterThan(20);
      for (TensorInfo tensor : tensors) {
        long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
        assertThat(found.floats(tensor.name(), shape))
            .as(tensor.name())
            .containsExactly(weights.floats(tensor.name(), shape));
      }
      assertThat(back.encoding()).isEqualTo(folder.encoding());
      assertThat(back.head()).isEqualTo(folder.head());
    }
  }

  @Test
  void restoresTheHeadOfAnAnswerReader() {
    SampleHead head = SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2);
    Path served = scratch.resolve("served");
    try (ModelFolder model =
        ModelFolder.open(head.write(SampleTransformer.BERT_ENCODER, scratch, "answers"))) {
      OnnxExport.writeServingFolder(
          model, served, OnnxExportOptions.forPrecision(Precision.FP32).withSingleFile(true));
    }
    try (ModelFolder back = ModelFolder.open(restored(served));
        TransformerWeights found = TransformerWeights.open(back)) {
      assertThat(back.head()).isEqualTo(TransformerHead.ANSWER_SPAN);
      assertThat(found.floats("qa_outputs.bias", new long[] {2})).containsExactly(head.bias());
    }
  }

  @Test
  void provenanceIncludesGraph() {
    Path served =
        served(SampleTransformer.BERT_ENCODER, OnnxExportOptions.forPrecision(Precision.INT8));
    try (ModelFolder model = ModelFolder.open(served);
        ModelFolder back = ModelFolder.open(restored(served))) {
      assertThat(back.manifest().provenance().sources())
          .anySatisfy(
              source -> {
                assertThat(source.name()).endsWith("/model_int8.onnx");
                assertThat(source.sha256()).isEqualTo(model.fingerprint());
              });
    }
  }

  @Test
  void rejectsModelWithoutGraph() {
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch))) {
      assertThatThrownBy(() -> OnnxRestore.write(model, scratch.resolve("restored")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("has no graph");
    }
  }

  @Test
  void rejectsTruncatedGraphAndWritesNothing() throws IOException {
    Path served =
        served(
            SampleTransformer.BERT_ENCODER,
            OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(true));
    Path graph = served.resolve("onnx/model_int8.onnx");
    byte[] whole = Files.readAllBytes(graph);
    for (int length : new int[] {whole.length / 2, whole.length - 1, 3}) {
      Files.write(graph, Arrays.copyOf(whole, length));
      try (ModelFolder model = ModelFolder.open(served)) {
        assertThatThrownBy(() -> OnnxRestore.write(model, scratch.resolve("restored")))
            .isInstanceOf(ModelFormatException.class)
            .hasMessageContaining("model_int8.onnx");
      }
      assertThat(scratch.resolve("restored")).doesNotExist();
    }
  }

  /** Changes a single value of a graph to an invalid weight. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          embeddings.LayerNorm.bias              | NaN  | expected finite numbers
          encoder.layer.0.output.dense.weight_scale | 1e30 | expected finite numbers
          """)
  void rejectsInvalidWeights(String tensor, float number, String problem) throws IOException {
    Path served =
        served(
            SampleTransformer.BERT_ENCODER,
            OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(true));
    Path graph = served.resolve("onnx/model_int8.onnx");
    byte[] name = tensor.getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = Files.readAllBytes(graph);
    int at = lastIndexOf(bytes, name) + name.length;
    // After the name follow the tag of the data and its length in at most two bytes.
    int numbers = at + (bytes[at + 1] < 0 ? 3 : 2);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(numbers, number);
    Files.write(graph, bytes);
    try (ModelFolder model = ModelFolder.open(served)) {
      assertThatThrownBy(() -> OnnxRestore.write(model, scratch.resolve("restored")))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageStartingWith(graph + ": tensor \"" + tensor.replace("_scale", ""))
          .hasMessageContaining(problem);
    }
    assertThat(scratch.resolve("restored")).doesNotExist();
  }

  private static int lastIndexOf(byte[] bytes, byte[] pattern) {
    for (int at = bytes.length - pattern.length; at >= 0; at--) {
      if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
        return at;
      }
    }
    throw new AssertionError("not found");
  }
}
