// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.text.contract.AnswerExtractorContractTest;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.decoding.AnswerSpans;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerReaderTest {
  @TempDir private Path scratch;

  private AnswerReader open() {
    return open(SampleTransformer.BERT_LANGUAGE_MODEL);
  }

  private AnswerReader open(SampleTransformer sample) {
    SampleHead head = SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2);
    try (ModelFolder model = ModelFolder.open(head.write(sample, scratch, "reader"))) {
      return AnswerReader.open(model, new InferenceOptions(2, Precision.INT8));
    }
  }

  @Nested
  class OfAWordPieceModel extends AnswerExtractorContractTest {
    @Override
    protected AnswerExtractor open() {
      return AnswerReaderTest.this.open();
    }
  }

  @Nested
  class OfAUnigramModel extends AnswerExtractorContractTest {
    @Override
    protected AnswerExtractor open() {
      return AnswerReaderTest.this.open(SampleTransformer.XLMR_LANGUAGE_MODEL);
    }
  }

  @Test
  void answersArePartsOfTheText() {
    try (AnswerReader reader = open()) {
      String text = "the cat sleeps on the mat in the house ".repeat(10).strip();
      AnswerSpans spans = reader.read("where is the cat", List.of(text)).getFirst();
      assertThat(spans.spans()).hasSize(20);
      for (AnswerSpans.ScoredSpan scored : spans.spans()) {
        assertThat(scored.span().end()).isLessThanOrEqualTo(text.length());
        assertThat(scored.span().coveredText(text)).isNotBlank();
      }
      assertThat(spans.spans().stream().mapToDouble(AnswerSpans.ScoredSpan::score).toArray())
          .isSortedAccordingTo((a, b) -> Double.compare(b, a));
      assertThat(spans.spans().stream().mapToInt(scored -> scored.span().start()).max().getAsInt())
          .as("later windows are read, too")
          .isGreaterThan(150);
    }
  }

  @Test
  void answersHaveNoWhiteSpaceAroundThem() {
    try (AnswerReader reader = open(SampleTransformer.XLMR_LANGUAGE_MODEL)) {
      String text = "the cat  sleeps on the mat";
      List<AnswerSpans.ScoredSpan> spans = reader.read("who", List.of(text)).getFirst().spans();
      assertThat(spans.stream().map(AnswerSpans.ScoredSpan::span)).doesNotHaveDuplicates();
      assertThat(spans.stream().map(scored -> scored.span().coveredText(text)))
          .anyMatch(answer -> answer.contains(" "))
          .allMatch(answer -> answer.equals(answer.strip()) && !answer.isEmpty());
    }
  }
}
