// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelAddLayersCommandTest extends CommandTest {
  @Test
  void addsLayersToAShippedStaticEncoder() {
    Path layered = folder.resolve("layered");
    assertThat(
            isogloss(
                "model",
                "add-layers",
                "tiny",
                "--layers",
                1,
                "--query-prefix",
                "query: ",
                "--to",
                layered))
        .isZero();
    assertThat(out())
        .contains("tokens       85,200")
        .contains("width        320")
        .contains("layers       1 with 5 heads each");
    try (ModelFolder written = ModelFolder.open(layered)) {
      assertThat(written.transformerConfig().layers()).isEqualTo(1);
      assertThat(written.encoding().queryPrefix()).isEqualTo("query: ");
      assertThat(written.manifest().name()).isEqualTo("layered");
    }
  }

  @Test
  void rejectsATeacherOfFewerDimensions() throws IOException {
    Path teacher = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path taught = Files.createDirectory(folder.resolve("taught"));
    Path texts = Files.writeString(taught.resolve("texts.txt"), "a b\nc d e\nf\ng h\n");
    assertThat(isogloss("encode", "--model", teacher, "--to", taught.resolve("texts.npy"), texts))
        .isZero();
    Path layered = folder.resolve("layered");
    assertThat(
            isogloss(
                "model", "add-layers", "tiny", "--layers", 1, "--taught", taught, "--to", layered))
        .isEqualTo(1);
    assertThat(err()).contains("have 32 dimensions, expected more than the 256");
    assertThat(layered).doesNotExist();
  }

  @Test
  void rejectsInvalidOptions() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path layered = folder.resolve("layered");
    assertThat(isogloss("model", "add-layers", model, "--layers", 0, "--to", layered)).isEqualTo(1);
    assertThat(err()).contains("--layers is 0, expected 1 or more");
    assertThat(isogloss("model", "add-layers", model, "--layers", 1, "--to", layered)).isEqualTo(1);
    assertThat(err()).contains("is a transformer, expected a static encoder");
    assertThat(
            isogloss(
                "model",
                "add-layers",
                "tiny",
                "--layers",
                1,
                "--max-length",
                100_000,
                "--to",
                layered))
        .isEqualTo(1);
    assertThat(err())
        .contains("such a transformer cannot be made: max_position_embeddings is 100000");
    assertThat(layered).doesNotExist();
  }
}
