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
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.manifest.ModelManifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the shipped models, on questions about facts of which every other one is missing. */
class IndexProbabilitiesCommandTest extends CommandTest {
  private static final List<String> THINGS =
      List.of(
          "Mount Everest",
          "the Danube",
          "Lake Victoria",
          "the Eiffel Tower",
          "Greenland",
          "Mars",
          "the blue whale",
          "gold",
          "the piano",
          "the printing press",
          "penicillin",
          "chess",
          "Iceland",
          "the Sahara",
          "honey",
          "the moon",
          "the bicycle",
          "Venice",
          "the tulip",
          "coffee",
          "the compass",
          "Antarctica",
          "the violin",
          "the giraffe");

  private String index;
  private String queries;
  private String qrels;

  @BeforeEach
  void build() throws IOException {
    List<String> documents = new ArrayList<>();
    List<String> asked = new ArrayList<>();
    List<String> judged = new ArrayList<>();
    for (int i = 0; i < THINGS.size(); i++) {
      String thing = THINGS.get(i);
      asked.add("q" + i + "\tWhat is known about " + thing + "?");
      if (i % 2 == 0) {
        documents.add(
            "{\"id\": \"d%d\", \"language\": \"en\", \"text\": \"This is all about %s.\"}"
                .formatted(i, thing));
        judged.add("q" + i + " 0 d" + i + " 1");
      }
    }
    Path collection = Files.write(folder.resolve("documents.jsonl"), documents);
    queries = Files.write(folder.resolve("queries.tsv"), asked).toString();
    qrels = Files.write(folder.resolve("qrels.txt"), judged).toString();
    index = folder.resolve("index").toString();
    assertThat(isogloss("index", collection.toString(), "--index", index)).isZero();
  }

