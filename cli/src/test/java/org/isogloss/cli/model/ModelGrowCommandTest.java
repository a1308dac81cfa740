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

class ModelGrowCommandTest extends CommandTest {
  @Test
  void growsAShippedStaticEncoder() {
    Path grown = folder.resolve("grown");
    assertThat(
            isogloss(
                "model", "grow", "tiny", "--layers", 1, "--query-prefix", "query: ", "--to", grown))
        .isZero();
    assertThat(out())
        .contains("tokens       85,200")
        .contains("width        320")
        .contains("layers       1 with 5 heads each");
    try (ModelFolder written = ModelFolder.open(grown)) {
      assertThat(written.transformerConfig().layers()).isEqualTo(1);
      assertThat(written.encoding().queryPrefix()).isEqualTo("query: ");
      assertThat(written.manifest().name()).isEqualTo("grown");
    }
  }

  @Test
  void rejectsATeacherOfFewerDimensions() throws IOException {
    Path teacher = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path taught = Files.createDirectory(folder.resolve("taught"));
    Path texts = Files.writeString(taught.resolve("texts.txt"), "a b\nc d e\nf\ng h\n");
    assertThat(isogloss("encode", "--model", teacher, "--to", taught.resolve("texts.npy"), texts))
        .isZero();
    Path grown = folder.resolve("grown");
    assertThat(isogloss("model", "grow", "tiny", "--layers", 1, "--taught", taught, "--to", grown))
        .isEqualTo(1);
    assertThat(err()).contains("have 32 dimensions, expected more than the 256");
    assertThat(grown).doesNotExist();
  }

  @Test
  void rejectsInvalidOptions() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path grown = folder.resolve("grown");
    assertThat(isogloss("model", "grow", model, "--layers", 0, "--to", grown)).isEqualTo(1);
    assertThat(err()).contains("--layers is 0, expected 1 or more");
    assertThat(isogloss("model", "grow", model, "--layers", 1, "--to", grown)).isEqualTo(1);
    assertThat(err()).contains("is a transformer, expected a static encoder");
    assertThat(
            isogloss(
                "model", "grow", "tiny", "--layers", 1, "--max-length", 100_000, "--to", grown))
        .isEqualTo(1);
    assertThat(err())
        .contains("such a transformer cannot be made: max_position_embeddings is 100000");
    assertThat(grown).doesNotExist();
  }
}
