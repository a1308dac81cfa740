// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BiclaRerankerTest extends CommandTest {
  /** Every text contains a word that BM25 finds and the model does not know. */
  private static final Map<String, String> TEXTS =
      Map.of(
          "d1", "berlin b c d",
          "d2", "berlin e f",
          "d3", "berlin g h m n",
          "d4", "berlin t");

  private static final String QUERY = "berlin c f g";

  private final BiclaFiles files = ReferenceBicla.randomModel(Attention.BIDIRECTIONAL, 3);
  private Path documents;
  private Path index;
  private Path model;

  @BeforeEach
  void writeModelAndIndex() throws IOException {
    model = Files.createDirectory(folder.resolve("model"));
    files.write(
        model,
        new ModelManifest(
            "random",
            "MIT",
            new EncodingSettings("", "", 128, Pooling.NONE),
            new Provenance("", 1, List.of())));
    List<String> lines = new ArrayList<>();
    TEXTS.forEach(
        (id, text) ->
            lines.add(
                "{\"id\": \"%s\", \"language\": \"en\", \"text\": \"%s\"}".formatted(id, text)));
    documents = Files.write(folder.resolve("docs.jsonl"), lines);
    index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none", "-q"))
        .as(err())
        .isZero();
  }

  private String pipeline() {
    return "bm25 >> rerank(" + model + ")";
  }

  /** The scores of the German query and the English documents by the equations of the paper. */
  private Map<String, Double> expected() {
    WordTable english = files.words().get(0);
    WordTable german = files.words().get(1);
    ReferenceBicla reference = new ReferenceBicla(files);
    Map<String, Double> scores = new HashMap<>();
    TEXTS.forEach(
        (id, text) ->
            scores.put(
                id,
                reference.signedLogScore(
                    new WordSequence(german, german.rows(QUERY, 128)),
                    new WordSequence(english, english.rows(text, 128)))));
    return scores;
  }

  @Test
  void ordersHitsByTheScoresOfTheModel() throws IOException {
    assertThat(
            isogloss(
                "search",
                QUERY,
                "--index",
                index,
                "--pipeline",
                pipeline(),
                "--query-language",
                "de",
                "--json",
                "-q"))
        .as(err())
        .isZero();
    JsonNode hits = new ObjectMapper().readTree(out()).get("hits");
    Map<String, Double> expected = expected();
    List<String> ids = new ArrayList<>();
    for (JsonNode hit : hits) {
      ids.add(hit.get("id").asText());
      assertThat(hit.get("score").asDouble())
          .isCloseTo(expected.get(hit.get("id").asText()), within(1e-4));
    }
    assertThat(ids)
        .hasSize(TEXTS.size())
        .isSortedAccordingTo(Comparator.comparingDouble(id -> -expected.get(id)));
  }

  @Test
  void comparesTheOrderWithAndWithoutTheModel() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(
            isogloss(
                "compare",
                QUERY,
                "--index",
                index,
                "--pipeline",
                "bm25",
                "--pipeline",
                pipeline(),
                "--query-language",
                "de",
                "--html",
                page,
                "-q"))
        .as(err())
        .isZero();
    String first =
        expected().entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElseThrow();
    assertThat(out()).containsPattern("rerank\\(.*\\)\n  1  (as before|up from \\d+) +.*" + first);
    assertThat(Files.readString(page)).contains("<dt>re-ranker</dt>");
  }

  @Test
  void refusesToEncodeTextsWithTheModel() {
    String reason =
        model + ": is a BiCLA model, which scores pairs of sentences and has no vectors";
    assertThat(isogloss("index", documents, "--index", folder.resolve("other"), "--model", model))
        .isEqualTo(1);
    assertThat(err()).contains(reason).doesNotContain("\tat ");
    assertThat(folder.resolve("other")).doesNotExist();
    assertThat(
            isogloss("encode", documents, "--model", model, "--to", folder.resolve("vectors.npy")))
        .isEqualTo(1);
    assertThat(err().lines().filter(line -> line.contains(reason))).hasSize(2);
  }

  @Test
  void infoNamesTheLanguages() {
    assertThat(isogloss("model", "info", model)).isZero();
    assertThat(out())
        .containsPattern("kind +bicla\n")
        .containsPattern("languages +en, de\n")
        .containsPattern("vocabulary +40 words\n")
        .doesNotContain("dimensions");
  }

  @Test
  void commandsOnTransformersRefuseTheModel() {
    assertThat(isogloss("model", "export", model)).isEqualTo(1);
    assertThat(isogloss("model", "cut", model, "--layers", 1, "--to", folder.resolve("cut")))
        .isEqualTo(1);
    assertThat(err().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("model_type is \"bicla\", expected one of bert"));
  }
}
