// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

/** From a bitext to word vectors, a BiCLA model, mates and re-ranked hits. */
class BiclaWorkflowTest extends CommandTest {
  private static final int WORDS = 60;
  private static final int PAIRS = 600;
  private static final int MATES = 20;

  private static final String RECIPE =
      """
      kind: bicla
      name: workflow
      languages: {first: de, second: en}
      vectors:
        files: {de: "${data}/de.vec", en: "${data}/en.vec"}
        dictionaries: {de: "${data}/en-de.tsv"}
      data: {bitext: "${data}/bitext", held-out: 20}
      model: {hidden-size: 16}
      batches: {pairs: 8}
      optimizer: {learning-rate: 0.003}
      training: {steps: 1000, validate-every: 100, log-every: 500}
      """;

  /**
   * Writes sentences of words that occur together: a sentence about topic {@code t} has words with
   * numbers near {@code t}. The translation of word {@code ei} is {@code di}.
   */
  private void writeData() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<String> english = new ArrayList<>();
    List<String> german = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      int topic = random.nextInt(WORDS);
      List<String> numbers = new ArrayList<>();
      for (int word = 0; word < 5; word++) {
        numbers.add(String.valueOf((topic + random.nextInt(5)) % WORDS));
      }
      english.add("e" + String.join(" e", numbers));
      german.add("d" + String.join(" d", numbers));
    }
    Files.write(folder.resolve("en.txt"), english);
    Files.write(folder.resolve("de.txt"), german);
    Files.write(folder.resolve("mates.en"), english.subList(0, MATES));
    Files.write(folder.resolve("mates.de"), german.subList(0, MATES));
    Files.createDirectory(folder.resolve("bitext"));
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(folder.resolve("bitext/en-de.tsv.gz"))),
            StandardCharsets.UTF_8)) {
      for (int i = 0; i < PAIRS; i++) {
        out.write(english.get(i) + '\t' + german.get(i) + "\tmade\n");
      }
    }
    List<String> dictionary = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      dictionary.add("e" + i + "\td" + i);
    }
    Files.write(folder.resolve("en-de.tsv"), dictionary);
    List<String> documents = new ArrayList<>();
    for (int i = 0; i < MATES; i++) {
      documents.add(
          "{\"id\": \"%d\", \"language\": \"en\", \"text\": \"berlin %s\"}"
              .formatted(i, english.get(i)));
    }
    Files.write(folder.resolve("docs.jsonl"), documents);
    Files.writeString(folder.resolve("recipe.yaml"), RECIPE);
  }

  private void works(Object... command) {
    assertThat(isogloss(command)).as(err()).isZero();
  }

  private void trainVectors(String language) {
    works(
        "vectors",
        "train",
        folder.resolve(language + ".txt"),
        "--language",
        language,
        "--to",
        folder.resolve(language + ".vec"),
        "--dimension",
        16,
        "--epochs",
        20,
        "--buckets",
        1000,
        "--threads",
        1,
        "-q");
  }

  @Test
  void trainsAModelFromBitextThatFindsMatesAndRanksHits() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    writeData();
    trainVectors("de");
    trainVectors("en");
    Path model = folder.resolve("model");
    works(
        "train",
        folder.resolve("recipe.yaml"),
        "--to",
        model,
        "--data",
        folder,
        "--threads",
        1,
        "-q");

    works(
        "mates",
        folder.resolve("mates.de"),
        folder.resolve("mates.en"),
        "--model",
        model,
        "--aligned",
        "-q");
    Matcher accuracy = Pattern.compile("sentences to candidates +accuracy (\\S+)").matcher(out());
    assertThat(accuracy.find()).isTrue();
    assertThat(Double.parseDouble(accuracy.group(1))).as(out()).isGreaterThan(4.0 / MATES);

    Path index = folder.resolve("index");
    works("index", folder.resolve("docs.jsonl"), "--index", index, "--model", "none", "-q");
    String sentence = Files.readAllLines(folder.resolve("mates.de")).get(7);
    int printed = out().length();
    works(
        "search",
        "berlin " + sentence,
        "--index",
        index,
        "--query-language",
        "de",
        "--json",
        "--pipeline",
        "bm25 >> rerank(" + model + ")",
        "--top",
        MATES,
        "-q");
    Map<Integer, Double> hits = new HashMap<>();
    for (JsonNode hit : new ObjectMapper().readTree(out().substring(printed)).get("hits")) {
      hits.put(hit.get("id").asInt() + 1, hit.get("score").asDouble());
    }

    Path query = Files.writeString(folder.resolve("query.de"), sentence + "\n");
    printed = out().length();
    works("mates", query, folder.resolve("mates.en"), "--model", model, "--top", MATES, "-q");
    Map<Integer, Double> mates = new HashMap<>();
    out()
        .substring(printed)
        .lines()
        .map(line -> line.split("\t", -1))
        .forEach(fields -> mates.put(Integer.valueOf(fields[1]), Double.valueOf(fields[2])));
    assertThat(hits.keySet()).hasSize(MATES).isEqualTo(mates.keySet());
    hits.forEach(
        (line, score) ->
            assertThat(score).as("line %d", line).isCloseTo(mates.get(line), within(1e-5)));
  }
}
