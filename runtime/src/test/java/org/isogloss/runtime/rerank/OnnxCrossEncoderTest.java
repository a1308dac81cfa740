// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.contract.PairScorerContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnnxCrossEncoderTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);

  @TempDir Path scratch;

  private PairScorer open(
      SampleTransformer sample, InferenceOptions options, PassageAggregation aggregation) {
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      return OnnxCrossEncoder.open(model, options, aggregation);
    }
  }

  private static Passage passage(String text) {
    return new Passage("d", 0, Language.UNDETERMINED, "", text, 0, text.length());
  }

  /** Two labels, single precision. */
  @Nested
  class OfBert extends PairScorerContractTest {
    @Override
    protected PairScorer open() {
      return OnnxCrossEncoderTest.this.open(
          SampleTransformer.BERT_CLASSIFIER, SINGLE, PassageAggregation.MAX);
    }
  }

  /** One label, eight bits. */
  @Nested
  class OfXlmr extends PairScorerContractTest {
    @Override
    protected PairScorer open() {
      return OnnxCrossEncoderTest.this.open(
          SampleTransformer.XLMR_CLASSIFIER,
          new InferenceOptions(2, Precision.INT8),
          PassageAggregation.NOISY_OR);
    }
  }

  /** Converts PyTorch's logits, one or two, to a probability. */
  private static double probability(float[] logits) {
    if (logits.length == 1) {
      return 1 / (1 + Math.exp(-logits[0]));
    }
    return Math.exp(logits[1]) / (Math.exp(logits[0]) + Math.exp(logits[1]));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_CLASSIFIER", "XLMR_CLASSIFIER"})
  void scoreMatchesPyTorch(SampleTransformer sample) {
    Golden golden = sample.golden();
    try (PairScorer scorer = open(sample, SINGLE, PassageAggregation.MAX)) {
      for (int i = 0; i < golden.pairs().length; i++) {
        String[] pair = golden.pairs()[i];
        assertThat(scorer.score(Query.of(pair[0]), List.of(passage(pair[1])))[0])
            .isCloseTo(
                (float) probability(golden.logits()[golden.texts().size() + i]), within(1e-5f));
      }
    }
  }

  @Test
  void includesTitle() {
    try (PairScorer scorer =
        open(SampleTransformer.BERT_CLASSIFIER, SINGLE, PassageAggregation.MAX)) {
      Passage titled = new Passage("d", 0, Language.UNDETERMINED, "Warsaw", "the city", 0, 8);
      float[] scores =
          scorer.score(
              Query.of("Poland"),
              List.of(titled, passage("Warsaw\nthe city"), passage("the city")));
      assertThat(scores[0]).isEqualTo(scores[1]).isNotEqualTo(scores[2]);
    }
  }

  @Test
  void scoresEveryWindowOfLongDocument() {
    String filler = "How many points did the Panthers lose? ".repeat(12);
    Query query = Query.of("What is the largest city in Poland?");
    try (PairScorer scorer =
        open(SampleTransformer.BERT_CLASSIFIER, SINGLE, PassageAggregation.NOISY_OR)) {
      float[] scores =
          scorer.score(
              query,
              List.of(
                  passage(filler),
                  passage(filler + "city Poland"),
                  passage("city Poland " + filler),
                  passage("How many points did the Panthers lose?")));
      assertThat(scores[1]).isNotEqualTo(scores[0]);
      assertThat(scores[2]).isNotEqualTo(scores[0]);
      assertThat(scores[0]).isGreaterThan(scores[3]);
    }
  }

  @Test
  void noisyOrCombinesWindows() {
    assertThat(PassageAggregation.NOISY_OR.aggregate(new double[] {0.5, 0.5})).isEqualTo(0.75);
    assertThat(PassageAggregation.NOISY_OR.aggregate(new double[] {0.3}))
        .isCloseTo(0.3, within(1e-15));
    assertThat(PassageAggregation.MAX.aggregate(new double[] {0.5, 0.25})).isEqualTo(0.5);
  }

  @Test
  void rejectsModelsThatAreNotCrossEncoders() {
    assertThatThrownBy(() -> open(SampleTransformer.BERT_ENCODER, SINGLE, PassageAggregation.MAX))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("sentence_embedding")
        .hasMessageContaining("is not a cross-encoder");
    SampleHead head = SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2);
    try (ModelFolder model =
        ModelFolder.open(head.write(SampleTransformer.BERT_ENCODER, scratch, "answers"))) {
      OnnxExport.write(model, OnnxExportOptions.forPrecision(Precision.FP32));
      assertThatThrownBy(() -> OnnxCrossEncoder.open(model, SINGLE, PassageAggregation.MAX))
          .hasMessageContaining("logits of each token");
    }
  }
}
