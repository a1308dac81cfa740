// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.FiniteDifferences;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the gradients of the transformer and its heads with finite differences, in double
 * precision.
 */
@RequiresTorch
class GradientTest {
  private static final TransformerOptions DOUBLE =
      TransformerOptions.builder().precision(TransformerOptions.Precision.FLOAT64).build();

  @TempDir private Path folder;

  /** A batch of two texts of different lengths, with two segments. */
  private static TokenBatch batch(Transformer body) {
    return body.batch(
        List.of(
            new Encoding(
                new int[] {2, 7, 9, 3, 8, 3},
                body.architecture().embeddings().segments() < 2
                    ? new int[6]
                    : new int[] {0, 0, 0, 0, 1, 1},
                new int[6],
                new int[6],
                new int[6]),
            TransformerFixtures.encoding(2, 11, 3)));
  }

  private static Tensor weightedSum(Tensor out) {
    Tensor weights = torch.arange(new Scalar(out.numel()), out.options()).sin();
    return out.mul(weights.view_as(out)).sum();
  }

  private <H extends Head> void check(
      SampleTransformer sample,
      BiFunction<ModelFolder, Transformer, H> head,
      BiFunction<Transformer, H, Tensor> loss) {
    try (ModelFolder model = TransformerFixtures.open(sample, folder);
        Transformer body = Transformer.load(model, DOUBLE);
        H created = head.apply(model, body)) {
      List<Parameter> all = new ArrayList<>(body.parameters());
      all.addAll(created.parameters());
      FiniteDifferences.check(all, () -> loss.apply(body, created));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "BERT_ENCODER", "XLMR_ENCODER"})
  void checksTheTransformer(SampleTransformer sample) {
    try (Transformer body = TransformerFixtures.load(sample, folder, DOUBLE)) {
      FiniteDifferences.check(
          body.parameters(),
          () -> {
            TokenBatch batch = batch(body);
            Tensor mask = batch.mask().unsqueeze(-1);
            return weightedSum(body.forward(batch).mul(mask));
          });
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MEAN", "CLS"})
  void checksPooling(Pooling pooling) {
    check(
        SampleTransformer.BERT_ENCODER,
        (model, body) -> new PoolingHead(pooling),
        (body, head) -> {
          TokenBatch batch = batch(body);
          return weightedSum(head.vectors(body.forward(batch), batch));
        });
  }

  @Test
  void checksDenseLayers() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.GEMMA3.copyInto(folder));
        Transformer body = Transformer.load(model, DOUBLE);
        PoolingHead head = PoolingHead.load(model, body, Pooling.MEAN)) {
      assertThat(head.parameters()).isNotEmpty();
      FiniteDifferences.check(
          head.parameters(),
          () -> {
            TokenBatch batch = batch(body);
            return weightedSum(head.vectors(body.forward(batch), batch));
          });
    }
  }

  @Test
  void checksSequenceClassification() {
    Function<Transformer, Tensor> hidden = body -> body.forward(batch(body));
    check(
        SampleTransformer.BERT_CLASSIFIER,
        SequenceClassificationHead::load,
        (body, head) ->
            head.loss(head.logits(hidden.apply(body)), Tensor.create(new long[] {1, 0})));
    check(
        SampleTransformer.XLMR_CLASSIFIER,
        SequenceClassificationHead::load,
        (body, head) ->
            head.loss(head.logits(hidden.apply(body)), Tensor.create(new double[] {0.25, 1})));
    check(
        SampleTransformer.BERT_CLASSIFIER,
        (model, body) -> SequenceClassificationHead.createLinear(model, body, 1, 1),
        (body, head) ->
            head.loss(head.logits(hidden.apply(body)), Tensor.create(new double[] {0.25, 1})));
  }

  @Test
  void checksTokenClassification() {
    long[] labels = {0, 1, 2, 0, 1, 2, 2, 1, 0, -100, -100, -100};
    check(
        SampleTransformer.XLMR_ENCODER,
        (model, body) -> TokenClassificationHead.create(model, body, 3, 1),
        (body, head) ->
            head.loss(head.logits(body.forward(batch(body))), Tensor.create(labels, 2, 6)));
  }

  @Test
  void checksAnswerSpans() {
    check(
        SampleTransformer.BERT_ENCODER,
        (model, body) -> AnswerSpanHead.create(model, body, 1),
        (body, head) -> {
          TokenBatch batch = batch(body);
          return head.loss(
              head.logits(body.forward(batch), batch),
              Tensor.create(new long[] {1, 0}),
              Tensor.create(new long[] {3, 2}));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void checksLanguageModels(SampleTransformer sample) {
    check(
        sample,
        LanguageModelHead::load,
        (body, head) -> {
          MaskedBatch masked =
              new MaskedBatch(
                  batch(body),
                  Tensor.create(new long[] {1, 4, 7}),
                  Tensor.create(new long[] {9, 8, 11}));
          return head.loss(body.forward(masked.batch()), masked);
        });
  }
}
