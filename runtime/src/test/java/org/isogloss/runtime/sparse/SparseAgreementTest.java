// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares weights of terms with sentence-transformers and FlagEmbedding. */
class SparseAgreementTest {
  private static final float TOLERANCE = 1e-5f;

  @TempDir private Path scratch;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "splade-bert",
        "splade-xlm-roberta",
        "splade-modernbert",
        "splade-mpnet",
        "inference-free",
        "inference-free-root",
        "bge-m3"
      })
  void weighsTermsAsPythonDoes(String name) {
    SampleModel sample = sample(name);
    Path folder = sample.copyInto(scratch);
    requireAgreement(sample, folder);

    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(folder)) {
      new ModelImport("twin", "MIT", model.encoding(), Optional.of(DataType.F32))
          .write(model, imported);
    }
    requireAgreement(sample, imported);
  }

  @ParameterizedTest
  @ValueSource(strings = {"splade-bert", "splade-modernbert", "bge-m3"})
  void eightBitsAreClose(String name) {
    SampleModel sample = sample(name);
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch));
        SparseEncoder encoder =
            OnnxSparseEncoder.open(model, new InferenceOptions(1, Precision.INT8))) {
      List<SparseVector> found = encoder.encode(sample.texts(), Role.PASSAGE);
      for (int i = 0; i < found.size(); i++) {
        SparseVector expected = vector(sample.golden().get("passage").get(i));
        double cosine =
            found.get(i).dot(expected)
                / Math.sqrt(found.get(i).dot(found.get(i)) * expected.dot(expected));
        assertThat(cosine).as(sample.texts().get(i)).isGreaterThan(0.95);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"splade-bert", "inference-free", "bge-m3"})
  void fingerprintIsThatOfTheModel(String name) {
    Set<String> fingerprints = new HashSet<>();
    for (String copy : List.of("one", "two")) {
      try (ModelFolder model = ModelFolder.open(sample(name).copyInto(scratch.resolve(copy)));
          SparseEncoder encoder = open(model)) {
        fingerprints.add(encoder.fingerprint());
      }
    }
    assertThat(fingerprints).hasSize(1);
  }

  @Test
  void blankTextsHaveNoTerms() {
    try (ModelFolder model = ModelFolder.open(sample("splade-bert").copyInto(scratch));
        SparseEncoder encoder = open(model)) {
      List<SparseVector> found = encoder.encode(List.of("", "city", " \n"), Role.PASSAGE);
      assertThat(found.get(0)).isEqualTo(SparseVector.EMPTY);
      assertThat(found.get(1).size()).isPositive();
      assertThat(found.get(2)).isEqualTo(SparseVector.EMPTY);
      assertThat(encoder.term(found.get(1).terms()[0])).isNotEmpty();
    }
  }

  @Test
  void rejectsModelsWithoutWeightsOfTerms() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.DISTILBERT.copyInto(scratch))) {
      assertThatThrownBy(() -> open(model))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("has no weights of terms, expected a model with SpladePooling");
    }
  }

  @Test
  void rejectsOtherPoolingsAndTokenizers() throws IOException {
    Path splade = sample("splade-bert").copyInto(scratch);
    Files.writeString(
        splade.resolve("1_SpladePooling/config.json"), "{\"pooling_strategy\": \"sum\"}");
    assertThatThrownBy(() -> ModelFolder.open(splade))
        .hasMessageContaining("pooling_strategy is \"sum\", expected \"max\"");
    Path free = sample("inference-free").copyInto(scratch);
    Path queries = free.resolve("query_0_SparseStaticEmbedding/tokenizer.json");
    Files.writeString(queries, Files.readString(queries) + " ");
    assertThatThrownBy(() -> ModelFolder.open(free))
        .hasMessageContaining("differs from that of documents, expected the same tokenizer");
  }

  private static SampleModel sample(String name) {
    return new SampleModel("random-sparse/" + name);
  }

  private static SparseEncoder open(ModelFolder model) {
    return OnnxSparseEncoder.open(model, new InferenceOptions(1, Precision.FP32));
  }

  private static void requireAgreement(SampleModel sample, Path folder) {
    try (ModelFolder model = ModelFolder.open(folder);
        SparseEncoder encoder = open(model)) {
      for (Role role : Role.values()) {
        JsonNode expected = sample.golden().get(role == Role.QUERY ? "query" : "passage");
        List<SparseVector> found = encoder.encode(sample.texts(), role);
        for (int i = 0; i < found.size(); i++) {
          requireClose(role + " " + sample.texts().get(i), found.get(i), vector(expected.get(i)));
        }
      }
    }
  }

  /** A weight that is nearly 0 may be missing in one of the vectors. */
  private static void requireClose(String text, SparseVector found, SparseVector expected) {
    for (int term : found.terms()) {
      assertThat(found.weight(term)).as(text).isCloseTo(expected.weight(term), within(TOLERANCE));
    }
    for (int term : expected.terms()) {
      assertThat(found.weight(term)).as(text).isCloseTo(expected.weight(term), within(TOLERANCE));
    }
  }

  private static SparseVector vector(JsonNode pairs) {
    int[] terms = new int[pairs.size()];
    float[] weights = new float[terms.length];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = pairs.get(i).get(0).asInt();
      weights[i] = (float) pairs.get(i).get(1).asDouble();
    }
    return new SparseVector(terms, weights);
  }
}
