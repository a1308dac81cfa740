// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same results as from an index in a folder. */
class SolrIndexTest {
  private static final Path SAMPLES = Path.of("..", "samples", "xquad");

  @TempDir private static Path temporary;
  private static ClusterProcess cluster;
  private static SearchEngine local;
  private static SearchEngine remote;
  private static List<Query> questions;

  @BeforeAll
  static void index() throws IOException {
    cluster = ClusterProcess.start(Files.createDirectories(temporary.resolve("cluster")), 2);
    local = SearchEngine.at(temporary.resolve("local")).model("tiny").openOrCreate();
    remote =
        SearchEngine.at(cluster.location("docs?shards=2&replicas=2")).model("tiny").openOrCreate();
    local.index(SAMPLES);
    remote.index(SAMPLES);
    questions = Question.read(SAMPLES, 100).stream().map(Question::query).toList();
  }

  @AfterAll
  static void close() {
    remote.close();
    local.close();
    cluster.close();
  }

  @Test
  void countsAreEqual() {
    assertThat(remote.view().documentCount()).isEqualTo(local.view().documentCount());
    assertThat(remote.view().passageCount()).isEqualTo(local.view().passageCount());
    assertThat(remote.view().passagesByLanguage()).isEqualTo(local.view().passagesByLanguage());
  }

  static List<String> pipelines() {
    return List.of(
        "bm25",
        "bm25(title=2)",
        "ql",
        "dense",
        "dense(calibrated=yes)",
        "dense(feedback=1)",
        "{bm25:2, dense}fair",
        "{bm25, dense}rrf >> balance(0.3)",
        "lang:de,zh >> dense");
  }

  @ParameterizedTest
  @MethodSource("pipelines")
  void rankingsAreEqual(String pipeline) {
    agree(pipeline, questions.subList(0, 20), 1);
  }

  @Test
  void rankingsOfNumbersWithCommasAreEqual() {
    Query query = Query.of("22,392 8,646");
    assertThat(
            remote
                .retriever(Pipeline.parse("bm25"), ResultUnit.DOCUMENT)
                .retrieve(query, 10)
                .hits())
        .isNotEmpty();
    agree("bm25", List.of(query), 1);
    agree("bm25", List.of(Query.of("a\\,b \\ , 22,392")), 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bm25", "ql"})
  void rankingsOfALongQueryAreEqual(String pipeline) {
    String text = questions.stream().map(Query::text).collect(Collectors.joining(" "));
    agree(pipeline, List.of(Query.of(text)), 1);
  }

  @ParameterizedTest
  @MethodSource("pipelines")
  @Tag("slow")
  void rankingsOfManyQuestionsAreEqual(String pipeline) {
    agree(pipeline, questions, 0.99);
  }

  private static void agree(String pipeline, List<Query> queries, double equal) {
    Agreement agreement = Agreement.of(local, remote, Pipeline.parse(pipeline), queries);
    assertThat(agreement.equalRankings()).as(agreement.toString()).isGreaterThanOrEqualTo(equal);
    assertThat(agreement.largestDifference()).as(agreement.toString()).isLessThan(1e-4);
  }
}
