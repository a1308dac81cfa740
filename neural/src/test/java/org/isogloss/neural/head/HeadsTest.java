// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.TokenBatch;
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
class HeadsTest {
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
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void poolsToUnitVectors(SampleTransformer sample) {
    SampleTransformer.Golden golden = sample.golden();
    try (Transformer body = TransformerFixtures.load(sample, folder)) {
      TokenBatch batch = body.batch(TransformerFixtures.texts(golden));
      Tensor hidden = body.forward(batch);
      assertThat(
              TransformerFixtures.distance(
                  TransformerFixtures.rows(new PoolingHead(Pooling.MEAN).vectors(hidden, batch)),
                  unit(golden.mean())))
          .isLessThan(1e-5);
      assertThat(
              TransformerFixtures.distance(
                  TransformerFixtures.rows(new PoolingHead(Pooling.CLS).vectors(hidden, batch)),
                  unit(golden.first())))
          .isLessThan(1e-5);
    }
    assertThatThrownBy(() -> new PoolingHead(Pooling.NONE))
        .hasMessage("pooling is NONE, expected MEAN, CLS, LAST, WEIGHTED_MEAN or MAX");
  }

  @Test
  void poolsOnlyTheTokensOfAText() {
    Tensor hidden = Tensor.create(new float[] {1, -2, 5, -4, 9, 9, 2, 3, 4, 1, 6, -7}, 2, 3, 2);
    try (Transformer body = TransformerFixtures.load(SampleTransformer.BERT_ENCODER, folder)) {
      TokenBatch batch =
          body.batch(
              List.of(TransformerFixtures.encoding(5, 6), TransformerFixtures.encoding(5, 6, 7)));
      assertThat(pooled(Pooling.LAST, hidden, batch)).containsExactly(5, -4, 6, -7);
      assertThat(pooled(Pooling.MAX, hidden, batch)).containsExactly(5, -2, 6, 3);
      assertThat(pooled(Pooling.WEIGHTED_MEAN, hidden, batch))
          .containsExactly(new float[] {11 / 3f, -10 / 3f, 28 / 6f, -16 / 6f}, within(1e-6f));
    }
  }

