// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.IndexLocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsTest {
  @TempDir Path folder;

  @Test
  void opensShippedModelByName() {
    try (LoadedModel tiny = Models.open("tiny", 1)) {
      assertThat(tiny.name()).isEqualTo("tiny");
      assertThat(tiny.encoder().encode(List.of("Haus"), Role.PASSAGE))
          .hasDimensions(1, tiny.folder().dimension());
    }
  }

  @Test
  void namesAFolderByItsAbsolutePath() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    try (LoadedModel opened = Models.open(model.resolve(".").toString())) {
      assertThat(opened.name()).isEqualTo(model.toAbsolutePath().normalize().toString());
    }
    assertThat(Models.exists(model.toString())).isTrue();
  }

  @Test
  void reportsUnknownModels() {
    for (String name : List.of("no-such-model", "a/b", "nul\0byte")) {
      assertThat(Models.exists(name)).as(name).isFalse();
    }
    assertThatThrownBy(() -> Models.open("no-such-model"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no model \"no-such-model\"");
    assertThatThrownBy(() -> Models.openReranker("tiny"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("tiny: is a static encoder, which scores no pairs");
  }

  @Test
  void reportsADeviceThatCannotBeUsed() throws IOException {
    String model = SampleTransformer.BERT_ENCODER.copyInto(folder).toString();
    EngineBuilder engine = SearchEngine.at(folder.resolve("index")).model(model).device("cuda:98");
    assertThatThrownBy(engine::openOrCreate)
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("device is cuda:98, but ");
    assertThat(folder.resolve("index")).doesNotExist();
    assertThatThrownBy(() -> engine.device("gpu")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readsTheModelNameFromTheIndex() {
    assertThat(Models.ofIndex(IndexLocations.of(folder.resolve("new")))).isEqualTo("compact");
    Path words = folder.resolve("words");
    SearchEngine.at(words).withoutVectors().openOrCreate().close();
    assertThat(Models.ofIndex(IndexLocations.of(words))).isEqualTo("none");
    Path vectors = folder.resolve("vectors");
    SearchEngine.at(vectors).encoder("mine", new TestEncoder()).openOrCreate().close();
    assertThat(Models.ofIndex(IndexLocations.of(vectors))).isEqualTo("mine");
  }

  @Test
  void opensEachRerankerOnce() throws IOException {
    Path model = SampleTransformer.XLMR_CLASSIFIER.copyInto(folder);
    Rerankers rerankers = new Rerankers(InferenceOptions.defaults());
    PairScorer opened = rerankers.find(model.toString()).orElseThrow();
    assertThat(rerankers.find(model.toString())).containsSame(opened);
    assertThat(opened.score(Query.of("x"), List.of())).isEmpty();
    assertThatThrownBy(() -> rerankers.find("no-such-model"))
        .hasMessageContaining("no model \"no-such-model\"");
    rerankers.close();
    assertThatThrownBy(() -> rerankers.find(model.toString()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void registeredRerankerTakesPrecedenceOverModel() {
    TestScorer registered = TestScorer.shortestFirst();
    try (Rerankers rerankers =
        new Rerankers(InferenceOptions.defaults(), Map.of("reranker", registered))) {
      assertThat(rerankers.find("reranker")).containsSame(registered);
    }
    assertThat(registered.closed).isFalse();
  }

  @Test
  void appendsTheShippedRerankerOnlyForItsOwnModel() {
    Pipeline retrieval = Pipeline.parse("{bm25, dense}fair");
    assertThat(DefaultPipeline.of(retrieval, Optional.of("compact"), Optional.empty()))
        .hasToString("{bm25, dense}fair >> rerank(weight=0.75, first=20)");
    assertThat(DefaultPipeline.of(retrieval, Optional.of("tiny"), Optional.empty()))
        .isEqualTo(retrieval);
    assertThat(DefaultPipeline.of(retrieval, Optional.empty(), Optional.of("reranker")))
        .as("an index without vectors of texts")
        .hasToString("{bm25, dense}fair >> rerank(weight=0.8, first=100)");
    assertThat(DefaultPipeline.of(retrieval, Optional.of("compact"), Optional.of("reranker")))
        .hasToString(
            "{bm25, dense}fair >> rerank(weight=0.8, first=100) >> lead(weight=0.3) >>"
                + " translations(complete=5, margin=0.6)");
    assertThat(tokenVectorModel("compact")).contains("reranker");
    assertThat(tokenVectorModel("tiny")).isEmpty();
  }

  private static Optional<String> tokenVectorModel(String model) {
    return DefaultPipeline.tokenVectorModel(Optional.empty(), Optional.of(model), Optional.empty());
  }
}
