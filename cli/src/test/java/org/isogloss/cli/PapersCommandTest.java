package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.Test;

class PapersCommandTest extends CommandTest {
  @Test
  void hictlPrintsItsTablesAndWritesThem() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    Path json = folder.resolve("hictl.json");
    Path report = folder.resolve("hictl.html");
    int code =
        isogloss(
            "papers",
            "hictl",
            "--base",
            SmallTransformer.XLMR_ENCODER.copyInto(folder),
            "--data",
            Path.of("..", "samples", "papers"),
            "--scale",
            "smoke",
            "--set",
            "training.steps=1",
            "--set",
            "objectives={sentence: {}}",
            "--work",
            folder.resolve("work"),
            "--threads",
            1,
            "--json",
            json,
            "--report",
            report);
    assertThat(code).as(err()).isZero();
    assertThat(out()).contains("59.7", "sentence-level CTL", "Mining hidden pairs");
    assertThat(err()).contains("Row 6 of 6");
    assertThat(Files.readString(json)).contains("\"scale\" : \"smoke\"");
    assertThat(Files.readString(report)).contains("<svg");
  }

  @Test
  void xprPrintsItsTablesAndWritesThem() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    Path json = folder.resolve("xpr.json");
    Path report = folder.resolve("xpr.html");
    int code =
        isogloss(
            "papers",
            "xpr",
            "--base",
            SmallTransformer.BERT_LANGUAGE_MODEL.copyInto(folder),
            "--encoder",
            "tiny",
            "--languages",
            "en,de",
            "--data",
            Path.of("..", "samples", "papers"),
            "--scale",
            "smoke",
            "--set",
            "training.steps=1",
            "--work",
            folder.resolve("work"),
            "--threads",
            1,
            "--json",
            json,
            "--report",
            report);
    assertThat(code).as(err()).isZero();
    assertThat(out()).contains("Table 3", "XPI+Mixed Training", "tiny alone", "Table 4");
    assertThat(err()).contains("Row 8 of 8");
    assertThat(Files.readString(json)).contains("\"languages\" : \"en-de\"");
    assertThat(Files.readString(report)).contains("<svg");
    assertThat(isogloss("papers", "xpr", "--base", folder, "--languages", "en")).isEqualTo(1);
    assertThat(err()).contains("--languages are [en], expected two: en,zh");
  }

  @Test
  void mistakesAreToldInOneLine() {
    assertThat(isogloss("papers", "hictl", "--base", folder.resolve("none"))).isEqualTo(1);
    assertThat(isogloss("papers", "hictl", "--base", folder, "--scale", "huge")).isEqualTo(2);
    assertThat(isogloss("papers", "hictll")).isEqualTo(2);
    assertThat(err())
        .contains("is no folder; isogloss model fetch mbert --to mbert makes one")
        .doesNotContain("\tat ");
  }
}
