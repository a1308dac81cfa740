// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares static encoders with model2vec and sentence-transformers. */
class StaticAgreementTest {
  private static final float TOLERANCE = 1e-5f;
  private static final int DIMENSION = 24;

  @TempDir private Path scratch;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "potion",
        "potion-clustered",
        "potion-int8",
        "static-similarity",
        "static-retrieval"
      })
  void encodesTextsAsPythonDoes(String name) {
    SampleModel sample = sample(name);
    Path folder = sample.copyInto(scratch);
    requireAgreement(sample, folder, TOLERANCE);

    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelImport.unchanged(model).write(model, imported);
    }
    requireAgreement(sample, imported, TOLERANCE);
  }

  /** Python adds vectors of half precision in half precision. */
  @Test
  void readsHalfPrecision() {
    SampleModel sample = sample("potion-multilingual");
    requireAgreement(sample, sample.copyInto(scratch), 1e-3f);
  }

  @Test
  void importsHalfPrecision() {
    SampleModel sample = sample("potion");
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      new ModelImport("half", "MIT", model.encoding(), Optional.of(DataType.F16))
          .write(model, imported);
    }
    requireAgreement(sample, imported, 1e-3f);
  }

  @Test
  void readsEmbeddingsInAFolderOfTheirOwn() throws IOException {
    SampleModel sample = sample("static-similarity");
    Path folder = sample.copyInto(scratch);
    Path module = Files.createDirectory(folder.resolve("0_StaticEmbedding"));
    for (String file : List.of("model.safetensors", "tokenizer.json")) {
      Files.move(folder.resolve(file), module.resolve(file));
    }
    Path modules = folder.resolve("modules.json");
    Files.writeString(
        modules,
        Files.readString(modules).replace("\"path\": \"\"", "\"path\": \"0_StaticEmbedding\""));
    requireAgreement(sample, folder, TOLERANCE);
  }

  @Test
  void rejectsRowsThatDoNotExist() {
    Path folder = sample("potion-clustered").copyInto(scratch);
    new SafetensorsWriter()
        .add("embeddings", new float[2 * DIMENSION], 2, DIMENSION)
        .add("mapping", new byte[] {0, 1, 2}, 3)
        .write(folder.resolve("model.safetensors"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(model::staticEmbeddings)
          .isInstanceOf(IsoglossException.class)
          .hasMessageEndingWith("tensor \"mapping\" is I8[3], expected rows from 0 to 1, not 2");
    }
  }

  private static SampleModel sample(String name) {
    return new SampleModel("random-static/" + name);
  }

  private static void requireAgreement(SampleModel sample, Path folder, float tolerance) {
    List<String> texts = sample.texts();
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.INT8))) {
      assertThat(encoder.dimension()).isEqualTo(model.dimension());
      for (Role role : Role.values()) {
        float[][] expected = sample.matrix(role == Role.QUERY ? "query" : "passage");
        float[][] found = encoder.encode(texts, role);
        for (int i = 0; i < expected.length; i++) {
          assertThat(found[i])
              .as(role + " " + texts.get(i))
              .containsExactly(expected[i], within(tolerance));
        }
      }
    }
  }
}
