// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.manifest.WordLevelScoring;
import org.isogloss.modelio.maven.MavenModel;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.text.subword.WordPieceOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFolderTest {
  private static final List<String> TOKENS =
      List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "B", "##c", "語");

  private static final ModelManifest MANIFEST =
      new ModelManifest(
          "test",
          "Apache-2.0",
          new EncodingSettings("q: ", "", 64, Pooling.MEAN),
          new Provenance(
              "epochs: 1\n",
              42,
              List.of(
                  new ProvenanceSource(
                      "en-de.tsv.gz", "0123456789abcdef".repeat(4), "CC-BY-2.0"))));

  @TempDir Path folder;

  private void write(ModelManifest manifest) {
    float[] rows = new float[TOKENS.size() * 3];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
    float[] weights = {1, 1, 1, 1, 2, 3, 4, 5};
    StaticModelWriter.write(
        folder,
        TOKENS,
        WordPieceOptions.CASED,
        Int8Quantization.quantize(rows, 3, weights).embeddings(),
        manifest);
  }

  @Test
  void readsWrittenFolder() {
    ModelManifest manifest =
        MANIFEST.withProvenance(
            MANIFEST
                .provenance()
                .withResults(List.of(new EvaluationResult("tatoeba-36", "accuracy", 0.25))));
    write(manifest);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.manifest()).isEqualTo(manifest);
      assertThat(model.kind()).isEqualTo(ModelFolder.Kind.STATIC);
      assertThat(model.dimension()).isEqualTo(3);
      assertThat(model.prefix(Role.QUERY)).isEqualTo("q: ");
      assertThat(model.tokenizer().ids("a Bc 語")).containsExactly(4, 5, 6, 7);
      assertThat(model.staticEmbeddings().vocabularySize()).isEqualTo(8);
      assertThat(model.staticEmbeddings().vector(7)[2]).isEqualTo(5 * 23f);
    }
  }

  @Test
  void summarises() {
    write(MANIFEST);
    try (ModelFolder model = ModelFolder.open(folder.toString())) {
      ModelSummary summary = ModelSummary.of(model);
      assertThat(summary.vocabularySize()).isEqualTo(8);
      assertThat(summary.parameters()).isEqualTo(8 * 3 + 8);
      assertThat(summary.tensors())
          .containsExactly(
              new TensorInfo(StaticModelWriter.SCALES, DataType.F32, 8),
              new TensorInfo(StaticModelWriter.VALUES, DataType.I8, 8, 3));
      assertThat(summary.sizeOnDisk()).isGreaterThan(8 * 3 + 8 * 4);
    }
  }

  @Test
  void fingerprintDependsOnEverythingThatAffectsVectors() throws IOException {
    write(MANIFEST);
    String fingerprint = fingerprint();
    assertThat(fingerprint).matches("[0-9a-f]{64}").isEqualTo(fingerprint());

    write(new ModelManifest("renamed", "MIT", MANIFEST.encoding(), MANIFEST.provenance()));
    assertThat(fingerprint()).isEqualTo(fingerprint);

    EncodingSettings longer = new EncodingSettings("q: ", "", 65, Pooling.MEAN);
    write(new ModelManifest("test", "Apache-2.0", longer, MANIFEST.provenance()));
    assertThat(fingerprint()).isNotEqualTo(fingerprint);

    write(MANIFEST);
    Path vocabulary = folder.resolve("vocab.txt");
    Files.writeString(vocabulary, Files.readString(vocabulary).replace("語", "字"));
    assertThat(fingerprint()).isNotEqualTo(fingerprint);
  }

  @Test
  void fingerprintUsesGraphInsteadOfWeights() throws IOException {
    write(MANIFEST);
    String ofWeights = fingerprint();
    Path onnx = Files.createDirectory(folder.resolve("onnx"));
    Files.writeString(onnx.resolve("model.onnx"), "graph");
    String ofGraph = fingerprint();
    assertThat(ofGraph).isNotEqualTo(ofWeights);

    Path data = Files.writeString(onnx.resolve("model.onnx_data"), "weights");
    String withData = fingerprint();
    assertThat(withData).isNotEqualTo(ofGraph);

    Files.delete(folder.resolve("model.safetensors"));
    assertThat(fingerprint()).isEqualTo(withData);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(ModelSummary.of(model).tensors()).isEmpty();
      assertThat(model.findOnnxGraph()).hasValue(onnx.resolve("model.onnx"));
    }

    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.move(onnx.resolve("model.onnx"), elsewhere.resolve("model.onnx"));
    Files.move(data, elsewhere.resolve("model.onnx_data"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.fingerprint(elsewhere.resolve("model.onnx"))).isEqualTo(withData);
    }
  }

  private String fingerprint() {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return model.fingerprint();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "seed" : 42        | "sede" : 42       | provenance.seed is missing
          "seed" : 42        | "seed" : "x"      | provenance.seed is "x", expected a whole number
          "format" : 1       | "format" : 2      | newer version
          "pooling" : "mean" | "pooling" : "mea" | encoding.pooling is "mea", expected one of [none, mean, cls, last, weighted_mean, max]; did you mean mean?
          "max_length" : 64  | "max_length" : 0  | encoding.max_length is 0, expected 1 or more
          "name" : "test",   | "name" : "test", "nmae" : 1, | unknown key nmae; did you mean name?
          0123456789abcdef0  | x                 | expected 64 hexadecimal digits
          """)
  void reportsFileAndKeyOfInvalidValue(String original, String replacement, String problem)
      throws IOException {
    write(MANIFEST);
    Path file = folder.resolve(ModelManifest.FILE);
    Files.writeString(file, Files.readString(file).replace(original, replacement));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(problem);
  }

  @Test
  void readsProbabilities() throws IOException {
    ModelManifest calibrated = MANIFEST.withProbability(new ScoreProbability(20.5, -14.25, 0.5));
    write(calibrated);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.manifest()).isEqualTo(calibrated);
      assertThat(model.manifest().withProvenance(MANIFEST.provenance())).isEqualTo(calibrated);
    }
    Path file = folder.resolve(ModelManifest.FILE);
    Files.writeString(file, Files.readString(file).replace("20.5", "-20.5"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessage(file + ": slope is -20.5, expected a number above 0");
  }

  @Test
  void readsWordLevelScoring() throws IOException {
    ModelManifest judge = MANIFEST.withWordScoring(new WordLevelScoring(5.5e-5));
    write(judge);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.manifest()).isEqualTo(judge);
      assertThat(model.manifest().wordScoring()).contains(new WordLevelScoring(5.5e-5));
      assertThat(model.manifest().withProvenance(MANIFEST.provenance())).isEqualTo(judge);
    }
    Path file = folder.resolve(ModelManifest.FILE);
    Files.writeString(file, Files.readString(file).replace("5.5E-5", "0"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessage(file + ": prior_odds is 0.0, expected a number above 0");
  }

  @Test
  void readsSentenceTransformersFolder() throws IOException {
    write(MANIFEST);
    Files.delete(folder.resolve(ModelManifest.FILE));
    Files.writeString(
        folder.resolve("config_sentence_transformers.json"),
        "{\"prompts\": {\"query\": \"query: \", \"document\": \"passage: \"}}");
    Files.writeString(folder.resolve("sentence_bert_config.json"), "{\"max_seq_length\": 128}");
    Files.createDirectory(folder.resolve("1_Pooling"));
    Files.writeString(
        folder.resolve("1_Pooling/config.json"),
        "{\"pooling_mode_cls_token\": false, \"pooling_mode_mean_tokens\": true}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding())
          .isEqualTo(new EncodingSettings("query: ", "passage: ", 128, Pooling.MEAN));
    }
  }

  /** The files of sentence-transformers 6.2 have other keys. */
  @Test
  void readsTheSixthVersionOfSentenceTransformers() throws IOException {
    Path transformer = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Files.writeString(
        transformer.resolve("1_Pooling/config.json"),
        "{\"embedding_dimension\": 32, \"pooling_mode\": \"cls\", \"include_prompt\": true}");
    Path module = transformer.resolve("sentence_bert_config.json");
    Files.writeString(module, "{\"transformer_task\": \"feature-extraction\"}");
    Path tokenizer = transformer.resolve("tokenizer_config.json");
    Files.writeString(tokenizer, "{\"model_max_length\": 24}");
    assertThat(encoding(transformer).pooling()).isEqualTo(Pooling.CLS);
    assertThat(encoding(transformer).maxLength()).isEqualTo(24);
    Files.writeString(module, "{\"processor_kwargs\": {\"model_max_length\": 16}}");
    assertThat(encoding(transformer).maxLength()).isEqualTo(16);
    Files.writeString(module, "{\"do_lower_case\": true}");
    Files.writeString(tokenizer, "{\"model_max_length\": 1e30}");
    assertThatThrownBy(() -> encoding(transformer)).hasMessageContaining("do_lower_case is true");
    Files.delete(module);
    try (ModelFolder model = ModelFolder.open(transformer)) {
      assertThat(model.encoding().maxLength()).isEqualTo(model.transformerConfig().maxLength());
    }
  }

  private static EncodingSettings encoding(Path folder) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return model.encoding();
    }
  }

  @Test
  void rejectsInconsistentFolder() throws IOException {
    write(MANIFEST);
    Path config = folder.resolve("config.json");
    Files.writeString(
        config, Files.readString(config).replace("\"hidden_size\" : 3", "\"hidden_size\" : 4"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::staticEmbeddings)
          .hasMessageContaining("\"embedding.weight\" has shape [8, 3], expected [8, 4]");
      assertThatThrownBy(model::transformerConfig).hasMessageContaining("model_type is");
    }
    Files.delete(folder.resolve("vocab.txt"));
    Files.delete(folder.resolve("tokenizer.json"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::tokenizer)
          .hasMessageContaining("contains neither vocab.txt nor tokenizer.json");
    }
  }

  @Test
  void reportsUnknownModelNames() {
    assertThatThrownBy(() -> ModelFolder.open("no-such-model"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected a model folder, or the name");
    assertThatThrownBy(() -> ModelFolder.open(folder.resolve("none")))
        .hasMessageContaining("no such folder");
    assertThat(ModelFolder.findShipped("../tiny")).isEmpty();
    assertThatThrownBy(() -> MavenModel.named("mbrt")).hasMessageContaining("did you mean mbert?");
  }

  @Test
  void writerRejectsInvalidVocabulary() {
    StaticEmbeddings rows = new StaticEmbeddings(1, new byte[2], new float[2]);
    for (List<String> pieces : List.of(List.of("a"), List.of("a", "a"), List.of("a", "\n"))) {
      assertThatThrownBy(
              () -> StaticModelWriter.write(folder, pieces, WordPieceOptions.CASED, rows, MANIFEST))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void rejectsTokensThatAreNotInTheVocabulary(@TempDir Path scratch) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Path added = Files.writeString(folder.resolve("added_tokens.json"), "{\"[CLS]\": 1}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.tokenizer().vocabularySize()).isPositive();
    }
    Files.writeString(added, "{\"<doc>\": 400}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::tokenizer)
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("adds the token \"<doc>\", which is not in the vocabulary");
    }
  }

  @Test
  void lowercasesUnlessAFileSaysOtherwise(@TempDir Path scratch) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Files.writeString(folder.resolve("tokenizer_config.json"), "{}");
    Files.deleteIfExists(folder.resolve("tokenizer.json"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      int[] lower = model.tokenizer().ids("the cat");
      assertThat(model.tokenizer().ids("THE CAT")).isEqualTo(lower);
    }
  }

  @Test
  void leftoversOfAnExportDoNotChangeTheFingerprint(@TempDir Path scratch) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Files.createDirectory(folder.resolve("onnx"));
    Path graph = Files.writeString(folder.resolve("onnx/model_int8.onnx"), "graph");
    try (ModelFolder model = ModelFolder.open(folder)) {
      String before = model.fingerprint(graph);
      Files.writeString(folder.resolve("onnx/model_int8.onnx_data.12ab.unfinished"), "part");
      assertThat(model.fingerprint(graph)).isEqualTo(before);
    }
  }

  @Test
  void namesTheArtifactThatReadsOtherTokenizers(@TempDir Path scratch) throws IOException {
    Path folder = new SampleModel("random-sparse/splade-bert").copyInto(scratch);
    Path file = folder.resolve("tokenizer.json");
    String json = Files.readString(file);
    assertThat(json).containsPattern("\"type\": *\"WordPiece\"");
    Files.writeString(file, json.replaceAll("(\"type\": *)\"WordPiece\"", "$1\"WordLevel\""));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::tokenizer)
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("org.isogloss:isogloss-djl-tokenizers")
          .hasMessageContaining("model.type is \"WordLevel\"");
    }
  }
}
