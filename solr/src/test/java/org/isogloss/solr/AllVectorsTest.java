// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.SearchEngine;
import org.isogloss.modelio.samples.SampleModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of texts, weights of terms and token vectors of one model. */
class AllVectorsTest {
  private static final Path SAMPLES = Path.of("..", "samples", "xquad");

  @TempDir private static Path temporary;
  private static String model;
  private static ClusterProcess cluster;
  private static SearchEngine local;
  private static SearchEngine remote;
  private static List<Query> questions;

  @BeforeAll
  static void index() throws IOException {
    model = new SampleModel("random-sparse/bge-m3").copyInto(temporary).toString();
    cluster = ClusterProcess.start(Files.createDirectories(temporary.resolve("cluster")), 1);
    local = open(SearchEngine.at(temporary.resolve("local")));
    remote = open(SearchEngine.at(cluster.location("docs?shards=2")));
    local.index(SAMPLES.resolve("xquad.de.json.gz"));
    remote.index(SAMPLES.resolve("xquad.de.json.gz"));
    questions = Question.read(SAMPLES, 10).stream().map(Question::query).toList();
  }

  private static SearchEngine open(EngineBuilder builder) {
    return builder.model(model).sparse(model).tokenVectors(model).openOrCreate();
  }

  @AfterAll
  static void close() {
    remote.close();
    local.close();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sparse", "{bm25, sparse, dense}rrf"})
  void rankingsAreEqual(String pipeline) {
    agree(Pipeline.parse(pipeline));
  }

  @Test
  void rerankedByTokenVectors() {
    agree(Pipeline.parse("{bm25, sparse, dense}rrf >> rerank(" + model + ", first=20)"));
  }

  private static void agree(Pipeline pipeline) {
    Agreement agreement = Agreement.of(local, remote, pipeline, questions);
    assertThat(agreement.equalRankings()).as(agreement.toString()).isGreaterThanOrEqualTo(0.9);
    assertThat(agreement.largestDifference()).as(agreement.toString()).isLessThan(1e-4);
  }
}
