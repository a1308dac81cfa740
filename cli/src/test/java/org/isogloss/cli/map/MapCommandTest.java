// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MapCommandTest extends CommandTest {
  private static final List<String> GERMAN =
      List.of("Die Katze schläft.", "Das Haus ist groß.", "", "Der Hund läuft.", "Wir essen Brot.");
  private static final List<String> ENGLISH =
      List.of("The cat sleeps.", "The house is big.", "Rain.", "The dog runs.", "We eat bread.");

  private Path german;
  private Path english;

  @BeforeEach
  void writeFiles() throws IOException {
    german = Files.write(folder.resolve("news.de"), GERMAN);
    english = Files.write(folder.resolve("eng.txt"), ENGLISH);
  }

  private int map(Object... args) {
    List<Object> all = new ArrayList<>(List.of("map", "--model", "tiny"));
    all.addAll(List.of(args));
    return isogloss(all.toArray());
  }

  private List<String[]> rows() {
    return out().lines().map(line -> line.split("\t", -1)).toList();
  }

  @Test
  void writesAPictureAndAPage() throws IOException {
    Path svg = folder.resolve("pictures").resolve("map.svg");
    Path page = folder.resolve("map.html");
    assertThat(map(german, english, "--to", svg, "--to", page)).as(err()).isZero();
    assertThat(out()).isEmpty();
    assertThat(err())
        .contains("Perplexity 2.7 instead of 30, because there are only 9 texts")
        .contains("Wrote " + svg, "Wrote " + page);
    assertThat(Files.readString(svg))
        .startsWith("<?xml")
        .contains("9 texts in 2 languages, encoded by tiny", "German\nDie Katze schläft.")
        .doesNotContain("<line");
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("<script>");
  }

  @Test
  void printsCoordinatesWithFilesAndLines() {
    assertThat(map(german, english, "--method", "pca", "--tsv", "-q")).as(err()).isZero();
    assertThat(rows()).hasSize(9);
    assertThat(rows().get(2)).hasSize(6).endsWith("de", german.toString(), "4", "Der Hund läuft.");
    assertThat(rows().get(4)).contains("en", "1");
    assertThat(rows().stream().mapToDouble(row -> Double.parseDouble(row[0])).sum())
        .as("the vectors are centred")
        .isCloseTo(0, within(1e-4));
  }

  @Test
  void measuresTheDistanceOfTranslations() throws IOException {
    Path svg = folder.resolve("map.svg");
    assertThat(map(german, english, "--parallel", "--method", "pca", "--json", "--to", svg, "-q"))
        .as(err())
        .isZero();
    JsonNode result = new ObjectMapper().readTree(out());
    JsonNode points = result.get("points");
    assertThat(points).hasSize(9);
    double parallel = 0;
    for (int[] pair : new int[][] {{0, 4}, {1, 5}, {2, 7}, {3, 8}}) {
      JsonNode first = points.get(pair[0]);
      JsonNode second = points.get(pair[1]);
      assertThat(first.get("id")).isEqualTo(second.get("id"));
      parallel +=
          Math.hypot(
                  first.get("x").asDouble() - second.get("x").asDouble(),
                  first.get("y").asDouble() - second.get("y").asDouble())
              / 4;
    }
    assertThat(result.get("distance").get("parallel").asDouble()).isCloseTo(parallel, within(1e-9));
    assertThat(result.get("distance").get("ratio").asDouble()).isBetween(0.0, 1.5);
    assertThat(result.get("method").asText()).isEqualTo("pca");
    assertThat(Files.readString(svg).split("<line", -1)).hasSize(1 + 4);
    assertThat(map(german, english, "--parallel", "--to", svg, "-q")).isZero();
    assertThat(out()).contains("translations mean distance ", "ratio        ");
  }

  @Test
  void isTheSameForASeedWhateverTheThreads() {
    assertThat(map(german, english, "--tsv", "-q", "--seed", 7, "--threads", 1)).isZero();
    String one = out();
    assertThat(map(german, english, "--tsv", "-q", "--seed", 7, "--threads", 3)).isZero();
    assertThat(out()).isEqualTo(one + one);
  }

  @Test
  void readsDocumentsAndGzip() throws IOException {
    Path documents =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            """
            {"id": "d1", "language": "fr", "text": "Le chat dort."}
            {"id": "d2", "language": "fr", "title": "Titre", "text": "La maison est grande."}
            {"id": "d3", "text": "El perro corre por la calle y el gato duerme en la casa."}
            """);
    Path packed = folder.resolve("texts.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("один\tдва\nΚαλημέρα κόσμε\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(map(documents, packed, "--tsv", "-q")).as(err()).isZero();
    assertThat(rows()).extracting(row -> row[4]).containsExactly("d1", "d2", "d3", "1", "2");
    assertThat(rows()).extracting(row -> row[2]).startsWith("fr", "fr", "es").endsWith("el");
    assertThat(rows().get(3)[5]).isEqualTo("один два");
  }

  @Test
  void languagesCanBeGiven() {
    assertThat(map(german, english, "--language", "nl,af", "--limit", 2, "--tsv", "-q")).isZero();
    assertThat(rows()).extracting(row -> row[2]).containsExactly("nl", "nl", "af", "af");
    assertThat(map(german, english, "--language", "nl,af,de", "--tsv")).isEqualTo(1);
    assertThat(err())
        .endsWith("--language names 3 languages for 2 files, expected one, or one for each file\n");
  }

  @Test
  void refusesWhatItCannotDraw() throws IOException {
    assertRefused("nothing to write: give --to FILE.svg, --to FILE.html, --json or --tsv", german);
    assertRefused(
        "--to is map.png, expected a name that ends in .svg or .html", german, "--to", "map.png");
    assertRefused("--json and --tsv both print the points: omit one", german, "--json", "--tsv");
    assertRefused(
        "--method pca does not use --perplexity",
        german,
        "--tsv",
        "--method",
        "pca",
        "--perplexity",
        5);
    assertRefused("--perplexity is 0.5, expected 1 or more", german, "--tsv", "--perplexity", 0.5);
    assertRefused(
        "t-SNE needs 4 vectors or more, found 2 (--method pca)", german, "--tsv", "--limit", 2);
    assertRefused("--parallel needs two files or more, found one", german, "--parallel", "--tsv");
    Path documents = Files.writeString(folder.resolve("docs.jsonl"), "");
    assertRefused(
        "--parallel needs files with a text on each line, found the documents " + documents,
        german,
        documents,
        "--parallel",
        "--tsv");
    Path shorter = Files.writeString(folder.resolve("short.fr"), "un\n");
    assertRefused(
        shorter + " has 1 lines, expected 5, as many as " + german,
        german,
        shorter,
        "--parallel",
        "--tsv");
    assertThat(out()).isEmpty();
  }

  private void assertRefused(String message, Object... args) {
    assertThat(map(args)).isEqualTo(1);
    assertThat(err()).endsWith("isogloss: " + message + "\n");
  }
}
