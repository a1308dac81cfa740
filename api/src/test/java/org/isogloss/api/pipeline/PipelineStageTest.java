// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineStageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dense | dense",
        "{bm25:2, dense}fair(strength=0.5) >> rerank(first=20) >> translations"
            + "| bm25; dense; fair(strength=0.5); rerank(first=20); translations",
        "{psq, ql%5, retriever(mine)}rrf%50 >> balance(0.5)"
            + "| psq; ql%5; retriever(mine); rrf%50; balance(0.5)",
        "{bm25, (dense >> rerank(x, weight=0.7))}zsum | bm25; dense; rerank(x, weight=0.7); zsum",
      })
  void namesRetrieversBeforeWhatCombinesThem(String pipeline, String stages) {
    List<PipelineStage> found = PipelineStage.of(Pipeline.parse(pipeline));
    assertThat(found).extracting(PipelineStage::name).containsExactly(stages.split("; "));
    assertThat(found.getLast().pipeline()).isEqualTo(Pipeline.parse(pipeline));
  }

  @ParameterizedTest
  @CsvSource("'lang:de,fr >> {bm25, dense}rrf'")
  void restrictsEachStageToTheLanguagesOfThePipeline(String pipeline) {
    assertThat(PipelineStage.of(Pipeline.parse(pipeline)))
        .extracting(stage -> stage.pipeline().toString())
        .containsExactly(
            "lang:de,fr >> bm25", "lang:de,fr >> dense", "lang:de,fr >> {bm25, dense}rrf");
  }
}
