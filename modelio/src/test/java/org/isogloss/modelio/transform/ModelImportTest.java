// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.manifest.WordLevelScoring;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelImportTest {
  @TempDir private Path scratch;

  @ParameterizedTest
  @EnumSource(SampleTransformer.class)
  void keepsAllValuesAndNames(SampleTransformer model) {
    ModelFolder foreign = ModelFolder.open(model.copyInto(scratch));
    Path to = scratch.resolve("ours");
    ModelImport.unchanged(foreign).write(foreign, to);
    ModelFolder ours = ModelFolder.open(to);
    assertThat(tensors(ours)).isEqualTo(tensors(foreign));
    assertThat(ours.transformerConfig()).isEqualTo(foreign.transformerConfig());
    assertThat(ours.head()).isEqualTo(foreign.head());
    assertThat(ours.encoding()).isEqualTo(foreign.encoding());
    assertThat(ours.manifest().provenance().sources().getFirst().sha256()).hasSize(64);
    try (Safetensors before = foreign.weights();
        Safetensors after = ours.weights()) {
      // Only the NSP head and the tied matrix of the MLM head may be dropped.
      assertThat(before.tensors().keySet()).containsAll(after.tensors().keySet());
      before
          .tensors()
          .keySet()
          .forEach(name -> assertThat(after.has(name) || name.startsWith("cls.")).isTrue());
    }
  }

  @Test
  void importIsIdempotent() throws IOException {
    ModelFolder foreign = ModelFolder.open(SampleTransformer.XLMR_CLASSIFIER.copyInto(scratch));
    Path once = scratch.resolve("once");
    Path twice = scratch.resolve("twice");
    ModelImport.unchanged(foreign).write(foreign, once);
    ModelImport.unchanged(ModelFolder.open(once)).write(ModelFolder.open(once), twice);
    for (String file : new String[] {Safetensors.FILE, TransformerConfig.FILE}) {
      assertThat(Files.mismatch(once.resolve(file), twice.resolve(file))).isEqualTo(-1);
    }
  }

  @Test
  void keepsProvenance() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    ProvenanceSource text = new ProvenanceSource("en-de.tsv.gz", "0".repeat(64), "CC-BY-2.0");
    EvaluationResult measured = new EvaluationResult("tatoeba-36", "accuracy", 0.5);
    Provenance trained =
        new Provenance("kind: bi-encoder\n", 42, "0.0.9", List.of(text), List.of(measured));
    ModelFolder foreign = ModelFolder.open(folder);
    foreign.manifest().withProvenance(trained).write(folder);
    ModelFolder ours = ModelFolder.open(folder);
    ModelImport.unchanged(ours).write(ours, scratch.resolve("as-it-is"));
    new ModelImport("ours", "MIT", ours.encoding(), Optional.of(DataType.BF16))
        .write(ours, scratch.resolve("rounded"));
    Provenance kept = ModelFolder.open(scratch.resolve("as-it-is")).manifest().provenance();
    Provenance rounded = ModelFolder.open(scratch.resolve("rounded")).manifest().provenance();
    assertThat(kept.recipe()).isEqualTo("kind: bi-encoder\n# imported, weights unchanged");
    assertThat(kept.seed()).isEqualTo(42);
    assertThat(kept.version()).isEqualTo("0.0.9");
    assertThat(kept.sources()).hasSize(2).startsWith(text);
    assertThat(kept.results()).containsExactly(measured);
    assertThat(rounded.sources()).startsWith(text);
    assertThat(rounded.results()).as("results of changed weights").isEmpty();
  }

  @Test
  void convertsToRequestedType() {
    ModelFolder foreign = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch));
    Path to = scratch.resolve("ours");
    EncodingSettings encoding = new EncodingSettings("q: ", "p: ", 32, Pooling.CLS);
    new ModelImport("small", "MIT", encoding, Optional.of(DataType.BF16)).write(foreign, to);
    ModelFolder ours = ModelFolder.open(to);
    assertThat(ours.manifest().name()).isEqualTo("small");
    assertThat(ours.manifest().licence()).isEqualTo("MIT");
    assertThat(ours.encoding()).isEqualTo(encoding);
    try (Safetensors weights = ours.weights()) {
      assertThat(weights.tensors().values()).allMatch(tensor -> tensor.type() == DataType.BF16);
    }
  }

  @Test
  void writesSentenceTransformersFilesFromManifest() throws IOException {
    ModelFolder foreign = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch));
    Path to = scratch.resolve("ours");
    ModelImport.unchanged(foreign).write(foreign, to);
    Files.delete(to.resolve(ModelManifest.FILE));
    assertThat(ModelFolder.open(to).encoding())
        .isEqualTo(new EncodingSettings("query: ", "passage: ", 96, Pooling.MEAN));
  }

  @Test
  void completesTokenizerConfiguration() throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    Files.delete(folder.resolve(TokenizerFiles.TOKENIZER_CONFIG));
    ModelFolder foreign = ModelFolder.open(folder);
    Path to = scratch.resolve("ours");
    ModelImport.unchanged(foreign).write(foreign, to);
    JsonObject config = ModelJson.read(to.resolve(TokenizerFiles.TOKENIZER_CONFIG));
    assertThat(config.string("tokenizer_class")).isEqualTo("PreTrainedTokenizerFast");
    assertThat(config.string("sep_token")).isEqualTo("</s>");
    assertThat(config.string("mask_token")).isEqualTo("<mask>");
  }

  @Test
  void rejectsWeightsThatDoNotMatchConfiguration() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Path config = folder.resolve(TransformerConfig.FILE);
    String text = Files.readString(config);
    Files.writeString(config, text.replace("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3"));
    ModelFolder foreign = ModelFolder.open(folder);
    Path to = scratch.resolve("ours");
    assertThatThrownBy(() -> ModelImport.unchanged(foreign).write(foreign, to))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has no tensor \"encoder.layer.2.attention.self.query.weight\"");
    assertThat(to).doesNotExist();
  }

  @Test
  void keepsExistingFolder() throws IOException {
    ModelFolder foreign = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch));
    Path taken = Files.createDirectory(scratch.resolve("taken"));
    Files.writeString(taken.resolve("file"), "kept");
    assertThatThrownBy(() -> ModelImport.unchanged(foreign).write(foreign, taken))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("already exists");
    assertThat(taken.resolve("file")).hasContent("kept");
  }

  private static Map<String, FloatBuffer> tensors(ModelFolder folder) {
    Map<String, FloatBuffer> numbers = new TreeMap<>();
    try (TransformerWeights weights = TransformerWeights.open(folder)) {
      weights
          .tensors()
          .forEach(
              (name, info) -> {
                FloatBuffer all = FloatBuffer.allocate((int) info.elementCount());
                weights.floats(name, 0, all);
                numbers.put(name, all.flip());
              });
    }
    return numbers;
  }

  @Test
  void keepsHowWordsAreScoredAndProbabilities() {
    Path folder = SampleTransformer.BERT_CLASSIFIER.copyInto(scratch);
    ScoreProbability probability = new ScoreProbability(20, -9, .6);
    try (ModelFolder plain = ModelFolder.open(folder)) {
      plain
          .manifest()
          .withWordScoring(new WordLevelScoring(7.3e-5))
          .withProbability(probability)
          .write(folder);
    }
    Path same = scratch.resolve("same");
    Path shorter = scratch.resolve("shorter");
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelImport.unchanged(model).write(model, same);
      new ModelImport("shorter", "MIT", new EncodingSettings(16, Pooling.NONE), Optional.empty())
          .write(model, shorter);
    }
    assertThat(ModelManifest.read(same).wordScoring()).contains(new WordLevelScoring(7.3e-5));
    assertThat(ModelManifest.read(same).probability()).contains(probability);
    assertThat(ModelManifest.read(shorter).wordScoring()).isPresent();
    assertThat(ModelManifest.read(shorter).probability()).as("of other scores").isEmpty();
  }

  @Test
  void importsAnEncoderWhoseConfigurationNamesLabels() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Path config = folder.resolve("config.json");
    Files.writeString(
        config,
        Files.readString(config).replaceFirst("\\{", "{\"id2label\": {\"0\": \"LABEL_0\"},"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelImport.unchanged(model).write(model, scratch.resolve("ours"));
    }
    assertThat(scratch.resolve("ours")).isDirectory();
  }

  @Test
  void writesNothingIfNoTextFits() {
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch))) {
      ModelImport one =
          new ModelImport("one", "MIT", new EncodingSettings(1, Pooling.MEAN), Optional.empty());
      Path to = scratch.resolve("one");
      assertThatThrownBy(() -> one.write(model, to)).hasMessageContaining("leaves no room");
      assertThat(to).doesNotExist();
    }
  }
}
