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

class ModelInteractionCommandTest extends CommandTest {
  private Path model;
  private Path bitext;

  @BeforeEach
  void write() throws IOException {
    model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    bitext = folder.resolve("en-de.tsv");
    Files.writeString(
        bitext,
        """
        The cat sits on the mat.\tDie Katze sitzt.\ta
        Short\tKurz\ta
        Where is the station?\tWo ist der Bahnhof?\tb
        How many points?\tWie viele?\ta
        """);
  }

  @Test
  void makesAnEncoderAReranker() throws IOException {
    assertThat(
            isogloss(
                "model", "interaction", model, bitext, "--shortest", 10, "--name", "small-ranker"))
        .isZero();
    assertThat(ModelManifest.read(model).name()).isEqualTo("small-ranker");
    assertThat(ModelManifest.read(model).provenance().sources())
        .extracting(ProvenanceSource::name)
        .contains("bitext/en-de.tsv");
    assertThat(err()).contains("German: closeness 0.", "Wrote " + model);
    Path served = folder.resolve("served");
    assertThat(isogloss("model", "export", model, "--int8", "--to", served)).isZero();
    assertThat(served.resolve(LateInteractionTables.FILE)).exists();
    Path index = folder.resolve("index");
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "a", "language": "de", "text": "Der Bahnhof, station, ist dort."}
        {"id": "b", "language": "en", "text": "No station at all."}
        {"id": "c", "language": "en", "text": "A station is a station."}
        """);
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .describedAs(err())
        .isZero();
    assertThat(
            isogloss(
                "search",
                "station",
                "--index",
                index,
                "--pipeline",
                "bm25 >> rerank(" + served + ", first=2)"))
        .describedAs(err())
        .isZero();
    assertThat(out()).contains("Bahnhof");
  }

  @Test
  void keepsTheNumberOfTokensPerVector() {
    Object[] fit = {"model", "interaction", model, bitext, "--shortest", 1};
    assertThat(isogloss(fit)).isZero();
    assertThat(tokensPerVector()).isEqualTo(1);
    assertThat(
            isogloss(
                "model", "interaction", model, bitext, "--shortest", 1, "--tokens-per-vector", 3))
        .isZero();
    assertThat(tokensPerVector()).isEqualTo(3);
    assertThat(isogloss(fit)).isZero();
    assertThat(tokensPerVector()).isEqualTo(3);
    assertThat(isogloss("model", "interaction", model, "--tokens-per-vector", 2)).isZero();
    assertThat(tokensPerVector()).isEqualTo(2);
    assertThat(ModelManifest.read(model).provenance().recipe())
        .isEqualTo("isogloss model interaction, 2 tokens per vector");
    assertThat(isogloss("model", "interaction", model, bitext, "--tokens-per-vector", 17))
        .isEqualTo(1);
    assertThat(err()).contains("--tokens-per-vector is 17, expected 1 to 16");
  }

  @Test
  void refusesOptionsOfBitextWithoutBitext() {
    assertThat(isogloss("model", "interaction", model, bitext, "--shortest", 1)).isZero();
    for (String[] option :
        new String[][] {
          {"--leave-out", "a"},
          {"--sentences", "9"},
          {"--encoded", "9"},
          {"--shortest", "9"},
          {"--bitext-licence", "CC0"}
        }) {
      assertThat(
              isogloss(
                  "model", "interaction", model, "--tokens-per-vector", 2, option[0], option[1]))
          .isEqualTo(1);
      assertThat(err())
          .contains(option[0] + ": applies to bitext, of which none is given: add bitext");
      assertThat(tokensPerVector()).isEqualTo(1);
    }
  }

  @Test
  void changesACopyOfAShippedModel() {
    Path copy = folder.resolve("copy");
    assertThat(isogloss("model", "interaction", "reranker", "--tokens-per-vector", 2, "--to", copy))
        .describedAs(err())
        .isZero();
    try (ModelFolder shipped = ModelFolder.open("reranker");
        ModelFolder changed = ModelFolder.open(copy)) {
      LateInteractionTables tables = LateInteractionTables.find(changed).orElseThrow();
      assertThat(tables.storage().tokensPerVector()).isEqualTo(2);
      assertThat(tables.languages()).hasSize(51);
      assertThat(changed.manifest().probability()).isEqualTo(shipped.manifest().probability());
    }
    assertThat(isogloss("model", "interaction", "tiny", "--tokens-per-vector", 2, "--to", copy))
        .isEqualTo(1);
    assertThat(err()).contains("already exists");
    Path other = folder.resolve("other");
    assertThat(isogloss("model", "interaction", "tiny", "--tokens-per-vector", 2, "--to", other))
        .isEqualTo(1);
    assertThat(err()).contains("tiny: has no interaction.safetensors to change");
    assertThat(other).doesNotExist();
  }

  @Test
  void rejectsChangesOfNothing() {
    assertThat(isogloss("model", "interaction", "reranker", "--tokens-per-vector", 2)).isEqualTo(1);
    assertThat(err()).contains("reranker: no such folder", "a shipped one with --to");
    assertThat(isogloss("model", "interaction", model)).isEqualTo(1);
    assertThat(err()).contains("neither bitext nor --tokens-per-vector is given");
    assertThat(isogloss("model", "interaction", model, "--tokens-per-vector", 2)).isEqualTo(1);
    assertThat(err()).contains("has no interaction.safetensors to change: give bitext");
  }

  private int tokensPerVector() {
    try (ModelFolder opened = ModelFolder.open(model)) {
      return LateInteractionTables.find(opened).orElseThrow().storage().tokensPerVector();
    }
  }

  @Test
  void rejectsUnsuitableBitextAndNumbers() {
    assertThat(isogloss("model", "interaction", model, bitext)).isEqualTo(1);
    assertThat(err()).contains("has no pair whose source has 40 characters or more");
    assertThat(
            isogloss("model", "interaction", model, bitext, "--shortest", 1, "--leave-out", "a,b"))
        .isEqualTo(1);
    assertThat(isogloss("model", "interaction", model, bitext, "--encoded", 0)).isEqualTo(1);
    assertThat(err()).contains("--encoded is 0, expected 1 or more");
    assertThat(model.resolve(LateInteractionTables.FILE)).doesNotExist();
  }

  @Test
  void rejectsFilesWithDifferentSourceLanguages() throws IOException {
    Path other = Files.copy(bitext, folder.resolve("de-fr.tsv"));
    assertThat(isogloss("model", "interaction", model, bitext, other, "--shortest", 1))
        .isEqualTo(1);
    assertThat(err()).contains("is from German, expected English");
  }
}
