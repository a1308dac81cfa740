// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** The recipe of the guide: fewer dimensions, and eight bits. */
  @Test
  void searchesWithEmbeddingGemma() throws IOException {
    importModel(SampleEncoder.GEMMA3.copyInto(folder), "--dimensions", 10);
    Path model = folder.resolve("model");
    assertThat(isogloss("model", "export", model, "--int8")).as(err()).isZero();
    indexAndSearch();
    assertThat(isogloss("model", "info", model)).as(err()).isZero();
    assertThat(out()).contains("10 dimensions", "task: search result | query: ");
  }

  @Test
  void appliesOneAdapterToAllTexts() throws IOException {
    Path source = SampleEncoder.JINA_ADAPTERS.copyInto(folder);
    Path model = folder.resolve("model");
    assertThat(isogloss("model", "import", source, "--to", model, "--task", "summary")).isNotZero();
    assertThat(err()).contains("--task is \"summary\", expected one of the tasks", "separation");
    importModel(source, "--task", "text-matching");
    assertThat(isogloss("model", "info", model)).as(err()).isZero();
    assertThat(out()).contains("text-matching for queries, text-matching for passages");
    indexAndSearch();
  }

  @Test
  void rejectsATaskOfAModelWithoutAdapters() {
    Path source = SampleEncoder.MPNET.copyInto(folder);
    assertThat(isogloss("model", "import", source, "--to", folder.resolve("model"), "--task", "a"))
        .isNotZero();
    assertThat(err()).contains("the model has no adapters");
  }

  /** The recipe of the guide. */
  @Test
  void searchesWithAFineTunedModel() throws IOException {
    importModel(
        SampleEncoder.MPNET.copyInto(folder), "--name", "my-model", "--licence", "Apache-2.0");
    Path model = folder.resolve("model");
    assertThat(isogloss("model", "export", model, "--int8")).as(err()).isZero();
    indexAndSearch();
    assertThat(isogloss("model", "info", model)).as(err()).isZero();
    assertThat(out()).contains("my-model", "Apache-2.0");
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
    importModel(source);
    indexAndSearch();
  }

  private void importModel(Path source, Object... options) {
    List<Object> command = new ArrayList<>(List.of("model", "import", source));
    command.addAll(List.of("--to", folder.resolve("model")));
    command.addAll(List.of(options));
    assertThat(isogloss(command.toArray())).as(err()).isZero();
  }

  private void indexAndSearch() throws IOException {
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
