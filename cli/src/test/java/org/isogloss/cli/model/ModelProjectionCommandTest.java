// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModelProjectionCommandTest extends CommandTest {
  private static final String[] NOUNS = {
    "cat", "mat", "city", "station", "game", "season", "point"
  };
  private static final String[] VERBS = {"sits", "lost", "is", "where", "many", "largest"};

  private Path model;
  private Path collection;
  private Path bitext;

  @BeforeEach
  void write() throws IOException {
    model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    bitext = folder.resolve("en-de.tsv");
    Files.writeString(
        bitext,
        """
        The cat sits on the mat.\tDie Katze sitzt auf der Matte.\ta
        Where is the station?\tWo ist der Bahnhof?\tb
        """);
    collection = folder.resolve("collection");
    Files.createDirectory(collection);
    StringBuilder documents = new StringBuilder();
    StringBuilder queries = new StringBuilder();
    StringBuilder qrels = new StringBuilder();
    int n = 0;
    for (String noun : NOUNS) {
      for (String verb : VERBS) {
        String language = n % 2 == 0 ? "en" : "de";
        documents.append(
            String.format(
                "{\"id\": \"d%d\", \"language\": \"%s\", \"title\": \"%s\", \"text\": \"the %s %s"
                    + " %d\"}%n",
                n, language, noun, verb, noun, n));
        queries.append(
            String.format(
                "{\"id\": \"q%d\", \"language\": \"en\", \"text\": \"%s %s\"}%n", n, noun, verb));
        qrels.append(String.format("q%d 0 d%d 1%n", n, n));
        n++;
      }
    }
    Files.writeString(collection.resolve("documents.jsonl"), documents);
    Files.writeString(collection.resolve("queries.jsonl"), queries);
    Files.writeString(collection.resolve("qrels.txt"), qrels);
  }

  private int project(Object... options) {
    Object[] args = new Object[options.length + 4];
    args[0] = "model";
    args[1] = "projection";
    args[2] = model;
    args[3] = collection;
    System.arraycopy(options, 0, args, 4, options.length);
    return isogloss(args);
  }

  @Test
  void makesTokenVectorsSmaller() {
    assertThat(isogloss("model", "interaction", model, bitext, "--shortest", 1)).isZero();
    assertThat(project("--dimension", 8, "--bits", 4, "--steps", 3, "--licence", "CC0-1.0"))
        .describedAs(err())
        .isZero();
    assertThat(err()).contains("42 passages, 42 queries", "Wrote " + model);
    try (ModelFolder opened = ModelFolder.open(model)) {
      LateInteractionTables tables = LateInteractionTables.find(opened).orElseThrow();
      assertThat(tables.dimension()).isEqualTo(8);
      assertThat(tables.storage().bits()).hasValue(4);
    }
    ModelManifest manifest = ModelManifest.read(model);
    assertThat(manifest.provenance().recipe())
        .isEqualTo("isogloss model projection: 8 dimensions, 4 bits, 3 steps");
    assertThat(manifest.provenance().sources())
        .contains(
            new ProvenanceSource(
                "collection/qrels.txt",
                manifest.provenance().sources().getLast().sha256(),
                "CC0-1.0"));
    // Fitting again keeps the projection.
    assertThat(isogloss("model", "interaction", model, bitext, "--shortest", 1)).isZero();
    Path index = folder.resolve("index");
    assertThat(
            isogloss(
                "index",
                collection.resolve("documents.jsonl"),
                "--index",
                index,
                "--model",
                "none"))
        .describedAs(err())
        .isZero();
    assertThat(
            isogloss(
                "search",
                "station",
                "--index",
                index,
                "--pipeline",
                "bm25 >> rerank(" + model + ", first=5)"))
        .describedAs(err())
        .isZero();
    assertThat(out()).contains("station");
    assertThat(project("--steps", 3)).isEqualTo(1);
    assertThat(err()).contains("has no interaction.safetensors without a projection");
  }

  private float[] trained() throws IOException {
    Files.deleteIfExists(model.resolve(LateInteractionTables.FILE));
    assertThat(isogloss("model", "interaction", model, bitext, "--shortest", 1)).isZero();
    assertThat(project("--dimension", 4, "--steps", 2, "--work", folder.resolve("work"))).isZero();
    try (ModelFolder opened = ModelFolder.open(model)) {
      return LateInteractionTables.find(opened).orElseThrow().projection().orElseThrow().matrix();
    }
  }

  @Test
  void doesNotContinueATrainingOnOtherCollections() throws IOException {
    float[] first = trained();
    assertThat(folder.resolve("work")).isEmptyDirectory();
    Path documents = collection.resolve("documents.jsonl");
    String changed = Files.readString(documents).replace("the ", "where is the largest ");
    assertThat(changed).contains("where is the largest sits cat");
    Files.writeString(documents, changed);
    assertThat(trained()).isNotEqualTo(first);
  }

  @Test
  void leavesOutWhatOccursInExcludedCollections() {
    assertThat(isogloss("model", "interaction", model, bitext, "--shortest", 1)).isZero();
    assertThat(project("--exclude", collection, "--dimension", 8)).isEqualTo(1);
    assertThat(err())
        .contains("0 queries have a relevant document", "give larger collections")
        .doesNotContain("Encoding");
    try (ModelFolder opened = ModelFolder.open(model)) {
      assertThat(LateInteractionTables.find(opened).orElseThrow().projection()).isEmpty();
    }
  }

  @Test
  void rejectsWrongOptions() {
    assertThat(project()).isEqualTo(1);
    assertThat(err()).contains("fit the late interaction tables of the model first");
    assertThat(project("--bits", 3)).isEqualTo(1);
    assertThat(err()).contains("--bits is 3, expected 1, 2 or 4");
    assertThat(project("--dimension", 0)).isEqualTo(1);
    assertThat(isogloss("model", "interaction", model, bitext, "--shortest", 1)).isZero();
    assertThat(project()).isEqualTo(1);
    assertThat(err()).contains("dimension is 128, expected at most that of the token vectors, 32");
    assertThat(isogloss("model", "projection", model, folder.resolve("none"))).isEqualTo(1);
  }
}
