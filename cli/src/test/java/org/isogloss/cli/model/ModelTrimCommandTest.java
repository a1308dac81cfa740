// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelTrimCommandTest extends CommandTest {
  @Test
  void keepsTheTokensOfTheTextsAndReportsTheSize() throws IOException {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Path text =
        Files.writeString(folder.resolve("lines.txt"), "What is the largest city?\n\nWhat?\n");
    Path to = folder.resolve("trimmed");
    assertThat(isogloss("model", "trim", model, "--text", text, "--to", to)).isZero();
    assertThat(out()).contains("tokens       400 -> ").contains("covered      1.0000");
    try (ModelFolder written = ModelFolder.open(to)) {
      assertThat(written.vocabularySize()).isLessThan(400);
      assertThat(written.manifest().name()).isEqualTo("trimmed");
      assertThat(written.manifest().provenance().sources())
          .anyMatch(source -> source.name().equals("text/lines.txt"));
    }
  }

  @Test
  void rejectsEmptyTextsAndInvalidCounts() throws IOException {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Path text = Files.writeString(folder.resolve("lines.txt"), "");
    Path to = folder.resolve("trimmed");
    assertThat(isogloss("model", "trim", model, "--text", text, "--to", to)).isEqualTo(1);
    assertThat(err()).contains("no text was counted");
    assertThat(isogloss("model", "trim", model, "--text", text, "--min-count", 0, "--to", to))
        .isEqualTo(1);
    assertThat(err()).contains("--min-count is 0, expected 1 or more");
    assertThat(to).doesNotExist();
  }

  @Test
  void skipsAndCountsLinesThatAreNotUtf8() throws IOException {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Path text =
        Files.write(
            folder.resolve("lines.txt"), "the cat\nschön\n".getBytes(StandardCharsets.ISO_8859_1));
    Path to = folder.resolve("trimmed");
    assertThat(isogloss("model", "trim", model, "--text", text, "--on-error", "skip", "--to", to))
        .as(err())
        .isZero();
    assertThat(err()).contains("skipped 1 record");
  }

  @Test
  void rejectsTextsThatCanBeReadOnlyOnce() {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Path to = folder.resolve("trimmed");
    assertThat(isogloss("model", "trim", model, "--text", "/dev/stdin", "--to", to)).isEqualTo(1);
    assertThat(err()).contains("can be read only once");
    assertThat(to).doesNotExist();
  }
}
