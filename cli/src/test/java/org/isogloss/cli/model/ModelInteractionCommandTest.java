// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.LateInteractionTables;
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
