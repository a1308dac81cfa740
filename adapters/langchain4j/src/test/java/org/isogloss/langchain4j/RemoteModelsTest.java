// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.cohere.CohereScoringModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.jina.JinaScoringModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.scoring.ScoringModel;
import java.util.List;
import org.isogloss.server.SearchServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** LangChain4j's own clients of other services, with a server of Isogloss in their place. */
class RemoteModelsTest {
  private static final List<TextSegment> SEGMENTS =
      List.of(
          TextSegment.from("Der Hund schwimmt durch den Fluss."),
          TextSegment.from("Die Katze schläft auf dem Dach."));

  private static SearchServer server;
  private static String url;

  @BeforeAll
  static void start() {
    server = SearchServer.builder().model("tiny").port(0).start();
    url = "http://127.0.0.1:" + server.port();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theEmbeddingModelOfOpenAiReturnsTheSameVectors() {
    EmbeddingModel remote =
        OpenAiEmbeddingModel.builder()
            .baseUrl(url + "/v1")
            .apiKey("none")
            .modelName("tiny")
            .build();
    try (IsoglossEmbeddingModel local = IsoglossEmbeddingModel.open("tiny")) {
      assertThat(remote.embedAll(SEGMENTS).content()).isEqualTo(local.embedAll(SEGMENTS).content());
    }
  }

  @Test
  void theScoringModelsOfCohereAndJinaRankTheAnswerFirst() {
    for (ScoringModel remote :
        List.of(
            CohereScoringModel.builder()
                .baseUrl(url + "/v1/")
                .apiKey("none")
                .modelName("reranker")
                .build(),
            JinaScoringModel.builder().baseUrl(url).apiKey("none").modelName("reranker").build())) {
      List<Double> scores = remote.scoreAll(SEGMENTS, "Where does the cat sleep?").content();
      assertThat(scores.get(1)).as(remote.getClass().getName()).isGreaterThan(scores.get(0));
      assertThat(scores).allMatch(score -> score > 0 && score < 1);
    }
  }
}
