// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The default pipeline of {@code compact}, with re-ranking by stored token vectors. */
@Tag("slow")
class DefaultPipelineTest {
  private static final Path SAMPLES = Path.of("..", "samples", "xquad");
  private static final int QUESTIONS = 1_000;

  @TempDir private Path temporary;

  @Test
  void aThousandQuestionsHaveTheSameAnswers() throws IOException {
    Path folder = Files.createDirectories(temporary.resolve("cluster"));
    try (ClusterProcess cluster = ClusterProcess.start(folder, 2);
        SearchEngine local = SearchEngine.at(temporary.resolve("local")).openOrCreate();
        SearchEngine remote =
            SearchEngine.at(cluster.location("docs?shards=2&replicas=2")).openOrCreate()) {
      local.index(SAMPLES);
      remote.index(SAMPLES);
      Pipeline pipeline;
      try (SearchEngine reopened = SearchEngine.open(temporary.resolve("local"))) {
        pipeline = reopened.defaultPipeline();
      }
      List<Question> questions = Question.read(SAMPLES, QUESTIONS);
      Agreement agreement =
          Agreement.of(local, remote, pipeline, questions.stream().map(Question::query).toList());
      assertThat(agreement.equalRankings()).as(agreement.toString()).isGreaterThanOrEqualTo(0.99);
      assertThat(meanReciprocalRank(remote, pipeline, questions))
          .isCloseTo(meanReciprocalRank(local, pipeline, questions), within(0.002))
          // Only the paragraph in the language of the question counts, beside eleven translations.
          .isCloseTo(0.418, within(0.005));
    }
  }

  private static double meanReciprocalRank(
      SearchEngine engine, Pipeline pipeline, List<Question> questions) {
    List<Ranking> rankings =
        engine
            .retriever(pipeline, ResultUnit.DOCUMENT)
            .retrieveAll(questions.stream().map(Question::query).toList(), 10);
    double sum = 0;
    for (int i = 0; i < rankings.size(); i++) {
      List<String> ids = rankings.get(i).hits().stream().map(Hit::documentId).toList();
      int rank = ids.indexOf(questions.get(i).document());
      sum += rank < 0 ? 0 : 1.0 / (rank + 1);
    }
    return sum / questions.size();
  }
}
