// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports sparse models, and searches indexes of the weights that they compute. */
class SparseIndexTest extends CommandTest {
  private static final String QUERY = "Welche Mannschaft gewann das Spiel?";

  private Path documents;
  private Path index;

  @BeforeEach
  void writeDocuments() throws IOException {
    documents = folder.resolve("documents.jsonl");
    index = folder.resolve("index");
    Files.writeString(
        documents,
        """
        {"id": "city", "text": "What is the largest city in Poland?", "year": 1}
        {"id": "team", "text": "Welche Mannschaft gewann das Spiel?", "year": 2}
        {"id": "points", "text": "How many points did the Panthers lose?", "year": 3}
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"splade-bert", "splade-xlm-roberta", "splade-modernbert", "splade-mpnet"})
  void importsIndexesAndSearches(String name) {
    index("none", imported(name));
    search("sparse");
    assertThat(out()).contains("\"team\"");
    assertThat(isogloss("search", QUERY, "--index", index, "--json")).as(err()).isZero();
    assertThat(out()).contains("\"{bm25, sparse}fair\"");
  }

  /** The weights of a random model mean nothing, but those of one word match those of its text. */
  @ParameterizedTest
  @ValueSource(strings = {"inference-free", "inference-free-root"})
  void searchesWithoutInferenceOfQueries(String name) {
    index("none", imported(name));
    search("sparse");
    assertThat(out()).contains("\"score\"");
  }

  @Test
  void fusesAllVectorsOfOneModel() {
    Path model = imported("bge-m3");
    index(model.toString(), model);
    search("{sparse, dense}fair");
    assertThat(out()).contains("\"team\"");
    search("{bm25, sparse, dense}rrf");
    assertThat(out()).contains("\"team\"");
    assertThat(isogloss("index", "info", "--index", index)).as(err()).isZero();
    assertThat(out()).contains("weights of terms by " + model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"splade-bert", "bge-m3"})
  void writesTheWeightsThatPythonComputes(String name) throws IOException {
    JsonNode golden = new SampleModel("random-sparse/" + name).golden();
    String text = golden.get("texts").get(0).asText();
    Path lines = Files.writeString(folder.resolve("lines.txt"), text + "\n\n");
    Path to = folder.resolve("weights.jsonl");
    assertThat(isogloss("encode", lines, "--model", imported(name), "--sparse", "--to", to))
        .as(err())
        .isZero();
    List<String> written = Files.readAllLines(to);
    assertThat(written).hasSize(2).last().isEqualTo("[]");
    JsonNode weights = new ObjectMapper().readTree(written.getFirst());
    double sum = 0;
    for (JsonNode weight : weights) {
      assertThat(weight.get("term").asText()).isNotEmpty();
      sum += weight.get("value").asDouble();
    }
    double expected = 0;
    for (JsonNode pair : golden.get("passage").get(0)) {
      expected += pair.get(1).asDouble();
    }
    // In eight bits.
    assertThat(sum).isCloseTo(expected, withinPercentage(15));
  }

  @Test
  void filtersAndExplains() throws IOException {
    index("none", imported("splade-bert"));
    assertThat(
            isogloss(
                "search",
                QUERY,
                "--index",
                index,
                "--pipeline",
                "sparse",
                "--filter",
                "year >= 3",
                "--explain",
                "--json"))
        .as(err())
        .isZero();
    assertThat(out()).contains("\"points\"").doesNotContain("\"team\"");
    JsonNode explanation = new ObjectMapper().readTree(out()).get("hits").get(0).get("explanation");
    assertThat(explanation.get("stages").get(0).get("stage").asText()).isEqualTo("sparse");
    List<Double> shares = new ArrayList<>();
    for (JsonNode match : explanation.get("term_matches")) {
      assertThat(match.get("retriever").asText()).isEqualTo("sparse");
      assertThat(match.get("passage_word")).isEqualTo(match.get("query_word"));
      shares.add(match.get("probability").asDouble());
    }
    assertThat(shares).isNotEmpty().isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(shares.stream().mapToDouble(share -> share).sum()).isBetween(0.01, 1.0001);
  }

  @Test
  void addsAndVerifiesDocuments() throws IOException {
    index("none", imported("splade-bert"));
    Path more = folder.resolve("more.jsonl");
    Files.writeString(more, "{\"id\": \"new\", \"text\": \"" + QUERY + "\"}\n");
    assertThat(isogloss("index", more, "--index", index, "--model", "none")).as(err()).isZero();
    assertThat(isogloss("index", "check", "--index", index)).as(err()).isZero();
    search("sparse");
    assertThat(out()).contains("\"new\"");
    Path merged = folder.resolve("merged");
    assertThat(isogloss("index", "merge", index, "--to", merged)).as(err()).isZero();
    index = merged;
    search("sparse");
    assertThat(out()).contains("\"new\"");
  }

  @Test
  void explainsWhyThereAreNoWeights() {
    Path model = imported("splade-bert");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .as(err())
        .isZero();
    assertThat(isogloss("search", QUERY, "--index", index, "--pipeline", "sparse")).isNotZero();
    assertThat(err()).contains("\"sparse\" needs weights of terms, but the index has none");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "--sparse", model))
        .isNotZero();
    assertThat(err()).contains("the index has no weights of terms");
  }

  private Path imported(String name) {
    Path model = folder.resolve("model");
    Path sample = new SampleModel("random-sparse/" + name).copyInto(folder);
    assertThat(isogloss("model", "import", sample, "--to", model)).as(err()).isZero();
    return model;
  }

  private void index(String model, Path sparse) {
    assertThat(isogloss("index", documents, "--index", index, "--model", model, "--sparse", sparse))
        .as(err())
        .isZero();
  }

  private void search(String pipeline) {
    assertThat(
            isogloss(
                "search", QUERY, "--index", index, "--pipeline", pipeline, "--top", 1, "--json"))
        .as(err())
        .isZero();
  }
}