  @Test
  void createsOtherHeadsOnlyOnTheFamiliesThatHaveThem() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.MODERNBERT.copyInto(folder));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT)) {
      List<ThrowingCallable> heads =
          List.of(
              () -> SequenceClassificationHead.create(model, body, 2, 1),
              () -> SequenceClassificationHead.createLinear(model, body, 2, 1),
              () -> TokenClassificationHead.create(model, body, 2, 1),
              () -> AnswerSpanHead.create(model, body, 1));
      for (ThrowingCallable head : heads) {
        assertThatThrownBy(head)
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("is of the type modernbert, but ")
            .hasMessageContaining("can only be trained on the types bert, xlm-roberta");
      }
    }
    try (ModelFolder model = ModelFolder.open(SampleEncoder.GTE.copyInto(folder));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT)) {
      assertThatThrownBy(() -> LanguageModelHead.createSparse(model, body))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("model_type is \"gte\"")
          .hasMessageContaining("of which the head of the language model is known");
    }
  }

  private static float[] pooled(Pooling pooling, Tensor hidden, TokenBatch batch) {
    return TransformerFixtures.numbers(new PoolingHead(pooling).pooled(hidden, batch));
  }

  private static float[][] unit(float[][] rows) {
    float[][] unit = new float[rows.length][];
    for (int row = 0; row < rows.length; row++) {
      double square = 0;
      for (float x : rows[row]) {
        square += x * x;
      }
      unit[row] = rows[row].clone();
      for (int i = 0; i < unit[row].length; i++) {
        unit[row][i] /= (float) Math.sqrt(square);
      }
    }
    return unit;
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_CLASSIFIER", "XLMR_CLASSIFIER"})
  void classifiesPairsLikeHuggingFace(SampleTransformer sample) {
    SampleTransformer.Golden golden = sample.golden();
    try (ModelFolder model = TransformerFixtures.open(sample, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        SequenceClassificationHead head = SequenceClassificationHead.load(model, body)) {
      Tensor hidden = body.forward(body.batch(TransformerFixtures.texts(golden)));
      assertThat(
              TransformerFixtures.distance(
                  TransformerFixtures.rows(head.logits(hidden)), golden.logits()))
          .isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void predictsTokensLikeHuggingFace(SampleTransformer sample) {
    SampleTransformer.Golden golden = sample.golden();
    try (ModelFolder model = TransformerFixtures.open(sample, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        LanguageModelHead head = LanguageModelHead.load(model, body)) {
      Tensor hidden = body.forward(body.batch(TransformerFixtures.texts(golden)));
      assertThat(
              TransformerFixtures.distance(
                  TransformerFixtures.rows(head.logits(hidden.select(1, 1))),
                  golden.languageModel()))
          .isLessThan(1e-5);
    }
  }

  @Test
  void aNewHeadUsesTheStoredPoolerAndIsReproducible() {
    try (ModelFolder model =
            TransformerFixtures.open(SampleTransformer.BERT_LANGUAGE_MODEL, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        SequenceClassificationHead one = SequenceClassificationHead.create(model, body, 3, 5);
        SequenceClassificationHead same = SequenceClassificationHead.create(model, body, 3, 5);
        SequenceClassificationHead other = SequenceClassificationHead.create(model, body, 3, 6)) {
      assertThat(one.labels()).isEqualTo(3);
      assertThat(values(one, 0)).isEqualTo(values(same, 0)).isEqualTo(values(other, 0));
      assertThat(values(one, 2)).isEqualTo(values(same, 2)).isNotEqualTo(values(other, 2));
      assertThat(values(one, 3)).containsOnly(0);
      assertThatThrownBy(() -> SequenceClassificationHead.load(model, body))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("has no tensor \"classifier.weight\"");
    }
  }

  private static float[] values(Head head, int parameter) {
    return TransformerFixtures.numbers(head.parameters().get(parameter).values());
  }

  @Test
  void lossesEqualTheirDefinitions() {
    double[][] logits = {{1, -2, 0.5}, {0, 3, -1}};
    Tensor logitTensor = tensor(logits);
    try (ModelFolder model = TransformerFixtures.open(SampleTransformer.BERT_ENCODER, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        SequenceClassificationHead three = SequenceClassificationHead.create(model, body, 3, 1);
        SequenceClassificationHead score = SequenceClassificationHead.create(model, body, 1, 1);
        TokenClassificationHead tokens = TokenClassificationHead.create(model, body, 3, 1);
        AnswerSpanHead span = AnswerSpanHead.create(model, body, 1)) {
      double first = -logSoftmax(logits[0], 2);
      double second = -logSoftmax(logits[1], 0);
      assertThat(three.loss(logitTensor, Tensor.create(new long[] {2, 0})).item_double())
          .isCloseTo((first + second) / 2, within(1e-12));
      assertThat(
              tokens
                  .loss(
                      logitTensor.unsqueeze(0),
                      Tensor.create(new long[] {2, TokenClassificationHead.IGNORED}, 1, 2))
                  .item_double())
          .isCloseTo(first, within(1e-12));
      assertThat(
              span.loss(
                      torch.stack(
                          new TensorVector(
                              logitTensor.narrow(0, 0, 1), logitTensor.narrow(0, 1, 1))),
                      Tensor.create(new long[] {2}),
                      Tensor.create(new long[] {0}))
                  .item_double())
          .isCloseTo((first + second) / 2, within(1e-12));
      double binary =
          -0.25 * Math.log(1 / (1 + Math.exp(-2))) - 0.75 * Math.log(1 / (1 + Math.exp(2)));
      assertThat(score.loss(tensor(new double[][] {{2}}), Tensor.create(0.25)).item_double())
          .isCloseTo(binary, within(1e-12));
    }
  }

  private static Tensor tensor(double[][] rows) {
    double[] all = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    return Tensor.create(all, rows.length, rows[0].length);
  }

  private static double logSoftmax(double[] logits, int label) {
    return logits[label] - Math.log(Arrays.stream(logits).map(Math::exp).sum());
  }

  @Test
  void masksPaddingInAnswerSpans() {
    try (ModelFolder model = TransformerFixtures.open(SampleTransformer.BERT_ENCODER, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        AnswerSpanHead span = AnswerSpanHead.create(model, body, 1)) {
      TokenBatch batch =
          body.batch(
              List.of(
                  TransformerFixtures.encoding(2, 7, 9, 3), TransformerFixtures.encoding(2, 3)));
      Tensor logits = span.logits(body.forward(batch), batch);
      for (int side = 0; side < 2; side++) {
        float[][] rows = TransformerFixtures.rows(logits.select(0, side));
        assertThat(rows[0]).doesNotContain(Float.NEGATIVE_INFINITY);
        assertThat(rows[1]).endsWith(Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY);
        assertThat(rows[1][1]).isFinite();
      }
    }
  }
}
