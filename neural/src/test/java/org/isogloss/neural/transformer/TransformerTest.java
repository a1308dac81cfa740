// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RequiresTorch
class TransformerTest {
  private static final TransformerOptions HALF_DROPPED =
      TransformerOptions.builder().dropout(0.5).build();

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

  @ParameterizedTest
  @EnumSource
  void agreesWithPyTorch(SampleTransformer sample) {
    SampleTransformer.Golden golden = sample.golden();
    List<Encoding> texts = TransformerFixtures.texts(golden);
    try (Transformer transformer = TransformerFixtures.load(sample, folder)) {
      Tensor hidden = transformer.forward(transformer.batch(texts));
      float[][] first = TransformerFixtures.rows(hidden.select(1, 0));
      assertThat(TransformerFixtures.distance(first, golden.first())).isLessThan(1e-5);
      float[][] mean = new float[texts.size()][];
      for (int row = 0; row < mean.length; row++) {
        Tensor tokenVectors = hidden.select(0, row).narrow(0, 0, texts.get(row).size());
        mean[row] = TransformerFixtures.numbers(tokenVectors.mean(0));
      }
      assertThat(TransformerFixtures.distance(mean, golden.mean())).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void vectorsDoNotDependOnPadding(SampleTransformer sample) {
    List<Encoding> texts = TransformerFixtures.texts(sample.golden());
    try (Transformer transformer = TransformerFixtures.load(sample, folder)) {
      Tensor together = transformer.forward(transformer.batch(texts));
      for (int row = 0; row < texts.size(); row++) {
        TokenBatch alone = transformer.batch(List.of(texts.get(row)));
        assertThat(alone.isPadded()).isFalse();
        assertThat(
                TransformerFixtures.distance(
                    TransformerFixtures.rows(transformer.forward(alone).select(0, 0)),
                    TransformerFixtures.rows(
                        together.select(0, row).narrow(0, 0, texts.get(row).size()))))
            .isLessThan(1e-5);
      }
    }
  }

  @Test
  void keepsTheFirstLayers() {
    TransformerOptions oneLayer = TransformerOptions.builder().layers(1).build();
    try (Transformer truncated =
        TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder, oneLayer)) {
      assertThat(truncated.architecture().layers().size()).isEqualTo(1);
      assertThat(names(truncated)).noneMatch(name -> name.startsWith("encoder.layer.1."));
      assertThat(truncated.forward(batch(truncated)).size(2)).isEqualTo(32);
    }
    TransformerOptions threeLayers = TransformerOptions.builder().layers(3).build();
    assertThatThrownBy(
            () -> TransformerFixtures.load(SampleTransformer.XLMR_ENCODER, folder, threeLayers))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has 2 layers, expected at least the 3 layers to keep");
  }

  @Test
  void computesGradientsOfAllParametersButTheFrozenOnes() {
    try (Transformer transformer =
        TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder)) {
      transformer.forward(batch(transformer)).square().sum().backward();
      assertThat(transformer.parameters()).allMatch(Parameter::isTrained);
      assertThat(transformer.parameters()).allMatch(p -> p.values().grad().defined());
    }
    try (Transformer frozen = TransformerFixtures.load(SampleTransformer.XLMR_ENCODER, folder)) {
      frozen.freeze(Transformer.firstLayerNames(1));
      frozen.forward(batch(frozen)).square().sum().backward();
      Set<String> trained =
          frozen.parameters().stream()
              .filter(p -> p.values().grad().defined())
              .map(Parameter::name)
              .collect(Collectors.toSet());
      assertThat(trained).hasSize(16).allMatch(name -> name.startsWith("encoder.layer.1."));
      frozen.freeze(name -> false);
      assertThat(frozen.parameters()).allMatch(Parameter::isTrained);
    }
  }

