// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@RequiresTorch
class TrainedTransformerTest {
  @TempDir private Path folder;
  private PointerScope scope;

  @BeforeEach
  void open() {
    scope = new PointerScope();
  }

  @AfterEach
  void close() {
    scope.close();
  }

  static ModelManifest manifest(Pooling pooling) {
    return new ModelManifest(
        "small",
        "Apache-2.0",
        new EncodingSettings("query: ", "passage: ", 96, pooling),
        new Provenance("a test", 1, List.of()));
  }

  /** Changes every parameter slightly, as training does. */
  @SuppressWarnings("try")
  static void perturb(List<Parameter> parameters) {
    torch.manual_seed(1);
    try (NoGradGuard guard = new NoGradGuard()) {
      for (Parameter parameter : parameters) {
        parameter.values().add_(torch.randn_like(parameter.values()), new Scalar(0.01));
      }
    }
  }

  private <H extends Head> void assertRoundTrip(
      SampleTransformer sample,
      BiFunction<ModelFolder, Transformer, H> first,
      BiFunction<ModelFolder, Transformer, H> second) {
    Path to = folder.resolve("written-" + sample);
    Path rewritten = folder.resolve("again-" + sample);
    try (ModelFolder model = TransformerFixtures.open(sample, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        H head = first.apply(model, body)) {
      List<Parameter> all = new ArrayList<>(body.parameters());
      all.addAll(head.parameters());
      perturb(all);
      Pooling pooling = head instanceof PoolingHead pools ? pools.pooling() : Pooling.NONE;
      new TrainedTransformer(body, head, DataType.F32).write(to, model, manifest(pooling));
      try (ModelFolder written = ModelFolder.open(to);
          Transformer reopenedBody = Transformer.load(written, TransformerOptions.DEFAULT);
          H reopenedHead = second.apply(written, reopenedBody)) {
        assertThat(written.head()).isEqualTo(head.kind());
        assertThat(written.manifest()).isEqualTo(manifest(pooling));
        assertThat(reopenedBody.config()).isEqualTo(body.config());
        List<Parameter> reopened = new ArrayList<>(reopenedBody.parameters());
        reopened.addAll(reopenedHead.parameters());
        assertThat(reopened).hasSameSizeAs(all);
        for (int i = 0; i < all.size(); i++) {
          assertThat(reopened.get(i).name()).isEqualTo(all.get(i).name());
          assertThat(TransformerFixtures.numbers(reopened.get(i).values()))
              .as(all.get(i).name())
              .isEqualTo(TransformerFixtures.numbers(all.get(i).values()));
        }
        new TrainedTransformer(reopenedBody, reopenedHead, DataType.F32)
            .write(rewritten, written, manifest(pooling));
      }
    }
    assertThat(rewritten.resolve(Safetensors.FILE))
        .hasSameBinaryContentAs(to.resolve(Safetensors.FILE));
    assertThat(rewritten.resolve("config.json")).hasSameBinaryContentAs(to.resolve("config.json"));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void encodersSurviveARoundTrip(SampleTransformer sample) {
    assertRoundTrip(
        sample,
        (model, body) -> new PoolingHead(Pooling.MEAN),
        (model, body) -> new PoolingHead(model.encoding().pooling()));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_CLASSIFIER", "XLMR_CLASSIFIER", "BERT_ENCODER", "XLMR_ENCODER"})
  void sequenceClassifiersSurviveARoundTrip(SampleTransformer sample) {
    assertRoundTrip(
        sample,
        (model, body) -> SequenceClassificationHead.create(model, body, 3, 1),
        SequenceClassificationHead::load);
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void tokenClassifiersSurviveARoundTrip(SampleTransformer sample) {
    assertRoundTrip(
        sample,
        (model, body) -> TokenClassificationHead.create(model, body, 5, 1),
        TokenClassificationHead::load);
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void answerSpanHeadsSurviveARoundTrip(SampleTransformer sample) {
    assertRoundTrip(
        sample, (model, body) -> AnswerSpanHead.create(model, body, 1), AnswerSpanHead::load);
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL", "BERT_ENCODER"})
  void languageModelsSurviveARoundTrip(SampleTransformer sample) {
    assertRoundTrip(
        sample, (model, body) -> LanguageModelHead.create(model, body, 1), LanguageModelHead::load);
  }

  /** The configuration, apart from the type of the weights, and the names of the tensors. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  void writesTheFormOfTheModelFromWhichTrainingStarted(SampleEncoder sample) throws IOException {
    Path to = folder.resolve("written");
    Path source = sample.copyInto(folder);
    try (ModelFolder model = ModelFolder.open(source);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        PoolingHead head = PoolingHead.load(model, body, model.encoding().pooling())) {
      perturb(body.parameters());
      perturb(head.parameters());
      new TrainedTransformer(body, head, DataType.F32).write(to, model, manifest(head.pooling()));
      try (ModelFolder written = ModelFolder.open(to);
          Transformer reopened = Transformer.load(written, TransformerOptions.DEFAULT);
          Safetensors before = model.weights();
          Safetensors after = written.weights()) {
        assertThat(written.architecture()).isEqualTo(model.architecture());
        assertThat(written.denseLayers()).usingRecursiveComparison().isEqualTo(head.denseLayers());
        for (int i = 0; i < body.parameters().size(); i++) {
          assertThat(TransformerFixtures.numbers(reopened.parameters().get(i).values()))
              .as(body.parameters().get(i).name())
              .isEqualTo(TransformerFixtures.numbers(body.parameters().get(i).values()));
        }
        if (sample != SampleEncoder.ROBERTA) { // Written as XLM-RoBERTa, which is the same.
          assertThat(after.tensors().keySet()).isSubsetOf(before.tensors().keySet());
          assertThat(config(to)).isEqualTo(config(source));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MODERNBERT", "DISTILBERT", "MPNET"})
  void addsTheHeadOfALanguageModel(SampleEncoder sample) throws IOException {
    Path to = folder.resolve("written");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(folder));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        LanguageModelHead head = LanguageModelHead.create(model, body, 1)) {
      new TrainedTransformer(body, head, DataType.F32).write(to, model, manifest(Pooling.NONE));
      try (ModelFolder written = ModelFolder.open(to);
          Transformer reopenedBody = Transformer.load(written, TransformerOptions.DEFAULT);
          LanguageModelHead reopened = LanguageModelHead.load(written, reopenedBody)) {
        assertThat(written.head()).isEqualTo(TransformerHead.MASKED_LANGUAGE_MODEL);
        assertThat(reopened.parameters()).hasSameSizeAs(head.parameters());
        for (int i = 0; i < head.parameters().size(); i++) {
          assertThat(TransformerFixtures.numbers(reopened.parameters().get(i).values()))
              .as(head.parameters().get(i).name())
              .isEqualTo(TransformerFixtures.numbers(head.parameters().get(i).values()));
        }
        assertThat(reopenedBody.architecture()).isEqualTo(body.architecture());
      }
    }
  }

  private static ObjectNode config(Path folder) throws IOException {
    ObjectNode config =
        (ObjectNode) new ObjectMapper().readTree(folder.resolve("config.json").toFile());
    config.remove("dtype");
    return config;
  }

  @Test
  void writesTheFirstLayersOfAnArchitecture() {
    Path to = folder.resolve("written");
    TransformerOptions twoLayers = TransformerOptions.builder().layers(2).build();
    try (ModelFolder model = ModelFolder.open(SampleEncoder.MODERNBERT.copyInto(folder));
        Transformer body = Transformer.load(model, twoLayers)) {
      new TrainedTransformer(body, new PoolingHead(Pooling.MEAN), DataType.F32)
          .write(to, model, manifest(Pooling.MEAN));
      try (ModelFolder written = ModelFolder.open(to)) {
        assertThat(written.architecture().layers())
            .isEqualTo(model.architecture().layers().subList(0, 2));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void roundsToTheNearestHalfPrecisionNumber(DataType type) {
    Path to = folder.resolve("half");
    try (ModelFolder model = TransformerFixtures.open(SampleTransformer.BERT_ENCODER, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT)) {
      new TrainedTransformer(body, new PoolingHead(Pooling.CLS), type)
          .write(to, model, manifest(Pooling.CLS));
      try (ModelFolder written = ModelFolder.open(to);
          Safetensors weights = written.weights();
          Transformer half = Transformer.load(written, TransformerOptions.DEFAULT)) {
        assertThat(weights.tensors().values()).extracting(TensorInfo::type).containsOnly(type);
        for (int i = 0; i < half.parameters().size(); i++) {
          Tensor before = body.parameters().get(i).values();
          Tensor rounded =
              before
                  .to(type == DataType.F16 ? torch.ScalarType.Half : torch.ScalarType.BFloat16)
                  .to(torch.ScalarType.Float);
          assertThat(TransformerFixtures.numbers(half.parameters().get(i).values()))
              .isEqualTo(TransformerFixtures.numbers(rounded));
        }
      }
    }
  }

  @Test
  void rejectsIntegerTypesAndMismatchedPooling() {
    try (ModelFolder model = TransformerFixtures.open(SampleTransformer.BERT_ENCODER, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT)) {
      PoolingHead mean = new PoolingHead(Pooling.MEAN);
      assertThatThrownBy(() -> new TrainedTransformer(body, mean, DataType.I8))
          .hasMessage("type is I8, expected F32, F16 or BF16");
      TrainedTransformer trained = new TrainedTransformer(body, mean, DataType.F32);
      assertThatThrownBy(() -> trained.write(folder.resolve("no"), model, manifest(Pooling.CLS)))
          .hasMessage("the manifest's pooling is CLS, expected the head's, MEAN");
    }
  }
}
