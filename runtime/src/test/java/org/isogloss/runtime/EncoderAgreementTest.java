// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleEncoder.Golden;
import org.isogloss.modelio.samples.SampleEncoder.Row;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.GraphRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares encoders of all architectures with Python's transformers and sentence-transformers. */
class EncoderAgreementTest {
  private static final float TOLERANCE = 1e-5f;

  @TempDir private Path scratch;

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void tokenizesAsPythonDoes(SampleEncoder sample) {
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      for (int i = 0; i < golden.texts().size(); i++) {
        assertThat(model.tokenizer().encode(golden.texts().get(i), 256).ids())
            .as(golden.texts().get(i))
            .isEqualTo(golden.ids()[i]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void encodesTextsAsSentenceTransformersDoes(SampleEncoder sample) {
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.FP32))) {
      requireClose(encoder.encode(golden.texts(), Role.QUERY), golden.query());
      requireClose(encoder.encode(golden.texts(), Role.PASSAGE), golden.passage());
    }
  }

  private static void requireClose(float[][] found, float[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("text " + i).containsExactly(expected[i], within(TOLERANCE));
    }
  }

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void computesTokenVectorsOfAllLengths(SampleEncoder sample) throws Exception {
    Path graph = export(sample);
    int vocabulary = vocabulary(sample);
    for (Row row : sample.golden().rows()) {
      int[] ids = row.ids(vocabulary);
      int[] mask = new int[row.length()];
      Arrays.fill(mask, 1);
      requireClose(run(graph, new int[][] {ids}, new int[][] {mask})[0], row, 0);
    }
  }

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void ignoresPaddingOnBothSides(SampleEncoder sample) throws Exception {
    Path graph = export(sample);
    int vocabulary = vocabulary(sample);
    for (Map.Entry<String, List<Row>> padded : sample.golden().padded().entrySet()) {
      boolean left = padded.getKey().equals("left");
      List<Row> rows = padded.getValue();
      int longest = rows.stream().mapToInt(Row::length).max().orElseThrow();
      int[][] ids = new int[rows.size()][longest];
      int[][] mask = new int[rows.size()][longest];
      for (int i = 0; i < ids.length; i++) {
        int length = rows.get(i).length();
        int from = left ? longest - length : 0;
        System.arraycopy(rows.get(i).ids(vocabulary), 0, ids[i], from, length);
        Arrays.fill(mask[i], from, from + length, 1);
      }
      float[][][] states = run(graph, ids, mask);
      for (int i = 0; i < ids.length; i++) {
        requireClose(states[i], rows.get(i), left ? longest - rows.get(i).length() : 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void importChangesNoVector(SampleEncoder sample) {
    Golden golden = sample.golden();
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      new ModelImport("twin", "MIT", model.encoding(), Optional.of(DataType.F32))
          .write(model, imported);
    }
    try (ModelFolder model = ModelFolder.open(imported);
        Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.FP32))) {
      requireClose(encoder.encode(golden.texts(), Role.QUERY), golden.query());
    }
  }

  /** The weights are random and have outliers, so that eight bits lose more than in a model. */
  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void eightBitsAreClose(SampleEncoder sample) {
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.INT8))) {
      float[][] vectors = encoder.encode(golden.texts(), Role.PASSAGE);
      for (int i = 0; i < vectors.length; i++) {
        assertThat(GraphRunner.cosine(vectors[i], golden.passage()[i])).isGreaterThan(0.98);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void vectorsDoNotDependOnOtherTexts(SampleEncoder sample) {
    // Of one length, so that they share a batch.
    List<String> texts = List.of("a", "b", "c", "d", "e", "f", "g");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      for (Precision precision : Precision.values()) {
        try (Encoder encoder = Encoders.open(model, new InferenceOptions(1, precision))) {
          float[][] together = encoder.encode(texts, Role.PASSAGE);
          for (int i = 0; i < together.length; i++) {
            float[] alone = encoder.encode(List.of(texts.get(i)), Role.PASSAGE)[0];
            assertThat(together[i]).as("%s, text %d", precision, i).isEqualTo(alone);
          }
        }
      }
    }
  }

  @Test
  void readsTheConfigurationThatTheAuthorsOfNomicBertWrite() throws IOException {
    Path folder = SampleEncoder.NOMIC_BERT.copyInto(scratch);
    Files.writeString(
        folder.resolve("config.json"),
        """
        {"model_type": "nomic_bert", "activation_function": "swiglu", "causal": false,
         "auto_map": {"AutoModel": "nomic-ai/nomic-bert-2048--modeling_hf_nomic_bert.NomicBertModel"},
         "layer_norm_epsilon": 1e-12, "mlp_fc1_bias": false, "mlp_fc2_bias": false, "n_embd": 32,
         "n_head": 4, "n_inner": 40, "n_layer": 3, "n_positions": 2048, "prenorm": false,
         "qkv_proj_bias": false, "rotary_emb_base": 1000, "rotary_emb_fraction": 1.0,
         "rotary_emb_interleaved": false, "type_vocab_size": 2, "vocab_size": %d}
        """
            .formatted(300));
    Golden golden = SampleEncoder.NOMIC_BERT.golden();
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.FP32))) {
      requireClose(encoder.encode(golden.texts(), Role.QUERY), golden.query());
    }
  }

  @Test
  void keepsTheFirstDimensionsThatAFolderStates() throws IOException {
    Golden golden = SampleEncoder.GEMMA3.golden();
    Path folder = SampleEncoder.GEMMA3.copyInto(scratch);
    Path settings = folder.resolve("config_sentence_transformers.json");
    Files.writeString(
        settings, Files.readString(settings).replaceFirst("\\{", "{\"truncate_dim\": 10,"));
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelImport.unchanged(model).write(model, imported);
    }
    for (Path each : List.of(folder, imported)) {
      try (ModelFolder model = ModelFolder.open(each);
          Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.FP32))) {
        assertThat(encoder.dimension()).isEqualTo(model.dimension()).isEqualTo(10);
        float[][] vectors = encoder.encode(golden.texts(), Role.QUERY);
        for (int i = 0; i < vectors.length; i++) {
          float[] expected = UnitVectors.normalize(Arrays.copyOf(golden.query()[i], 10));
          assertThat(vectors[i]).containsExactly(expected, within(TOLERANCE));
        }
      }
    }
  }

  @Test
  void readsATransformerInAFolderOfItsOwn() throws IOException {
    Golden golden = SampleEncoder.GEMMA3.golden();
    Path folder = SampleEncoder.GEMMA3.copyInto(scratch);
    Path module = Files.createDirectory(folder.resolve("0_Transformer"));
    for (String file :
        List.of(
            "config.json",
            "model.safetensors",
            "tokenizer.json",
            "tokenizer_config.json",
            "sentence_bert_config.json")) {
      Files.move(folder.resolve(file), module.resolve(file));
    }
    Path modules = folder.resolve("modules.json");
    Files.writeString(
        modules,
        Files.readString(modules).replace("\"path\": \"\"", "\"path\": \"0_Transformer\""));
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelImport.unchanged(model).write(model, imported);
    }
    for (Path each : List.of(folder, imported)) {
      try (ModelFolder model = ModelFolder.open(each);
          Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.FP32))) {
        requireClose(encoder.encode(golden.texts(), Role.PASSAGE), golden.passage());
      }
    }
  }

  private Path export(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      return OnnxExport.write(
          model, OnnxExportOptions.forPrecision(Precision.FP32).withHiddenStates(true));
    }
  }

  private int vocabulary(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(scratch.resolve(sample.folderName()))) {
      return model.vocabularySize();
    }
  }

  private static float[][][] run(Path graph, int[][] ids, int[][] mask) throws Exception {
    return (float[][][]) GraphRunner.run(graph, ids, mask, mask).get("last_hidden_state");
  }

  private static void requireClose(float[][] states, Row row, int from) {
    int last = from + row.length() - 1;
    String length = "length " + row.length();
    assertThat(states[from]).as(length).containsExactly(row.first(), within(TOLERANCE));
    assertThat(states[last]).as(length).containsExactly(row.last(), within(TOLERANCE));
    float[] mean = new float[row.mean().length];
    for (int token = from; token <= last; token++) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += states[token][i] / row.length();
      }
    }
    assertThat(mean).as(length).containsExactly(row.mean(), within(TOLERANCE));
  }
}
