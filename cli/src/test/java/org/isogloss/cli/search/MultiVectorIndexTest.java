// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports models of token vectors, and searches indexes that store what they compute. */
class MultiVectorIndexTest extends CommandTest {
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
        {"id": "city", "text": "What is the largest city in Poland? Das Spiel?"}
        {"id": "team", "text": "Welche Mannschaft gewann das Spiel?"}
        {"id": "points", "text": "How many points did the Panthers lose? Das Spiel?"}
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"stanford-bert", "jina-colbert", "pylate-modernbert", "native-xlm-roberta"})
  void importsIndexesAndRanks(String name) throws IOException {
    Path model = imported("random-multi-vector/" + name);
    run("index", documents, "--index", index, "--model", "none", "--token-vectors", model);
    assertThat(run("index", "info", "--index", index)).contains("vectors of " + model);
    JsonNode hits = search("bm25 >> rerank(" + model + ")");
    assertThat(hits.get(0).get("id").asText()).isEqualTo("team");
    assertThat(hits).hasSize(3);
    JsonNode explained = hits(run("search", QUERY, "--index", index, "--json", "--explain"));
    assertThat(explained.get(0).get("id").asText()).isEqualTo("team");
    assertThat(explained.get(0).get("explanation").get("word_matches")).isNotEmpty();
    run("index", "check", "--index", index);
  }

  /** The recipe of the guide: all that an M3 model computes in one index. */
  @Test
  void searchesWithAllVectorsOfOneModel() throws IOException {
    Path model = imported("random-sparse/bge-m3");
    run(
        "index",
        documents,
        "--index",
        index,
        "--model",
        model,
        "--sparse",
        model,
        "--token-vectors",
        model);
    assertThat(
            search("{bm25, sparse, dense}rrf >> rerank(" + model + ")").get(0).get("id").asText())
        .isEqualTo("team");
    run("model", "export", model, "--int8", "--to", folder.resolve("served"));
    assertThat(folder.resolve("served/colbert_linear.safetensors")).exists();
    assertThat(folder.resolve("served/sparse_linear.safetensors")).exists();
    run(
        "index",
        documents,
        "--index",
        folder.resolve("served-index"),
        "--model",
        folder.resolve("served"),
        "--sparse",
        folder.resolve("served"),
        "--token-vectors",
        folder.resolve("served"));
  }

  private Path imported(String sample) {
    Path model = folder.resolve("model");
    run("model", "import", new SampleModel(sample).copyInto(folder), "--to", model);
    return model;
  }

  /** Returns what the command prints. */
  private String run(Object... arguments) {
    int before = out().length();
    assertThat(isogloss(arguments)).as(err()).isZero();
    return out().substring(before);
  }

  private JsonNode search(String pipeline) throws IOException {
    return hits(run("search", QUERY, "--index", index, "--pipeline", pipeline, "--json"));
  }

  private static JsonNode hits(String output) throws IOException {
    return new ObjectMapper().readTree(output).get("hits");
  }
}
