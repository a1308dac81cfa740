// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.contract.TokenVectorScorerContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.sparse.OnnxSparseEncoder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares token vectors with sentence-transformers and FlagEmbedding. */
class MultiVectorAgreementTest {
  private static final float TOLERANCE = 1e-5f;
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);
  private static final SampleModel M3 = new SampleModel("random-sparse/bge-m3");

  @TempDir private Path scratch;

  @ParameterizedTest
  @ValueSource(
      strings = {"stanford-bert", "jina-colbert", "pylate-modernbert", "native-xlm-roberta"})
  void computesTheTokenVectorsOfPython(String name) {
    SampleModel sample = sample(name);
    Path folder = sample.copyInto(scratch);
    requireAgreement(sample, folder, "query", "passage");
    requireAgreement(sample, imported(folder), "query", "passage");
  }

  @Test
  void computesTheTokenVectorsOfM3() {
    Path folder = M3.copyInto(scratch);
    requireAgreement(M3, folder, "tokens", "tokens");
    requireAgreement(M3, imported(folder), "tokens", "tokens");
  }

  /** Scores differ by the rounding of the vectors of passages. */
  @ParameterizedTest
  @ValueSource(
      strings = {"stanford-bert", "jina-colbert", "pylate-modernbert", "native-xlm-roberta"})
  void scoresAsPythonDoes(String name) {
    SampleModel sample = sample(name);
    float[][] expected = sample.matrix("scores");
    try (PairScorer scorer = open(sample.copyInto(scratch), SINGLE)) {
      List<Passage> passages = sample.texts().stream().map(text -> passage(text)).toList();
      for (int i = 0; i < expected.length; i++) {
        float[] found = scorer.score(Query.of(sample.texts().get(i)), passages);
        assertThat(found).as(sample.texts().get(i)).containsExactly(expected[i], within(0.06f));
      }
    }
  }

  @Test
  void sharesAPassWithTheVectorsOfTexts() {
    Path folder = M3.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder encoder = Encoders.open(model, SINGLE);
        TokenVectorScorer scorer = LateInteractionScorer.open(model, SINGLE)) {
      assertThat(scorer.sharesPoolingWith(encoder)).isTrue();
    }
  }

  @Test
  void onePassYieldsTheWeightsOfTerms() {
    try (ModelFolder model = ModelFolder.open(M3.copyInto(scratch));
        SparseEncoder sparse = OnnxSparseEncoder.open(model, SINGLE);
        TokenVectorScorer scorer = LateInteractionScorer.open(model, SINGLE)) {
      assertThat(scorer.sharesWeightsWith(sparse)).isTrue();
      List<TokenVectorScorer.Encoded> encoded =
          scorer.encodePassages(M3.texts().stream().map(text -> passage(text)).toList());
      List<SparseVector> expected = sparse.encode(M3.texts(), Role.PASSAGE);
      for (int i = 0; i < expected.size(); i++) {
        SparseVector found = encoded.get(i).weights().orElseThrow();
        assertThat(found.terms()).isEqualTo(expected.get(i).terms());
        assertThat(found.weights()).containsExactly(expected.get(i).weights(), within(TOLERANCE));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"stanford-bert", "jina-colbert", "pylate-modernbert", "native-xlm-roberta"})
  void servesWithoutWeights(String name) {
    SampleModel sample = sample(name);
    requireServes(sample, imported(sample.copyInto(scratch)));
  }

  @Test
  void servesM3WithoutWeights() {
    requireServes(M3, imported(M3.copyInto(scratch)));
  }

  private void requireServes(SampleModel sample, Path folder) {
    Path served = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.writeServingFolder(model, served, OnnxExportOptions.forPrecision(Precision.FP32));
    }
    assertThat(served.resolve("model.safetensors")).doesNotExist();
    List<Passage> passages = sample.texts().stream().map(text -> passage(text)).toList();
    Query query = Query.of(sample.texts().getFirst());
    try (PairScorer first = open(folder, SINGLE);
        PairScorer second = open(served, SINGLE)) {
      assertThat(second.score(query, passages)).containsExactly(first.score(query, passages));
    }
  }

  @Test
  void readsLongPassagesInWindows() {
    SampleModel sample = sample("native-xlm-roberta");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        TokenEncoder encoder = new TokenEncoder(model, Optional.empty(), SINGLE)) {
      String text = "Welche Mannschaft gewann das Spiel? ".repeat(20).strip();
      TokenEmbeddings passage = encoder.encode(List.of(text), Role.PASSAGE).getFirst();
      TokenEmbeddings query = encoder.encode(List.of(text), Role.QUERY).getFirst();
      assertThat(passage.size()).isGreaterThan(60);
      assertThat(passage.tokens().ends()[passage.size() - 2]).isGreaterThan(text.length() - 10);
      assertThat(query.size()).isEqualTo(20);
    }
  }

  @Test
  void blankTextsHaveNoTokens() {
    try (ModelFolder model = ModelFolder.open(sample("stanford-bert").copyInto(scratch));
        TokenEncoder encoder = new TokenEncoder(model, Optional.empty(), SINGLE)) {
      assertThat(encoder.encode(List.of(" \n"), Role.PASSAGE).getFirst().size()).isZero();
    }
  }

  @Test
  void rejectsOtherModulesAndSettings() throws IOException {
    Path folder = sample("native-xlm-roberta").copyInto(scratch);
    Path mask = folder.resolve("3_MultiVectorMask/config.json");
    Files.writeString(mask, "{\"keep_only_token_ids\": [3]}");
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .hasMessageContaining("keep_only_token_ids is present, expected no such key, or null");
    Path modules = folder.resolve("modules.json");
    Files.writeString(modules, Files.readString(modules).replace("4_Normalize", "4_Other"));
    Files.writeString(
        modules, Files.readString(modules).replace("normalize.Normalize", "pool.TokenPooling"));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .hasMessageContaining("TokenPooling], expected Transformer, Dense (up to 8)");
    Path pylate = sample("pylate-modernbert").copyInto(scratch);
    Path layer = pylate.resolve("1_Dense/config.json");
    Files.writeString(layer, Files.readString(layer).replace("32", "48"));
    try (ModelFolder model = ModelFolder.open(pylate)) {
      assertThatThrownBy(model::tokenVectorDimension)
          .hasMessageContaining("has 48 inputs, expected 32");
    }
    Path colbert = sample("stanford-bert").copyInto(scratch);
    Path metadata = colbert.resolve("artifact.metadata");
    Files.writeString(
        metadata,
        Files.readString(metadata).replace("\"query_maxlen\": 32", "\"query_maxlen\": 1000000000"));
    assertThatThrownBy(() -> open(colbert, SINGLE))
        .hasMessageContaining("expands queries to 1000000000 tokens, expected at most ");
  }

  @Nested
  class M3Contract extends TokenVectorScorerContractTest {
    @Override
    protected TokenVectorScorer open() {
      return scorer(M3);
    }
  }

  @Nested
  class ColbertContract extends TokenVectorScorerContractTest {
    @Override
    protected TokenVectorScorer open() {
      return scorer(sample("stanford-bert"));
    }
  }

  private TokenVectorScorer scorer(SampleModel sample) {
    Path folder = scratch.resolve(sample.folderName());
    return (TokenVectorScorer)
        open(Files.exists(folder) ? folder : sample.copyInto(scratch), SINGLE);
  }

  private static SampleModel sample(String name) {
    return new SampleModel("random-multi-vector/" + name);
  }

  private Path imported(Path folder) {
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(folder)) {
      new ModelImport("twin", "MIT", model.encoding(), Optional.of(DataType.F32))
          .write(model, imported);
    }
    return imported;
  }

  private static PairScorer open(Path folder, InferenceOptions options) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return PairScorers.open(model, options);
    }
  }

  private static Passage passage(String text) {
    return new Passage("d", 0, Language.of("en"), "", text, 0, text.length());
  }

  private static void requireAgreement(
      SampleModel sample, Path folder, String queries, String passages) {
    try (ModelFolder model = ModelFolder.open(folder);
        TokenEncoder encoder = new TokenEncoder(model, Optional.empty(), SINGLE)) {
      for (Role role : Role.values()) {
        JsonNode expected = sample.golden().get(role == Role.QUERY ? queries : passages);
        List<TokenEmbeddings> found = encoder.encode(sample.texts(), role);
        for (int i = 0; i < found.size(); i++) {
          String about = role + " " + sample.texts().get(i);
          List<Float> values = new ArrayList<>();
          expected.get(i).forEach(token -> token.forEach(v -> values.add((float) v.asDouble())));
          assertThat(found.get(i).size()).as(about).isEqualTo(expected.get(i).size());
          for (int k = 0; k < values.size(); k++) {
            assertThat(found.get(i).vectors()[k])
                .as(about)
                .isCloseTo(values.get(k), within(TOLERANCE));
          }
        }
      }
    }
  }
}
