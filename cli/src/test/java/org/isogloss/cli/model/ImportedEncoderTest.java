// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleGraph;
import org.isogloss.modelio.samples.SampleModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports encoders of each architecture and as graphs, and searches indexes of their vectors. */
class ImportedEncoderTest extends CommandTest {
  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void importsIndexesAndSearches(SampleEncoder sample) throws IOException {
    importIndexAndSearch(sample.copyInto(folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"potion", "static-similarity"})
  void importsStaticEmbeddings(String name) throws IOException {
    importIndexAndSearch(new SampleModel("random-static/" + name).copyInto(folder));
  }

  @ParameterizedTest
  @EnumSource(SampleGraph.class)
  void importsGraphsOfOtherPrograms(SampleGraph sample) throws IOException {
    importIndexAndSearch(sample.copyInto(folder));
    assertThat(isogloss("model", "info", folder.resolve("model"))).as(err()).isZero();
    assertThat(out()).contains("graph", "32 dimensions");
  }

  @Test
  void importsGraphInsteadOfWeights() throws IOException {
    Path source = SampleEncoder.DISTILBERT.copyInto(folder);
    assertThat(isogloss("model", "export", source)).as(err()).isZero();
    Path config = source.resolve("config.json");
    // Python code of its own, of which the weights cannot be run without it.
    Files.writeString(
        config,
        Files.readString(config)
            .replaceFirst("\\{", "{\"auto_map\": {\"AutoModel\": \"code.OwnModel\"},"));
    Path model = folder.resolve("model");
    assertThat(isogloss("model", "import", source, "--to", model)).isNotZero();
    assertThat(err()).contains("auto_map");
    String graph = "onnx/model.onnx";
    assertThat(
            isogloss("model", "import", source, "--to", model, "--graph", graph, "--type", "f16"))
        .isNotZero();
    assertThat(err()).contains("--type converts weights, but onnx/model.onnx is a graph");
    assertThat(isogloss("model", "import", source, "--to", model, "--graph", graph))
        .as(err())
        .isZero();
    assertThat(model.resolve("model.safetensors")).doesNotExist();
    assertThat(isogloss("model", "info", model)).as(err()).isZero();
  }

  private void importIndexAndSearch(Path source) throws IOException {
    Path model = folder.resolve("model");
    Path documents = folder.resolve("documents.jsonl");
    Path index = folder.resolve("index");
    Files.writeString(
        documents,
        """
        {"id": "city", "text": "What is the largest city in Poland?"}
        {"id": "team", "text": "Welche Mannschaft gewann das Spiel?"}
        {"id": "points", "text": "How many points did the Panthers lose?"}
        """);
    assertThat(isogloss("model", "import", source, "--to", model)).as(err()).isZero();
    assertThat(isogloss("index", documents, "--index", index, "--model", model)).as(err()).isZero();
    assertThat(
            isogloss(
                "search",
                "Welche Mannschaft gewann das Spiel?",
                "--index",
                index,
                "--pipeline",
                "dense",
                "--json"))
        .as(err())
        .isZero();
    assertThat(out()).contains("\"team\"");
  }
}
