// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class PapersCommandTest extends CommandTest {
  /** Runs a paper at smoke scale on the samples, with one step of training, and writes files. */
  private int smoke(String paper, Object... options) {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    List<Object> command = new ArrayList<>(List.of("papers", paper));
    command.addAll(List.of("--data", Path.of("..", "samples", "papers"), "--scale", "smoke"));
    command.addAll(List.of("--set", "training.steps=1", "--threads", 1));
    command.addAll(
        List.of("--work", folder.resolve("work"), "--json", json(), "--report", report()));
    command.addAll(List.of(options));
    return isogloss(command.toArray());
  }

  private Path json() {
    return folder.resolve("paper.json");
  }

  private Path report() {
    return folder.resolve("paper.html");
  }

  @Test
  void hictlPrintsAndWritesItsTables() throws IOException {
    int code =
        smoke(
            "hictl",
            "--base",
            SampleTransformer.XLMR_ENCODER.copyInto(folder),
            "--set",
            "objectives={sentence: {}}");
    assertThat(code).as(err()).isZero();
    assertThat(out()).contains("59.7", "sentence-level CTL", "Mining hidden pairs");
    assertThat(err()).contains("Row 6 of 6");
    assertThat(Files.readString(json())).contains("\"scale\" : \"smoke\"");
    assertThat(Files.readString(report())).contains("<svg");
  }

  @Test
  void hictlMeasuresSelectedRows() throws IOException {
    Path base = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    assertThat(smoke("hictl", "--base", base, "--rows", "sentence")).as(err()).isZero();
    assertThat(out()).contains("sentence-level CTL").doesNotContain("word-level CTL", "+ HICTL");
    assertThat(err()).contains("Row 2 of 2");
    assertThat(isogloss("papers", "hictl", "--base", base, "--rows", "sentences")).isEqualTo(1);
    assertThat(err())
        .contains("--rows is \"sentences\", expected none, lm, sentence, word, both, hictl");
    assertThat(isogloss("papers", "hictl", "--base", base, "--tasks", "nli")).isEqualTo(1);
    assertThat(err())
        .contains(
            "--tasks is \"nli\", expected xnli, pawsx, pos, ner, xquad, mlqa, tydiqa or none");
  }

  @Test
  void hictlTranslationPrintsAndWritesItsTables() throws IOException {
    Path base = SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder);
    int code = smoke("hictl-translation", "--base", base, "--rows", "transformer,base");
    assertThat(code).as(err()).isZero();
    assertThat(out()).contains("Table 4: translation", "28.6", "base, no word similarities");
    assertThat(err()).contains("Row 2 of 2");
    assertThat(Files.readString(json())).contains("\"paper\" : \"hictl-translation\"");
    assertThat(Files.readString(report())).contains("<h2>Table 4: translation");
  }

  @Test
  void xprPrintsAndWritesItsTables() throws IOException {
    int code =
        smoke(
            "xpr",
            "--base",
            SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder),
            "--encoder",
            "tiny",
            "--languages",
            "en,de");
    assertThat(code).as(err()).isZero();
    assertThat(out()).contains("Table 3", "XPI+Mixed Training", "tiny alone", "Table 4");
    assertThat(err()).contains("Row 9 of 9");
    assertThat(Files.readString(json())).contains("\"languages\" : \"en-de\"");
    assertThat(Files.readString(report())).contains("<svg");
    assertThat(isogloss("papers", "xpr", "--base", folder, "--languages", "en")).isEqualTo(1);
    assertThat(err()).contains("--languages is en, expected two languages: de-en");
  }

  @Test
  void adversarialPrintsItsTablesAndKeepsModelsForSimilarities() throws IOException {
    int code =
        smoke(
            "adversarial",
            "--base",
            SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder),
            "--targets",
            "de",
            "--keep-models");
    assertThat(code).as(err()).isZero();
    assertThat(out())
        .contains("table 1", "81.2", "triplet + term adversary", "table 3", "PEER", "table 2");
    assertThat(err()).contains("Row 7 of 7");
    assertThat(Files.readString(json())).contains("\"languages of the documents\" : \"de\"");
    assertThat(Files.readString(report())).contains("Zero-shot transfer", "The paper: ");
    Path models = folder.resolve("work").resolve("models");
    assertThat(
            isogloss(
                "model",
                "similarities",
                models.resolve("triplet-de"),
                models.resolve("triplet-terms-de"),
                "--query",
                "table",
                "--document",
                "Eine Tabelle"))
        .as(err())
        .isZero();
    assertThat(out()).contains("triplet-de  triplet-terms-de");
  }

  @Test
  void biclaPrintsItsTablesAndDrawsAttention() throws IOException {
    Path picture = folder.resolve("attention.svg");
    Object[] options = {
      "--encoders",
      "tiny",
      "--centred",
      "--keep-models",
      "--attention",
      picture,
      "--sentence",
      "Ein neues Haus.",
      "--translation",
      "A new house."
    };
    assertThat(smoke("bicla", options)).as(err()).isZero();
    assertThat(out())
        .contains("table 2", "60.4", "BiCLA + AGG + TbT .8; .1; .1", "85.9", "tiny + BiCLA .9; .1");
    assertThat(err()).contains("Row 17 of 17");
    assertThat(Files.readString(json())).contains("\"centred\" : \"true\"");
    assertThat(Files.readString(report())).contains("<svg", "trained on HU-DE");
    assertThat(Files.readString(picture)).contains("<svg", "house", "beta, right to left");
    Files.delete(picture);
    assertThat(smoke("bicla", options)).isZero();
    assertThat(picture).as("drawn without running again").exists();
    assertThat(isogloss("papers", "bicla", "--attention", picture)).isEqualTo(1);
    assertThat(err()).contains("--sentence is missing");
    assertThat(isogloss("papers", "bicla", "--pair", "german")).isEqualTo(1);
    assertThat(err()).contains("--pair is german, expected two languages: de-en");
  }

  @Test
  void clirBertPrintsItsTablesAndDrawsAttention() throws IOException {
    Path picture = folder.resolve("attention.svg");
    Object[] options = {
      "--base",
      SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder),
      "--languages",
      "en-zh",
      "--attention",
      picture,
      "--query",
      "open file",
      "--sentence",
      "打开文件",
      "--layers",
      "1,2"
    };
    assertThat(smoke("clir-bert", options)).as(err()).isZero();
    assertThat(out()).contains("Table 2", "95.3", "BERT with Prob. CLIR", "Table 4", "66.3");
    assertThat(err()).contains("Row 14 of 14");
    assertThat(Files.readString(json())).contains("\"languages\" : \"en-zh\"");
    assertThat(Files.readString(report())).contains("<svg", "AQWV");
    assertThat(Files.readString(picture)).contains("<svg", "Layer 2, heads");
    Files.delete(picture);
    assertThat(smoke("clir-bert", options)).isZero();
    assertThat(picture).as("drawn without running again").exists();
    options[options.length - 1] = "9";
    assertThat(smoke("clir-bert", options)).isEqualTo(1);
    assertThat(err()).contains("--layers: layer is 9, expected 1 to 2");
    assertThat(isogloss("papers", "clir-bert", "--base", folder, "--attention", picture))
        .isEqualTo(1);
    assertThat(err()).contains("--query is missing");
    assertThat(isogloss("papers", "clir-bert", "--base", folder, "--languages", "de-en"))
        .isEqualTo(1);
    assertThat(err()).contains("languages are de-en, expected English and another one");
  }

  @Test
  void reportsUserErrorsInOneLine() {
    assertThat(isogloss("papers", "hictl", "--base", folder.resolve("none"))).isEqualTo(1);
    assertThat(isogloss("papers", "hictl", "--base", folder, "--scale", "huge")).isEqualTo(2);
    assertThat(isogloss("papers", "hictll")).isEqualTo(2);
    assertThat(err())
        .contains("no such folder or shipped model; isogloss model fetch mbert --to mbert")
        .doesNotContain("\tat ");
  }

  @Test
  void namesTheOptionOfTheWorkFolderIfItBelongsToAnotherRun() throws IOException {
    Path work = Files.createDirectories(folder.resolve("work"));
    Files.writeString(work.resolve("settings.json"), "{\"base\": \"other\"}");
    Path base = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Path data = Path.of("..", "samples", "papers");
    assertThat(
            isogloss(
                "papers", "hictl", "--base", base, "--data", data, "--scale", "smoke", "--work",
                work))
        .isEqualTo(1);
    assertThat(err())
        .contains("its rows were measured with base = other")
        .endsWith("use another work folder, or delete this one (--work DIR)\n");
  }
}
