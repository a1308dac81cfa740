// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.TextTranslator;
import org.isogloss.core.contract.TextTranslatorContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.ReferenceDecoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTranslation;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.TranslationExport;
import org.isogloss.runtime.inference.GraphRunner;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TranslatorTest {
  private static final List<String> TEXTS =
      List.of(
          "the house",
          "",
          "a small house is old and red",
          "the cat sees the dog",
          "one two three four five six seven eight nine ten",
          "a dog");

  @TempDir private Path scratch;

  @Nested
  class KeepsTheContract extends TextTranslatorContractTest {
    @Override
    protected TextTranslator open() {
      try (ModelFolder model =
          ModelFolder.open(
              SampleTranslation.copyInto(scratch.resolve(UUID.randomUUID().toString())))) {
        return Translator.open(model, precision(Precision.FP32));
      }
    }

    @Override
    protected List<String> texts() {
      return TEXTS.stream().filter(text -> !text.isEmpty()).toList();
    }
  }

  private static InferenceOptions precision(Precision precision) {
    return InferenceOptions.defaults().withPrecision(precision).withThreads(2);
  }

  /** Returns the states of a text, as the exported encoder computes them. */
  private double[][] states(ModelFolder model, Encoding text) throws Exception {
    Path graph = scratch.resolve("states/model.onnx");
    OnnxExport.write(
        model, graph, OnnxExportOptions.forPrecision(Precision.FP32).withHiddenStates(true));
    int[] mask = new int[text.size()];
    Arrays.fill(mask, 1);
    float[][][] states =
        (float[][][])
            GraphRunner.run(
                    graph, new int[][] {text.ids()}, new int[][] {mask}, new int[1][text.size()])
                .get("last_hidden_state");
    double[][] wide = new double[text.size()][];
    for (int t = 0; t < wide.length; t++) {
      float[] state = states[0][t];
      wide[t] = new double[state.length];
      Arrays.setAll(wide[t], i -> state[i]);
    }
    return wide;
  }

  @ParameterizedTest
  @CsvSource({"FP32, true, 1e-3", "FP32, false, 1e-3", "INT8, true, 0.6"})
  void stepsAgreeWithTheFormulas(Precision precision, boolean similarities, double tolerance)
      throws Exception {
    Path folder = SampleTranslation.copyInto(scratch, similarities);
    int[][] prefixes = {{2, 7, 9, 12}, {2, 5, 5, 30}, {2, 8, 40, 11}, {2, 8, 6, 10}};
    try (ModelFolder model = ModelFolder.open(folder);
        TranslationFiles files = TranslationFiles.open(model);
        Translator translator = Translator.open(model, precision(precision))) {
      // Two sentences of different lengths with two hypotheses each; the first of the two is
      // continued by both at the third step.
      List<Encoding> sentences =
          List.of(
              model.tokenizer().encode("the house is red", 64),
              model.tokenizer().encode("a dog", 64));
      prefixes[1] = new int[] {prefixes[0][0], prefixes[0][1], 5, 30};
      prefixes[3] = new int[] {prefixes[2][0], prefixes[2][1], 6, 10};
      long[][] orders = {{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 0, 2, 2}, {0, 1, 2, 3}};
      ReferenceDecoder reference = new ReferenceDecoder(model, files);
      List<double[][]> states = new ArrayList<>();
      for (Encoding sentence : sentences) {
        states.add(states(model, sentence));
      }
      try (OnnxDecoder steps = translator.decode(sentences, 2)) {
        for (int step = 0; step < 4; step++) {
          int at = step;
          long[] tokens = Arrays.stream(prefixes).mapToLong(prefix -> prefix[at]).toArray();
          float[][] logits = steps.logits(tokens, orders[step]);
          for (int row = 0; row < 4; row++) {
            int[] read = Arrays.copyOf(prefixes[row], step + 1);
            double[] expected = reference.logits(read, states.get(row / 2))[step];
            for (int i = 0; i < expected.length; i++) {
              assertThat((double) logits[row][i])
                  .as("step %d, row %d, token %d", step, row, i)
                  .isCloseTo(expected[i], within(tolerance));
            }
          }
        }
      }
    }
  }

  @Test
  void batchesAndThreadsDoNotChangeTranslations() throws Exception {
    try (ModelFolder model = ModelFolder.open(SampleTranslation.copyInto(scratch));
        Translator translator = Translator.open(model, precision(Precision.FP32));
        ExecutorService executor = Executors.newFixedThreadPool(4)) {
      assertThat(translator.sources()).containsExactly(Language.of("en"));
      assertThat(translator.target()).isEqualTo(Language.of("de"));
      TranslationOptions options = TranslationOptions.defaults();
      List<String> expected =
          TEXTS.stream().map(text -> translator.translate(text, options.withBatch(1))).toList();
      assertThat(expected.get(1)).isEmpty();
      assertThat(expected.get(2)).isNotEmpty();
      List<Callable<List<String>>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int batch = 1 + i % 4;
        calls.add(() -> translator.translate(TEXTS, options.withBatch(batch)));
      }
      for (Future<List<String>> call : executor.invokeAll(calls)) {
        assertThat(call.get()).isEqualTo(expected);
      }
    }
  }

  @Test
  void exportedGraphsAreUsed() throws Exception {
    Path folder = SampleTranslation.copyInto(scratch);
    List<String> expected;
    try (ModelFolder model = ModelFolder.open(folder);
        Translator translator = Translator.open(model, precision(Precision.INT8))) {
      expected = translator.translate(TEXTS, TranslationOptions.defaults());
      List<Path> written = TranslationExport.write(model, Precision.INT8);
      assertThat(written).hasSize(2).allMatch(Files::isRegularFile);
    }
    try (ModelFolder model = ModelFolder.open(folder);
        Translator translator = Translator.open(model, precision(Precision.INT8))) {
      assertThat(translator.translate(TEXTS, TranslationOptions.defaults())).isEqualTo(expected);
      Files.writeString(folder.resolve("onnx/translation_decoder_int8.onnx"), "no graph");
    }
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> Translator.open(model, precision(Precision.INT8)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("translation_decoder_int8.onnx");
    }
  }

  @Test
  void limitsTheLengthOfTranslations() {
    TranslationOptions options = TranslationOptions.defaults().withMaxRatio(1.5);
    assertThat(options.maxTokens(1, 100)).isEqualTo(12);
    assertThat(options.maxTokens(20, 100)).isEqualTo(40);
    assertThat(options.maxTokens(80, 100)).isEqualTo(100);
  }

  @Test
  void rejectsModelsWithoutADecoderAndInvalidOptions() {
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch))) {
      assertThatThrownBy(() -> Translator.open(model, InferenceOptions.defaults()))
          .hasMessageContaining("expected the folder of a translation model");
    }
    TranslationOptions options = TranslationOptions.defaults();
    assertThatThrownBy(() -> options.withBeam(0)).hasMessageContaining("beam is 0");
    assertThatThrownBy(() -> options.withLengthPenalty(-1)).hasMessageContaining("lengthPenalty");
    assertThatThrownBy(() -> options.withNoRepeat(-1)).hasMessageContaining("noRepeat");
    assertThatThrownBy(() -> options.withMaxRatio(Double.NaN)).hasMessageContaining("maxRatio");
    assertThatThrownBy(() -> options.withBatch(0)).hasMessageContaining("batch");
  }
}
