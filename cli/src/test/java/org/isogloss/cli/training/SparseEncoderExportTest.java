// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Role;
import org.isogloss.core.SparseVector;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.sparse.OnnxSparseEncoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Trains sparse encoders, and indexes and searches with them. A training without effect writes a
 * model with the weights of terms that sentence-transformers computed for its base.
 */
class SparseEncoderExportTest extends CommandTest {
  private static final String RECIPE =
      """
      kind: sparse-encoder
      name: small
      model: {base: "%s", max-length: 256}
      queries: %s
      activation: %s
      data: {bitext: "${data}", held-out: 0}
      batches: {pairs: 2, groups: 1, bucket: 1}
      objectives: {contrast: {}}
      optimizer: {learning-rate: 1e-12, schedule: {kind: constant}}
      training: {steps: 1, validate-every: 0}
      """;

  @ParameterizedTest
  @CsvSource({
    "splade-bert, model, log",
    "splade-xlm-roberta, model, log",
    "splade-modernbert, model, log",
    "splade-mpnet, model, log",
    "inference-free-root, tokens, log-log"
  })
  void writesWhatIsIndexedAndSearched(String base, String queries, String activation)
      throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    SampleModel sample = new SampleModel("random-sparse/" + base);
    Path recipe =
        Files.writeString(
            folder.resolve("recipe.yaml"),
            RECIPE.formatted(sample.copyInto(folder), queries, activation));
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        data.resolve("en-de.tsv"),
        "the house\tdas Haus\nthe game\tdas Spiel\nthe city\tdie Stadt\n");
    Path model = folder.resolve("trained");
    assertThat(isogloss("train", recipe, "--data", data, "--to", model, "--threads", 1))
        .as(err())
        .isZero();
    assertAgrees(model, sample.golden());
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(documents, "{\"id\": \"team\", \"text\": \"Which team won the game?\"}\n");
    Path index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "--sparse", model))
        .as(err())
        .isZero();
    assertThat(
            isogloss(
                "search", "Which team won the game?", "--index", index, "--pipeline", "sparse"))
        .as(err())
        .isZero();
    assertThat(out()).contains("team");
  }

  private static void assertAgrees(Path model, JsonNode golden) {
    List<String> texts = new ArrayList<>();
    golden.get("texts").forEach(text -> texts.add(text.asText()));
    InferenceOptions options =
        InferenceOptions.defaults().withThreads(1).withPrecision(Precision.FP32);
    try (ModelFolder opened = ModelFolder.open(model);
        OnnxSparseEncoder encoder = OnnxSparseEncoder.open(opened, options)) {
      for (Role role : Role.values()) {
        List<SparseVector> vectors = encoder.encode(texts, role);
        JsonNode expected = golden.get(role == Role.QUERY ? "query" : "passage");
        for (int i = 0; i < vectors.size(); i++) {
          for (JsonNode pair : expected.get(i)) {
            assertThat(vectors.get(i).weight(pair.get(0).asInt()))
                .as("%s %d, term %d", role, i, pair.get(0).asInt())
                .isCloseTo((float) pair.get(1).asDouble(), within(1e-5f));
          }
        }
      }
    }
  }
}
