// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.samples.SampleDense;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.MaskedBatch;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.FiniteDifferences;
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

@RequiresTorch
class LayerPruningTest {
  private static final int RANK = 8;

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

  private LayerPruning.Report prune(SampleTransformer sample, LayerPruning pruning, String name) {
    try (ModelFolder model = TransformerFixtures.open(sample, folder)) {
      return pruning.apply(model, folder.resolve(name), name);
    }
  }

  private Transformer load(String name) {
    try (ModelFolder model = ModelFolder.open(folder.resolve(name))) {
      return Transformer.load(model, TransformerOptions.DEFAULT);
    }
  }

  private static Tensor hidden(Transformer body) {
    return body.forward(body.batch(List.of(TransformerFixtures.encoding(2, 7, 9, 3))));
  }

  private static float[] values(Transformer body, String name) {
    return TransformerFixtures.numbers(values(body.parameters(), name));
  }

  private static Tensor values(List<Parameter> parameters, String name) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow()
        .values();
  }

  @Test
  void keepsADenseLayer() {
    Path source = SampleTransformer.BERT_ENCODER.copyInto(folder);
    DenseLayer dense =
        SampleDense.addTo(source, /* outputs= */ 12, true, DenseLayerConfig.Activation.TANH);
    float[] pooled = new float[dense.config().inputs()];
    Arrays.fill(pooled, 0.25f);
    try (ModelFolder model = ModelFolder.open(source)) {
      new LayerPruning(List.of(1), 0, 0).apply(model, folder.resolve("cut"), "cut");
    }
    try (ModelFolder pruned = ModelFolder.open(folder.resolve("cut"))) {
      assertThat(pruned.denseLayers().getFirst().apply(pooled)).isEqualTo(dense.apply(pooled));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_CLASSIFIER", "XLMR_LANGUAGE_MODEL"})
  void theFirstLayersGiveTheSameOutputAsInTheOriginal(SampleTransformer sample) {
    LayerPruning.Report report = prune(sample, new LayerPruning(List.of(0), 0, 0), "first");
    assertThat(report.before().layers()).hasSize(2);
    assertThat(report.after())
        .isEqualTo(report.before().withLayers(report.before().layers().subList(0, 1)));
    assertThat(report.varianceKept()).isEqualTo(1);
    TransformerOptions one = TransformerOptions.builder().layers(1).build();
    try (Transformer pruned = load("first");
        Transformer original = TransformerFixtures.load(sample, folder, one)) {
      assertThat(TransformerFixtures.numbers(hidden(pruned)))
          .isEqualTo(TransformerFixtures.numbers(hidden(original)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MODERNBERT", "GEMMA3", "QWEN3", "GTE", "DISTILBERT", "MPNET"})
  void keepsTheFirstLayersOfAnArchitecture(SampleEncoder sample) {
    TransformerOptions two = TransformerOptions.builder().layers(2).build();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(folder))) {
      new LayerPruning(List.of(0, 1), 0, 0).apply(model, folder.resolve("first"), "first");
      try (Transformer pruned = load("first");
          Transformer original = Transformer.load(model, two)) {
        assertThat(TransformerFixtures.numbers(hidden(pruned)))
            .isEqualTo(TransformerFixtures.numbers(hidden(original)));
      }
    }
  }

  @Test
  void renumbersTheLayersOfAnArchitecture() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.QWEN3.copyInto(folder));
        Transformer original = Transformer.load(model, TransformerOptions.DEFAULT)) {
      new LayerPruning(List.of(0, 2), 0, 0).apply(model, folder.resolve("two"), "two");
      try (Transformer pruned = load("two")) {
        assertThat(values(pruned, "encoder.layer.1.intermediate.gate.weight"))
            .isEqualTo(values(original, "encoder.layer.2.intermediate.gate.weight"));
      }
    }
  }

  @Test
  void rejectsWhatAConfigurationCannotState() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.MODERNBERT.copyInto(folder))) {
      LayerPruning withoutFirst = new LayerPruning(List.of(1, 2), 0, 0);
      assertThatThrownBy(() -> withoutFirst.apply(model, folder.resolve("no"), "no"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("only the layers [1, 2]")
          .hasMessageContaining("keep the first layers");
      LayerPruning factorised = new LayerPruning(List.of(), 8, 0);
      assertThatThrownBy(() -> factorised.apply(model, folder.resolve("no"), "no"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("modernbert");
    }
    for (SampleEncoder sample : List.of(SampleEncoder.NOMIC_MOE, SampleEncoder.JINA_ADAPTERS)) {
      try (ModelFolder model = ModelFolder.open(sample.copyInto(folder))) {
        LayerPruning first = new LayerPruning(List.of(0, 1), 0, 0);
        assertThatThrownBy(() -> first.apply(model, folder.resolve("no"), "no"))
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("of which no changed model can be made");
      }
    }
    assertThat(folder.resolve("no")).doesNotExist();
  }

  @Test
  void renumbersTheChosenLayersAndKeepsTheHead() {
    prune(SampleTransformer.BERT_CLASSIFIER, new LayerPruning(List.of(1), 0, 0), "second");
    try (ModelFolder model = TransformerFixtures.open(SampleTransformer.BERT_CLASSIFIER, folder);
        Transformer original = Transformer.load(model, TransformerOptions.DEFAULT);
        ModelFolder written = ModelFolder.open(folder.resolve("second"));
        Transformer pruned = Transformer.load(written, TransformerOptions.DEFAULT);
        SequenceClassificationHead head = SequenceClassificationHead.load(written, pruned)) {
      assertThat(values(pruned, "encoder.layer.0.output.dense.weight"))
          .isEqualTo(values(original, "encoder.layer.1.output.dense.weight"));
      assertThat(head.labels()).isEqualTo(2);
      assertThat(written.manifest().provenance().recipe()).endsWith(": layers [1]");
      assertThat(written.manifest().provenance().sources().getLast().sha256())
          .isEqualTo(model.fingerprint());
    }
  }

  @Test
  void keepsTheNeuronsWithTheLargestWeights() {
    int kept = 5;
    LayerPruning.Report report =
        prune(SampleTransformer.BERT_ENCODER, new LayerPruning(List.of(), 0, kept), "narrow");
    assertThat(report.after().layers())
        .allSatisfy(layer -> assertThat(layer.feedForward().width()).isEqualTo(kept));
    try (Transformer pruned = load("narrow");
        Transformer original = TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder)) {
      // The same function: the original with the other neurons' output weights set to zero.
      for (int layer = 0; layer < report.before().layers().size(); layer++) {
        String name = "encoder.layer." + layer;
        Tensor input = values(original.parameters(), name + ".intermediate.dense.weight").detach();
        Tensor output = values(original.parameters(), name + ".output.dense.weight").detach();
        Tensor products = input.square().sum(1).mul(output.square().sum(0));
        long neurons = products.size(0);
        Tensor smallest = products.argsort(0, false).narrow(0, 0, neurons - kept);
        output.index_fill_(1, smallest, new Scalar(0));
      }
      assertThat(TransformerFixtures.numbers(hidden(pruned)))
          .containsExactly(TransformerFixtures.numbers(hidden(original)), within(1e-5f));
    }
  }

  @Test
  void rejectsNumbersOfNeurons() {
    assertThatThrownBy(() -> new LayerPruning(List.of(), 0, -1))
        .hasMessageContaining("intermediateSize is -1");
    assertThatThrownBy(
            () ->
                prune(
                    SampleTransformer.BERT_ENCODER, new LayerPruning(List.of(), 0, 1 << 20), "no"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the number of neurons is 1048576, expected less than");
    try (ModelFolder model = ModelFolder.open(SampleEncoder.MODERNBERT.copyInto(folder))) {
      assertThatThrownBy(
              () -> new LayerPruning(List.of(), 0, 2).apply(model, folder.resolve("no"), "no"))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("modernbert");
    }
    assertThat(folder.resolve("no")).doesNotExist();
  }

  @Test
  void computesTheBestLowRankApproximation() {
    LayerPruning.Report report =
        prune(SampleTransformer.BERT_ENCODER, new LayerPruning(List.of(), RANK, 0), "narrow");
    assertThat(report.after().isFactorised()).isTrue();
    try (Transformer pruned = load("narrow");
        Transformer original = TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder)) {
      Tensor before = original.embeddings().wordEmbeddings().values().detach();
      Tensor rows = pruned.embeddings().wordEmbeddings().values().detach();
      Tensor projection = pruned.embeddings().projection().orElseThrow().values().detach();
      Tensor singular = torch.linalg_svd(before).get1().square();
      double all = singular.sum().item_double();
      double lost = singular.narrow(0, RANK, singular.size(0) - RANK).sum().item_double();
      assertThat(report.varianceKept()).isCloseTo(1 - lost / all, within(1e-5));
      assertThat(before.sub(rows.matmul(projection.t())).square().sum().item_double())
          .isCloseTo(lost, within(1e-4 * lost));
    }
  }

  @Test
  void reducesAFactorisedEmbeddingToTheBestApproximation() {
    prune(SampleTransformer.BERT_LANGUAGE_MODEL, new LayerPruning(List.of(), 2 * RANK, 0), "once");
    try (ModelFolder once = ModelFolder.open(folder.resolve("once"))) {
      new LayerPruning(List.of(), RANK, 0).apply(once, folder.resolve("twice"), "twice");
    }
    prune(SampleTransformer.BERT_LANGUAGE_MODEL, new LayerPruning(List.of(), RANK, 0), "direct");
    try (Transformer twice = load("twice");
        Transformer direct = load("direct")) {
      assertThat(TransformerFixtures.distance(product(twice), product(direct))).isLessThan(1e-5);
      assertThat(TransformerFixtures.numbers(hidden(twice)))
          .containsExactly(TransformerFixtures.numbers(hidden(direct)), within(1e-4f));
    }
  }

  private static float[][] product(Transformer body) {
    Tensor rows = body.embeddings().wordEmbeddings().values();
    return TransformerFixtures.rows(
        rows.matmul(body.embeddings().projection().orElseThrow().values().t()));
  }

  @Test
  void gradientsFlowThroughTheProjectionAndTheTiedHead() {
    prune(SampleTransformer.BERT_LANGUAGE_MODEL, new LayerPruning(List.of(0), RANK, 0), "narrow");
    TransformerOptions exact =
        TransformerOptions.builder().precision(TransformerOptions.Precision.FLOAT64).build();
    try (ModelFolder model = ModelFolder.open(folder.resolve("narrow"));
        Transformer body = Transformer.load(model, exact);
        LanguageModelHead head = LanguageModelHead.load(model, body)) {
      FiniteDifferences.check(
          body.parameters(),
          () -> {
            MaskedBatch masked =
                new MaskedBatch(
                    body.batch(List.of(TransformerFixtures.encoding(2, 7, 9, 3))),
                    Tensor.create(new long[] {1, 2}),
                    Tensor.create(new long[] {9, 8}));
            return head.loss(body.forward(masked.batch()), masked);
          });
    }
  }

  @Test
  void rejectsInvalidLayersAndRanks() {
    assertThatThrownBy(() -> new LayerPruning(List.of(1, 0), 0, 0))
        .hasMessageContaining("expected distinct numbers from 0 in ascending order");
    assertThatThrownBy(
            () -> prune(SampleTransformer.BERT_ENCODER, new LayerPruning(List.of(2), 0, 0), "no"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no layer 2; its layers are 0 to 1");
    assertThatThrownBy(
            () -> prune(SampleTransformer.BERT_ENCODER, new LayerPruning(List.of(), 32, 0), "no"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "the embedding rank is 32, expected less than the width of the word embedding, 32");
    assertThat(folder.resolve("no")).doesNotExist();
  }
}
