// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.SampleStaticModel;
import org.isogloss.runtime.inference.GraphRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares exported graphs with PyTorch. */
class OnnxExportTest {
  @TempDir Path scratch;

  private Path export(SampleTransformer sample, OnnxExportOptions options) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      return OnnxExport.write(model, options);
    }
  }

  private static OnnxExportOptions of(Precision precision) {
    return OnnxExportOptions.forPrecision(precision);
  }

  private static Map<String, Object> run(Path file, Golden golden) throws Exception {
    return GraphRunner.run(file, golden.ids(), golden.mask(), golden.types());
  }

  /** Runs one row of the golden batch without padding. */
  private static Map<String, Object> run(Path file, Golden golden, int row) throws Exception {
    int length = Arrays.stream(golden.mask()[row]).sum();
    return GraphRunner.run(
        file,
        new int[][] {Arrays.copyOf(golden.ids()[row], length)},
        new int[][] {Arrays.copyOf(golden.mask()[row], length)},
        new int[][] {Arrays.copyOf(golden.types()[row], length)});
  }

  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, FP32, 1e-6",
    "BERT_ENCODER, INT8, 1e-2",
    "XLMR_ENCODER, FP32, 1e-6",
    "XLMR_ENCODER, INT8, 1e-2"
  })
  void encoderMatchesPyTorch(SampleTransformer sample, Precision precision, double tolerance)
      throws Exception {
    Golden golden = sample.golden();
    float[][] expected = sample == SampleTransformer.BERT_ENCODER ? golden.mean() : golden.first();
    Path file = export(sample, of(precision));
    float[][] batch = (float[][]) run(file, golden).get("sentence_embedding");
    // Only texts, no pairs: the graph of an encoder has no segment input.
    for (int row = 0; row < golden.texts().size(); row++) {
      float[] alone = ((float[][]) run(file, golden, row).get("sentence_embedding"))[0];
      assertThat(1 - GraphRunner.cosine(batch[row], expected[row])).isLessThan(tolerance);
      assertThat(1 - GraphRunner.cosine(alone, expected[row])).isLessThan(tolerance);
      assertThat(GraphRunner.cosine(alone, alone)).isCloseTo(1, within(1e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BERT_CLASSIFIER, FP32, 1e-5",
    "BERT_CLASSIFIER, INT8, 1e-1",
    "XLMR_CLASSIFIER, FP32, 1e-5",
    "XLMR_CLASSIFIER, INT8, 1e-1"
  })
  void classifierMatchesPyTorch(SampleTransformer sample, Precision precision, float tolerance)
      throws Exception {
    Golden golden = sample.golden();
    Path file = export(sample, of(precision));
    float[][] batch = (float[][]) run(file, golden).get("logits");
    for (int row = 0; row < golden.ids().length; row++) {
      float[] alone = ((float[][]) run(file, golden, row).get("logits"))[0];
      assertThat(batch[row]).containsExactly(golden.logits()[row], within(tolerance));
      assertThat(alone).containsExactly(golden.logits()[row], within(tolerance));
    }
  }

  /** A classifier without a pooler: one layer on the first token's vector, as PyTorch has it. */
  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void linearClassifierReadsTheFirstToken(SampleTransformer sample) throws Exception {
    Golden golden = sample.golden();
    SampleHead head =
        SampleHead.random(TransformerHead.LINEAR_CLASSIFICATION, List.of("relevant"), 1);
    Path folder = head.write(sample, scratch, "linear");
    Path file;
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.head()).isEqualTo(TransformerHead.LINEAR_CLASSIFICATION);
      file = OnnxExport.write(model, of(Precision.FP32));
    }
    float[][] batch = (float[][]) run(file, golden).get("logits");
    for (int row = 0; row < golden.ids().length; row++) {
      assertThat(batch[row]).containsExactly(head.logits(golden.first()[row], 0), within(1e-4f));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void modelWithoutPoolingOutputsTokenVectors(SampleTransformer sample) throws Exception {
    Golden golden = sample.golden();
    Path file = export(sample, of(Precision.FP32));
    float[][][] batch = (float[][][]) run(file, golden).get("last_hidden_state");
    for (int row = 0; row < golden.ids().length; row++) {
      assertThat(batch[row][0]).containsExactly(golden.first()[row], within(1e-5f));
    }
  }

  @Test
  void outputsHiddenStatesInAdditionToVector() throws Exception {
    for (SampleTransformer sample :
        new SampleTransformer[] {SampleTransformer.BERT_ENCODER, SampleTransformer.XLMR_ENCODER}) {
      Golden golden = sample.golden();
      Map<String, Object> outputs =
          run(export(sample, of(Precision.FP32).withHiddenStates(true)), golden);
      assertThat(outputs).containsOnlyKeys("sentence_embedding", "last_hidden_state");
      float[][][] hidden = (float[][][]) outputs.get("last_hidden_state");
      float[][] vectors = (float[][]) outputs.get("sentence_embedding");
      for (int row = 0; row < golden.texts().size(); row++) {
        assertThat(hidden[row][0]).containsExactly(golden.first()[row], within(1e-5f));
        float[] expected =
            sample == SampleTransformer.BERT_ENCODER ? golden.mean()[row] : golden.first()[row];
        assertThat(GraphRunner.cosine(vectors[row], expected)).isCloseTo(1, within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void quantizedVocabularyHasSmallError(VocabularyFormat format) throws Exception {
    Golden golden = SampleTransformer.BERT_ENCODER.golden();
    Path file = export(SampleTransformer.BERT_ENCODER, of(Precision.FP32).withVocabulary(format));
    double tolerance =
        switch (format) {
          case FP32 -> 1e-6;
          case INT8 -> 1e-3;
          case INT4 -> 3e-2;
        };
    float[][] vectors = (float[][]) run(file, golden).get("sentence_embedding");
    for (int row = 0; row < golden.texts().size(); row++) {
      assertThat(1 - GraphRunner.cosine(vectors[row], golden.mean()[row])).isLessThan(tolerance);
    }
  }

  @ParameterizedTest
  @EnumSource
  void singleFileAndExternalDataGiveSameResults(Precision precision) throws Exception {
    Golden golden = SampleTransformer.BERT_ENCODER.golden();
    Path two = export(SampleTransformer.BERT_ENCODER, of(precision));
    Path one = scratch.resolve("alone").resolve("model.onnx");
    try (ModelFolder model = ModelFolder.open(two.getParent().getParent())) {
      OnnxExport.write(model, one, of(precision).withSingleFile(true));
    }
    assertThat(one.resolveSibling("model.onnx_data")).doesNotExist();
    assertThat(Files.size(two.resolveSibling(two.getFileName() + "_data")))
        .isPositive()
        .matches(size -> size % 4096 == 0, "a multiple of a page");
    assertThat((float[][]) run(one, golden).get("sentence_embedding"))
        .isDeepEqualTo((float[][]) run(two, golden).get("sentence_embedding"));
  }

  @Test
  void singleFileReplacesExternalData() {
    Path folder =
        export(SampleTransformer.BERT_ENCODER, of(Precision.INT8)).getParent().getParent();
    Path alone = SampleTransformer.BERT_ENCODER.copyInto(scratch.resolve("alone"));
    for (Path one : List.of(folder, alone)) {
      try (ModelFolder model = ModelFolder.open(one)) {
        OnnxExport.write(model, of(Precision.INT8).withSingleFile(true));
      }
    }
    assertThat(folder.resolve("onnx").resolve("model_int8.onnx_data")).doesNotExist();
    try (ModelFolder model = ModelFolder.open(folder);
        ModelFolder same = ModelFolder.open(alone)) {
      assertThat(model.fingerprint()).isEqualTo(same.fingerprint());
    }
  }

  @Test
  void exportIsDeterministic() throws Exception {
    Path first = export(SampleTransformer.XLMR_ENCODER, of(Precision.INT8));
    Path second = scratch.resolve("again").resolve("model_int8.onnx");
    try (ModelFolder model = ModelFolder.open(first.getParent().getParent())) {
      OnnxExport.write(model, second, of(Precision.INT8));
    }
    assertThat(second).hasSameBinaryContentAs(first);
    assertThat(second.resolveSibling("model_int8.onnx_data"))
        .hasSameBinaryContentAs(first.resolveSibling("model_int8.onnx_data"));
  }

  @Test
  void exportDoesNotDependOnTheNameOfTheFolder() throws Exception {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    Path graph = scratch.resolve("a/model.onnx");
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, graph, of(Precision.FP32));
    }
    Path renamed = Files.move(folder, scratch.resolve("renamed"));
    Path again = scratch.resolve("b/model.onnx");
    try (ModelFolder model = ModelFolder.open(renamed)) {
      OnnxExport.write(model, again, of(Precision.FP32));
    }
    assertThat(again).hasSameBinaryContentAs(graph);
  }

  @Test
  void servingFolderHasEverythingExceptWeights() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Path served = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.writeServingFolder(model, served, of(Precision.INT8).withSingleFile(true));
      assertThatThrownBy(() -> OnnxExport.writeServingFolder(model, served, of(Precision.INT8)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("already exists");
    }
    try (Stream<Path> files = Files.walk(served)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> served.relativize(file).toString().replace('\\', '/')))
          .contains("isogloss.json", "config.json", "vocab.txt", "1_Pooling/config.json")
          .contains("onnx/model_int8.onnx")
          .doesNotContain("model.safetensors");
    }
    try (ModelFolder model = ModelFolder.open(served)) {
      assertThat(model.encoding().queryPrefix()).isEqualTo("query: ");
    }
  }

  @Test
  void rejectsModelsThatAreNotTransformers() {
    try (ModelFolder model = ModelFolder.open(SampleStaticModel.write(scratch.resolve("static")))) {
      assertThatThrownBy(() -> OnnxExport.write(model, of(Precision.FP32)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("model_type");
    }
  }

  @Test
  void reportsTensorWithWrongShape() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Path config = folder.resolve("config.json");
    Files.writeString(
        config,
        Files.readString(config, StandardCharsets.UTF_8)
            .replace("\"intermediate_size\": 48", "\"intermediate_size\": 64"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> OnnxExport.write(model, of(Precision.INT8)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("intermediate.dense.weight")
          .hasMessageContaining("[64, 32]");
    }
    assertThat(folder.resolve("onnx").resolve("model_int8.onnx")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"onnx", "onnx/model_int8.onnx", "onnx/model_int8.onnx_data"})
  void replacesNothingOutsideTheFolder(String link) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Path outside = Files.createDirectory(scratch.resolve("outside"));
    Path kept = Files.writeString(outside.resolve("kept"), "kept");
    Path target = link.equals("onnx") ? outside : kept;
    Files.createDirectories(folder.resolve(link).getParent());
    Files.createSymbolicLink(folder.resolve(link), target);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> OnnxExport.write(model, of(Precision.INT8)))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("outside the folder");
    }
    assertThat(kept).hasContent("kept");
    assertThat(outside).isDirectoryContaining("glob:**kept");
    try (Stream<Path> files = Files.list(outside)) {
      assertThat(files).hasSize(1);
    }
  }
}
