// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleEncoder.Golden;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  void filesWithLittleTextCountAsMuchAsOthers() throws IOException {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Path large = Files.writeString(folder.resolve("large.txt"), "the largest city\n".repeat(100));
    Path little = Files.writeString(folder.resolve("little.txt"), "river river river and\n");
    for (String[] selection : new String[][] {{"--tokens", "390"}, {"--min-count", "5"}}) {
      Path to = folder.resolve("trimmed" + selection[0]);
      Object[] command = {"model", "trim", model, "--text", large, little, "--to", to};
      assertThat(isogloss(Stream.concat(Stream.of(command), Stream.of(selection)).toArray()))
          .as(err())
          .isZero();
      try (ModelFolder written = ModelFolder.open(to)) {
        assertThat(written.tokenizer().id("ive").isPresent())
            .as("%s %s", (Object[]) selection)
            .isEqualTo(selection[0].equals("--tokens"));
      }
    }
  }

  /** The vectors of the texts are those that Python computed for the model before. */
  @ParameterizedTest
  @EnumSource(names = {"DISTILBERT", "MPNET", "GTE", "NEW", "NOMIC_BERT", "JINA_BERT"})
  void changesNoVectorOfAText(SampleEncoder sample) throws IOException {
    Golden golden = sample.golden();
    Path text = Files.write(folder.resolve("lines.txt"), golden.texts());
    Path to = folder.resolve("trimmed");
    assertThat(isogloss("model", "trim", sample.copyInto(folder), "--text", text, "--to", to))
        .as(err())
        .isZero();
    try (ModelFolder written = ModelFolder.open(to);
        Encoder encoder = Encoders.open(written, new InferenceOptions(1, Precision.FP32))) {
      float[][] vectors = encoder.encode(golden.texts(), Role.PASSAGE);
      for (int i = 0; i < vectors.length; i++) {
        assertThat(vectors[i]).containsExactly(golden.passage()[i], within(1e-5f));
      }
    }
  }

  @Test
  void rejectsTokenizersWithMerges() throws IOException {
    Path model = SampleEncoder.MODERNBERT.copyInto(folder);
    Path text = Files.writeString(folder.resolve("lines.txt"), "What is the largest city?\n");
    Path to = folder.resolve("trimmed");
    assertThat(isogloss("model", "trim", model, "--text", text, "--to", to)).isEqualTo(1);
    assertThat(err())
        .contains("tokenizer.json: is a BPE tokenizer", "expected WordPiece or Unigram");
    assertThat(to).doesNotExist();
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
    assertThat(isogloss("model", "trim", model, "--text", text, "--tokens", 0, "--to", to))
        .isEqualTo(1);
    assertThat(err()).contains("--tokens is 0, expected 1 or more");
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