  @Test
  void dropsValuesOnlyInTrainingAndReproducibly() {
    try (Transformer transformer =
        TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder, HALF_DROPPED)) {
      float[] withoutDropout = TransformerFixtures.numbers(transformer.forward(batch(transformer)));
      transformer.setTraining(true);
      torch.manual_seed(7);
      float[] first = TransformerFixtures.numbers(transformer.forward(batch(transformer)));
      float[] second = TransformerFixtures.numbers(transformer.forward(batch(transformer)));
      torch.manual_seed(7);
      float[] repeated = TransformerFixtures.numbers(transformer.forward(batch(transformer)));
      transformer.setTraining(false);
      assertThat(first).isEqualTo(repeated).isNotEqualTo(second).isNotEqualTo(withoutDropout);
      assertThat(TransformerFixtures.numbers(transformer.forward(batch(transformer))))
          .isEqualTo(withoutDropout);
    }
  }

  @Test
  void rejectsTextsLongerThanTheMaximumLength() {
    try (Transformer transformer =
        TransformerFixtures.load(SampleTransformer.XLMR_ENCODER, folder)) {
      int maxLength = transformer.architecture().maxLength();
      TokenBatch fits =
          transformer.batch(List.of(TransformerFixtures.encoding(new int[maxLength])));
      assertThat(transformer.forward(fits).size(1)).isEqualTo(maxLength);
      TokenBatch tooLong =
          transformer.batch(List.of(TransformerFixtures.encoding(new int[maxLength + 1])));
      assertThatThrownBy(() -> transformer.forward(tooLong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the model has positions for " + maxLength);
    }
  }

  @Test
  void sparseGradientsEqualDenseGradients() {
    TransformerOptions sparse = TransformerOptions.builder().sparseGradients(true).build();
    float[] dense;
    try (Transformer transformer =
        TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder)) {
      transformer.forward(batch(transformer)).square().sum().backward();
      dense = TransformerFixtures.numbers(transformer.parameters().getFirst().values().grad());
    }
    try (Transformer transformer =
        TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder, sparse)) {
      transformer.forward(batch(transformer)).square().sum().backward();
      Tensor gradient = transformer.parameters().getFirst().values().grad();
      assertThat(gradient.is_sparse()).isTrue();
      assertThat(TransformerFixtures.numbers(gradient.to_dense()))
          .containsExactly(dense, within(1e-4f));
    }
  }

  @Test
  void rejectsInvalidOptions() {
    assertThatThrownBy(() -> TransformerOptions.builder().layers(0).build())
        .hasMessage("layers is 0, expected 1 or more");
    assertThatThrownBy(() -> TransformerOptions.builder().dropout(1).build())
        .hasMessage("dropout is 1.0, expected a number from 0 to below 1");
    assertThatThrownBy(() -> TransformerOptions.builder().device("gpu").build())
        .hasMessage("device is \"gpu\", expected cpu, cuda or cuda:N");
  }

  private static TokenBatch batch(Transformer transformer) {
    return transformer.batch(
        List.of(TransformerFixtures.encoding(2, 7, 9, 3), TransformerFixtures.encoding(2, 11, 3)));
  }

  private static List<String> names(Transformer transformer) {
    return transformer.parameters().stream().map(Parameter::name).toList();
  }

  @Test
  void attentionIsTheSoftmaxOfScaledDotProducts() {
    try (Transformer transformer =
        TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder)) {
      List<Encoding> texts = TransformerFixtures.texts(SampleTransformer.BERT_ENCODER.golden());
      TokenBatch batch = transformer.batch(texts.subList(0, 2));
      List<Tensor> layers = transformer.attentionWeights(batch);
      assertThat(layers).hasSize(transformer.architecture().layers().size());
      Tensor hidden = transformer.embeddings().forward(batch);
      int size = transformer.architecture().attention().headSize();
      int tokens = batch.tokens();
      float[] attention = Tensors.toArray(layers.getFirst());
      for (int text = 0; text < batch.size(); text++) {
        float[][] query = project(transformer, hidden.select(0, text), "query");
        float[][] key = project(transformer, hidden.select(0, text), "key");
        for (int head = 0; head < transformer.architecture().attention().heads(); head++) {
          int row =
              (text * transformer.architecture().attention().heads() + head) * tokens * tokens;
          double sum = 0;
          double[] expected = new double[tokens];
          for (int j = 0; j < batch.length(text); j++) {
            double product = 0;
            for (int d = head * size; d < (head + 1) * size; d++) {
              product += query[0][d] * key[j][d];
            }
            expected[j] = Math.exp(product / Math.sqrt(size));
            sum += expected[j];
          }
          for (int j = 0; j < tokens; j++) {
            assertThat((double) attention[row + j]).isCloseTo(expected[j] / sum, within(1e-5));
          }
        }
      }
    }
  }

  private static float[][] project(Transformer transformer, Tensor hidden, String part) {
    String name = "encoder.layer.0.attention.self." + part;
    Tensor rows =
        torch.linear(
            hidden,
            parameter(transformer, name + ".weight"),
            parameter(transformer, name + ".bias"));
    return TransformerFixtures.rows(rows.detach());
  }

  private static Tensor parameter(Transformer transformer, String name) {
    return transformer.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow()
        .values();
  }
}
