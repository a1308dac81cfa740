// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTranslation;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.translation.TranslationOptions;
import org.isogloss.runtime.translation.Translator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Translates with a decoder of random weights. */
class TranslateCommandTest extends CommandTest {
  private static final List<String> TEXTS =
      List.of("the house is red", "", "a dog sees the old cat", "one two three");

  private Path model;
  private Path file;

  @BeforeEach
  void writeFiles() throws IOException {
    model = SampleTranslation.copyInto(folder);
    file = folder.resolve("texts.txt");
    Files.write(file, TEXTS);
  }

  private List<String> expected(TranslationOptions options) {
    try (ModelFolder opened = ModelFolder.open(model);
        Translator translator = Translator.open(opened, InferenceOptions.defaults())) {
      return translator.translate(TEXTS, options);
    }
  }

  @Test
  void printsTheTranslationOfEachLineInOrder() {
    assertThat(isogloss("translate", "--model", model, file)).isZero();
    assertThat(out().lines()).isEqualTo(expected(TranslationOptions.defaults()));
  }

  @Test
  void translatesSeveralFilesLineByLine() {
    assertThat(isogloss("translate", "--model", model, "--block", 1, "--beam", 1, file, file))
        .isZero();
    List<String> once = expected(TranslationOptions.defaults().withBeam(1));
    assertThat(out().lines().toList().subList(0, 4)).isEqualTo(once);
    assertThat(out().lines().toList().subList(4, 8)).isEqualTo(once);
  }

  @Test
  void reportsTheBadLinesOfAllFiles() throws IOException {
    Path bad = Files.write(folder.resolve("bad.txt"), new byte[] {(byte) 0xff, '\n', 'a', '\n'});
    Path errors = folder.resolve("errors.txt");
    assertThat(
            isogloss(
                "translate", "--model", model, "--on-error", "skip", "--errors", errors, bad, file))
        .isZero();
    assertThat(Files.readAllLines(errors)).singleElement().asString().startsWith(bad + ":1:");
    assertThat(out().lines())
        .as("a line for each, also the bad one")
        .hasSize(2 + 4)
        .first()
        .isEqualTo("");
  }

  @Test
  void passesTheOptionsOfTheSearch() {
    assertThat(
            isogloss(
                "translate",
                "--model",
                model,
                "--no-repeat",
                2,
                "--length-penalty",
                0.1,
                "--max-ratio",
                0.5,
                file))
        .isZero();
    assertThat(out().lines())
        .isEqualTo(
            expected(
                TranslationOptions.defaults()
                    .withNoRepeat(2)
                    .withLengthPenalty(0.1)
                    .withMaxRatio(0.5)));
  }

  @Test
  void exportedGraphsGiveTheSameTranslations() {
    List<String> before = expected(TranslationOptions.defaults());
    assertThat(isogloss("model", "export", model, "--int8")).isZero();
    assertThat(model.resolve("onnx/translation_encoder_int8.onnx")).exists();
    assertThat(model.resolve("onnx/translation_decoder_int8.onnx")).exists();
    assertThat(expected(TranslationOptions.defaults())).isEqualTo(before);
    assertThat(isogloss("model", "export", model, "--int8", "--hidden-states")).isEqualTo(1);
    assertThat(err()).contains("--hidden-states");
  }

  @Test
  void reportsModelsThatCannotTranslate() {
    assertThat(isogloss("translate", "--model", "tiny", file)).isEqualTo(1);
    assertThat(err()).contains("has no translation.json");
    assertThat(isogloss("translate", "--model", folder.resolve("missing"), file)).isEqualTo(1);
    assertThat(err()).contains("missing");
  }

  @Test
  void rejectsInvalidOptions() {
    assertRejected("--beam", 0, "--beam: beam is 0, expected a number from 1 to 1024");
    assertRejected("--length-penalty", -1, "--length-penalty: lengthPenalty is -1.0, expected");
    assertRejected("--no-repeat", -1, "--no-repeat: noRepeat is -1, expected");
    assertRejected("--max-ratio", 101, "--max-ratio: maxRatio is 101.0, expected");
    assertRejected("--block", 0, "--block is 0, expected 1 or more");
  }

  private void assertRejected(String option, int value, String message) {
    assertThat(isogloss("translate", "--model", model, option + "=" + value, file)).isEqualTo(1);
    assertThat(err()).contains(message);
  }
}
