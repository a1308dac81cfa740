// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.FiniteDifferences;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresTorch
class SpladeEncoderTest {
  private static final TransformerOptions DOUBLE =
      TransformerOptions.builder()
          .dropout(0)
          .precision(TransformerOptions.Precision.FLOAT64)
          .build();

  @TempDir private Path folder;

  /** The golden file is by sentence-transformers: {@code performance/peers/sparse_encoders.py}. */
  @SuppressWarnings("try") // The scope frees the tensors that are created inside it.
  @ParameterizedTest
  @ValueSource(strings = {"splade-bert", "splade-xlm-roberta"})
  void agreesWithSentenceTransformers(String name) {
    SampleModel sample = new SampleModel("random-sparse/" + name);
    JsonNode golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(folder));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        LanguageModelHead head = LanguageModelHead.load(model, body);
        PointerScope scope = new PointerScope()) {
      List<Encoding> texts = new ArrayList<>();
      golden
          .get("texts")
          .forEach(text -> texts.add(model.tokenizer().encode(text.asText(), model.maxLength())));
      SpladeEncoder encoder = new SpladeEncoder(body, head, TermActivation.LOG, false, 3);
      float[] weights = Tensors.toArray(encoder.weights(texts));
      int width = model.vocabularySize();
      for (int text = 0; text < texts.size(); text++) {
        float[] expected = new float[width];
        golden
            .get("passage")
            .get(text)
            .forEach(pair -> expected[pair.get(0).asInt()] = (float) pair.get(1).asDouble());
        for (int term = 0; term < width; term++) {
          assertThat(weights[text * width + term])
              .as("text %d, term %d", text, term)
              .isCloseTo(expected[term], within(1e-5f));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SparseEncoderRecipe.QueryEncoding.class)
  void checksTheGradient(SparseEncoderRecipe.QueryEncoding queries) {
    try (ModelFolder model =
            TransformerFixtures.open(SampleTransformer.BERT_LANGUAGE_MODEL, folder);
        Transformer body = Transformer.load(model, DOUBLE);
        LanguageModelHead head = LanguageModelHead.load(model, body)) {
      SpladeEncoder encoder = new SpladeEncoder(body, head, TermActivation.LOG_LOG, false, 2);
      List<Parameter> all = new ArrayList<>(body.parameters());
      all.addAll(head.parameters());
      Optional<QueryTokenWeights> weights =
          queries == SparseEncoderRecipe.QueryEncoding.TOKENS
              ? Optional.of(tokenWeights(model, body))
              : Optional.empty();
      weights.ifPresent(own -> all.add(own.logarithms()));
      SparseRetrievalObjective objective =
          new SparseRetrievalObjective(
              encoder,
              weights,
              new MultipleNegativesRankingLoss(0.1),
              Optional.empty(),
              new SparseEncoderObjectiveOptions.Flops(0.02, 0.03, 4));
      NumberedBatches.Batch batch =
          new NumberedBatches.Batch(
              1,
              List.of(
                  example(1, text(2, 7, 9, 3), text(2, 11, 3), text(2, 8, 14, 12, 3)),
                  example(2, text(2, 10, 3), text(2, 9, 8, 13, 3), text(2, 15, 3))));
      FiniteDifferences.check(all, () -> objective.loss(batch));
      weights.ifPresent(QueryTokenWeights::close);
    }
  }

  private static QueryTokenWeights tokenWeights(ModelFolder model, Transformer body) {
    float[] logarithms = new float[model.vocabularySize()];
    for (int i = 0; i < logarithms.length; i++) {
      logarithms[i] = (float) Math.sin(i);
    }
    return new QueryTokenWeights(
        ParameterSource.read(
            model, body, 0, source -> source.of("query_weights", logarithms, logarithms.length)));
  }

  private static RetrievalExample example(
      int key, Encoding query, Encoding positive, Encoding negative) {
    return new RetrievalExample(
        new RetrievalExample.Text(query, key, Language.of("en")),
        new RetrievalExample.Text(positive, 10 + key, Language.of("en")),
        List.of(new RetrievalExample.Text(negative, 20 + key, Language.of("de"))),
        Set.of(10 + key),
        List.of());
  }

  private static Encoding text(int... ids) {
    return TransformerFixtures.encoding(ids);
  }

  @SuppressWarnings("try") // The scope frees the tensors that are created inside it.
  @Test
  void weighsEachTokenOfAQueryOnce() {
    try (ModelFolder model =
            TransformerFixtures.open(SampleTransformer.BERT_LANGUAGE_MODEL, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        QueryTokenWeights weights = tokenWeights(model, body);
        PointerScope scope = new PointerScope()) {
      int[] special = {Encoding.SPECIAL, 0, 0, 0, Encoding.SPECIAL};
      Encoding twice =
          new Encoding(new int[] {2, 7, 9, 7, 3}, new int[5], special, new int[5], new int[5]);
      Encoding empty =
          new Encoding(
              new int[] {2, 3},
              new int[2],
              new int[] {Encoding.SPECIAL, Encoding.SPECIAL},
              new int[2],
              new int[2]);
      float[] found = Tensors.toArray(weights.weights(List.of(twice, empty)));
      float[] expected = new float[found.length];
      expected[7] = (float) Math.exp((float) Math.sin(7));
      expected[9] = (float) Math.exp((float) Math.sin(9));
      assertThat(found).usingComparatorWithPrecision(1e-6f).isEqualTo(expected);
    }
  }

  @Test
  void languageIsNoHintForAPassageInTheLanguageOfTheQuery() {
    Encoding none = text();
    Tensor excluded =
        SparseRetrievalObjective.excluded(
            List.of(example(1, none, none, none), example(2, none, none, none)), new Device("cpu"));
    assertThat(Tensors.toArray(excluded.to(torch.ScalarType.Float)))
        .as("for each query both positive passages, then both negatives")
        .containsExactly(1, 0, 0, 1, 0, 1, 1, 0);
  }

  @Test
  void warmsTheRegulariserUpQuadratically() {
    SparseEncoderObjectiveOptions.Flops flops = new SparseEncoderObjectiveOptions.Flops(1, 1, 10);
    assertThat(flops.factor(0)).isCloseTo(0.01, within(1e-12));
    assertThat(flops.factor(4)).isCloseTo(0.25, within(1e-12));
    assertThat(flops.factor(9)).isEqualTo(1);
    assertThat(flops.factor(99)).isEqualTo(1);
    assertThat(new SparseEncoderObjectiveOptions.Flops(1, 1, 0).factor(0)).isEqualTo(1);
  }
}