  private int probabilities(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "index",
                "probabilities",
                "--index",
                index,
                "--queries",
                queries,
                "--qrels",
                qrels));
    arguments.addAll(List.of(options));
    return isogloss(arguments.toArray());
  }

  @Test
  void storesWhatSearchesThenReturn() throws IOException {
    Path report = folder.resolve("report.html");
    assertThat(probabilities("--report", report.toString())).as(err()).isZero();
    assertThat(out()).contains("queries      24").contains("relevant     12");
    assertThat(err()).contains("Stored the probabilities in " + index);
    assertThat(report)
        .content()
        .contains("Reliability", "<svg", "<dt>measured</dt>", "<dt>re-ranker&#39;s weights</dt>")
        .containsPattern("judgement\"[^>]*>The probabilities of reranker [^<]*95 % interval");

    int before = out().length();
    assertThat(isogloss("search", "--index", index, "--json", "What is known about Mars?"))
        .isZero();
    JsonNode found = new ObjectMapper().readTree(out().substring(before));
    assertThat(found.at("/hits/0/probability").asDouble(-1)).isBetween(0.0, 1.0);

    before = out().length();
    assertThat(isogloss("search", "--index", index, "--min-probability", "1", "honey")).isZero();
    assertThat(out()).hasSize(before);
    assertThat(err()).contains("Nothing in this index matches with a probability of 1.0 or more.");

    assertThat(isogloss("search", "--index", index, "--top", "1", "qwlkej asdkjhasd")).isZero();
    assertThat(out()).contains("prob");
    assertThat(err()).contains("Nothing in this index is a confident match.");
  }

  @Test
  void measuresTheProbabilitiesOfTheIndex() throws IOException {
    assertThat(probabilities("--json")).isZero();
    JsonNode estimated = new ObjectMapper().readTree(out());
    assertThat(estimated.get("slope").asDouble()).isPositive();
    int before = out().length();
    assertThat(probabilities("--check", "--json")).isZero();
    JsonNode checked = new ObjectMapper().readTree(out().substring(before));
    assertThat(checked.get("slope")).isEqualTo(estimated.get("slope"));
    assertThat(checked.get("queries").asInt()).isEqualTo(24);
    assertThat(checked.get("bins")).hasSize(10);
    assertThat(checked.at("/provenance/measured").asText()).matches("\\d{4}-\\d\\d-\\d\\d");
    assertThat(checked.at("/provenance/re-ranker's weights").asText()).matches("[0-9a-f]{64}");
    JsonNode excess = checked.get("excess_first");
    assertThat(excess.get("mean").asDouble())
        .isBetween(excess.get("low").asDouble(), excess.get("high").asDouble());
    double error = 0;
    for (JsonNode bin : checked.get("bins")) {
      double difference = bin.get("probability").asDouble() - bin.get("relevant").asDouble();
      error += bin.get("hits").asDouble() * Math.abs(difference) / 24;
    }
    assertThat(checked.get("calibration_error_first").asDouble()).isCloseTo(error, within(1e-9));
  }

  @Test
  void storesTheEstimateInAModelFolder() throws IOException {
    Path model = copyOfShipped("reranker");
    ModelManifest before = ModelManifest.read(model);
    assertThat(probabilities("--to", model.toString(), "--json")).as(err()).isZero();
    JsonNode estimated = new ObjectMapper().readTree(out());
    ModelManifest stored = ModelManifest.read(model);
    assertThat(stored.probability().orElseThrow().slope())
        .isEqualTo(estimated.get("slope").asDouble())
        .isNotEqualTo(before.probability().orElseThrow().slope());
    assertThat(stored.withProbability(before.probability().orElseThrow()))
        .as("nothing else changes")
        .isEqualTo(before);
    assertThat(folder.resolve("index").resolve("probability.json")).doesNotExist();
    assertThat(probabilities("--to", folder.resolve("missing").toString())).isOne();
    assertThat(err())
        .contains("missing: is no model folder, expected isogloss.json in it; name the");
  }

  @Test
  void keepsTheFolderOfAnotherModel() throws IOException {
    Path reranker = copyOfShipped("reranker");
    Path tiny = copyOfShipped("tiny");
    byte[] manifest = Files.readAllBytes(reranker.resolve("isogloss.json"));
    assertThat(probabilities("--pipeline", "dense", "--to", reranker.toString())).isOne();
    assertThat(err()).contains("is a re-ranker by late interaction, but the pipeline has no");
    assertThat(probabilities("--pipeline", "dense", "--to", tiny.toString())).isOne();
    assertThat(err()).containsPattern("tiny: the weights of the encoder are [0-9a-f]{12}, but ");
    assertThat(probabilities("--to", tiny.toString())).isOne();

    Path config = reranker.resolve("config.json");
    Files.writeString(config, Files.readString(config).replace("{", "{\"retrained\": true,"));
    assertThat(probabilities("--to", reranker.toString())).isOne();
    assertThat(err()).containsPattern("reranker: the weights of the re-ranker are [0-9a-f]{12}, ");
    assertThat(reranker.resolve("isogloss.json")).hasBinaryContent(manifest);
    assertThat(ModelManifest.read(tiny).probability()).isEmpty();
  }

  @Test
  void convertsCosinesWithoutAReranker() throws IOException {
    assertThat(probabilities("--pipeline", "dense", "--json")).as(err()).isZero();
    JsonNode estimated = new ObjectMapper().readTree(out());
    assertThat(estimated.get("encoder").asText()).isEqualTo("compact");
    assertThat(estimated.has("reranker")).isFalse();
    assertThat(estimated.get("calibration_error_first").asDouble()).isBetween(0.0, 0.3);
    assertThat(folder.resolve("index").resolve("probability.json"))
        .content()
        .doesNotContain("reranker");
    for (String pipeline : List.of("dense", "{bm25, dense}fair")) {
      int before = out().length();
      assertThat(
              isogloss("search", "--index", index, "--json", "--pipeline", pipeline, "about Mars"))
          .isZero();
      JsonNode found = new ObjectMapper().readTree(out().substring(before));
      assertThat(found.at("/hits/0/probability").asDouble(-1)).as(pipeline).isBetween(0.0, 1.0);
    }
    int before = out().length();
    assertThat(probabilities("--pipeline", "dense", "--check", "--json")).isZero();
    assertThat(new ObjectMapper().readTree(out().substring(before)).get("slope"))
        .isEqualTo(estimated.get("slope"));
  }

  @Test
  void rejectsWhatCannotBeEstimated() throws IOException {
    assertThat(probabilities("--pipeline", "bm25")).isOne();
    assertThat(err()).contains("the pipeline bm25 has neither a re-ranker nor a dense retriever");
    assertThat(probabilities("--pipeline", "dense", "--check")).isOne();
    assertThat(err()).contains("the encoder compact has no probabilities that can be measured");
    assertThat(probabilities("--check", "--to", "model")).isOne();
    assertThat(err()).contains("--check and --to cannot be combined");
    Files.writeString(Path.of(qrels), "q0 0 d0 1\n");
    assertThat(probabilities()).isOne();
    assertThat(err()).contains("1 queries have a relevant first hit and 23 do not");
    assertThat(folder.resolve("index").resolve("probability.json")).doesNotExist();
  }
}
