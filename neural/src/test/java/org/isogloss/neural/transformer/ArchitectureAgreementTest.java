// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleEncoder.Golden;
import org.isogloss.modelio.samples.SampleEncoder.Row;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Compares the transformer of every architecture with Python's transformers, and its gradients with
 * finite differences.
 */
@RequiresTorch
class ArchitectureAgreementTest {
  private static final float TOLERANCE = 1e-5f;
  private static final TransformerOptions DOUBLE =
      TransformerOptions.builder().precision(TransformerOptions.Precision.FLOAT64).build();

  @TempDir private Path scratch;
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
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  @SuppressWarnings("try")
  void computesTokenVectorsOfAllLengths(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        NoGradGuard guard = new NoGradGuard()) {
      for (Row row : sample.golden().rows()) {
        requireClose(body, List.of(row));
      }
    }
  }

  /** Batches are padded at the end; Python's were padded on each side, which changes no vector. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  @SuppressWarnings("try")
  void ignoresPadding(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        NoGradGuard guard = new NoGradGuard()) {
      sample.golden().padded().values().forEach(rows -> requireClose(body, rows));
      // Far more padding than any window of attention.
      List<Row> rows = sample.golden().rows();
      requireClose(body, List.of(rows.get(2), rows.get(4)));
    }
  }

  private static void requireClose(Transformer body, List<Row> rows) {
    int vocabulary = body.architecture().embeddings().vocabularySize();
    TokenBatch batch =
        body.batch(
            rows.stream().map(row -> TransformerFixtures.encoding(row.ids(vocabulary))).toList());
    Tensor states = body.forward(batch);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Tensor text = states.select(0, i).narrow(0, 0, row.length());
      String length = "length " + row.length();
      assertThat(TransformerFixtures.numbers(text.select(0, 0)))
          .as(length)
          .containsExactly(row.first(), within(TOLERANCE));
      assertThat(TransformerFixtures.numbers(text.select(0, row.length() - 1L)))
          .as(length)
          .containsExactly(row.last(), within(TOLERANCE));
      assertThat(TransformerFixtures.numbers(text.mean(0)))
          .as(length)
          .containsExactly(row.mean(), within(TOLERANCE));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  @SuppressWarnings("try")
  void poolsAsSentenceTransformersDoes(SampleEncoder sample) {
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        PoolingHead head = PoolingHead.load(model, body, model.encoding().pooling());
        NoGradGuard guard = new NoGradGuard()) {
      List<Encoding> texts =
          golden.texts().stream()
              .map(text -> model.prefix(Role.QUERY) + text)
              .map(text -> model.tokenizer().encode(text, 256))
              .toList();
      TokenBatch batch = body.batch(texts);
      Tensor vectors = head.vectors(body.forward(batch), batch);
      assertThat(TransformerFixtures.distance(TransformerFixtures.rows(vectors), golden.query()))
          .isLessThan(TOLERANCE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MPNET", "MODERNBERT", "GEMMA3", "QWEN2", "QWEN3", "GTE", "JINA_BERT"})
  void gradientsAreThoseOfFiniteDifferences(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Transformer body = Transformer.load(model, DOUBLE)) {
      List<Row> rows = sample.golden().padded().get("right");
      int vocabulary = model.vocabularySize();
      FiniteDifferences.check(
          body.parameters(),
          () -> {
            TokenBatch batch =
                body.batch(
                    List.of(
                        TransformerFixtures.encoding(rows.get(1).ids(vocabulary)),
                        TransformerFixtures.encoding(rows.get(0).ids(vocabulary))));
            Tensor states = body.forward(batch).mul(batch.mask().unsqueeze(-1));
            Tensor weights = torch.arange(new Scalar(states.numel()), states.options()).sin();
            return states.mul(weights.view_as(states)).sum();
          });
    }
  }

  /** The weights have outliers, so that bfloat16 loses more than in a model. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  void computesAndDifferentiatesInBfloat16(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        PoolingHead head = PoolingHead.load(model, body, model.encoding().pooling())) {
      int vocabulary = model.vocabularySize();
      TokenBatch batch =
          body.batch(
              sample.golden().padded().get("right").stream()
                  .map(row -> TransformerFixtures.encoding(row.ids(vocabulary)))
                  .toList());
      Tensor exact = head.vectors(body.forward(batch), batch);
      Tensor rounded =
          Autocast.compute(true, body.device(), () -> head.vectors(body.forward(batch), batch));
      for (float cosine : TransformerFixtures.numbers(exact.mul(rounded).sum(1))) {
        assertThat(cosine).isGreaterThan(0.98f);
      }
      rounded.select(1, 0).sum().backward();
      for (Parameter parameter : body.parameters()) {
        Tensor gradient = parameter.values().grad();
        assertThat(gradient.defined()).as(parameter.name()).isTrue();
        assertThat(gradient.isfinite().all().item_bool()).as(parameter.name()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  void attentionWeightsSumToOneOverTheTokensOfTheText(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT)) {
      int vocabulary = model.vocabularySize();
      List<Row> rows = sample.golden().padded().get("right");
      TokenBatch batch =
          body.batch(
              rows.stream().map(row -> TransformerFixtures.encoding(row.ids(vocabulary))).toList());
      for (Tensor weights : body.attentionWeights(batch)) {
        for (int i = 0; i < rows.size(); i++) {
          int length = rows.get(i).length();
          Tensor inText = weights.select(0, i).narrow(1, 0, length).narrow(2, 0, length);
          for (float sum : TransformerFixtures.numbers(inText.sum(2))) {
            assertThat(sum).isCloseTo(1, within(TOLERANCE));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  void rejectsExpertsAndAdapters(SampleEncoder sample) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      assertThatThrownBy(() -> Transformer.load(model, TransformerOptions.DEFAULT))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining(model.modelType())
          .hasMessageContaining(
              sample == SampleEncoder.NOMIC_MOE ? "experts" : "adapters for tasks")
          .hasMessageContaining("modernbert");
    }
  }
}
