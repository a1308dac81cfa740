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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelImportCommandTest extends CommandTest {
  private Path withoutPooling() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Files.delete(model.resolve("1_Pooling/config.json"));
    return model;
  }

  @Test
  void requiresPoolingIfTheModelDoesNotStateIt() throws IOException {
    Path model = withoutPooling();
    Path to = folder.resolve("to");
    assertThat(isogloss("model", "import", model, "--to", to)).isEqualTo(1);
    assertThat(err()).contains("does not state its pooling", "--pooling mean");
    assertThat(to).doesNotExist();
    assertThat(isogloss("model", "import", model, "--to", to, "--pooling", "mean")).isZero();
    assertThat(isogloss("model", "import", to, "--to", folder.resolve("again"))).isZero();
  }

  @Test
  void keepsAsManyDimensionsAsAreAsked() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path to = folder.resolve("to");
    assertThat(isogloss("model", "import", model, "--to", to, "--dimensions", 33)).isEqualTo(1);
    assertThat(err()).contains("--dimensions is 33, expected 1 to the model's 32");
    assertThat(isogloss("model", "import", model, "--to", to, "--dimensions", 16)).isZero();
    try (ModelFolder imported = ModelFolder.open(to)) {
      assertThat(imported.dimension()).isEqualTo(16);
    }
  }

  @Test
  void importsABaseModelWithPoolingNone() {
    Path model = SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder);
    Path to = folder.resolve("to");
    assertThat(isogloss("model", "import", model, "--to", to)).isEqualTo(1);
    assertThat(isogloss("model", "import", model, "--to", to, "--pooling", "none")).isZero();
    assertThat(isogloss("model", "import", to, "--to", folder.resolve("again"))).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_CLASSIFIER", "XLMR_CLASSIFIER", "XLMR_ENCODER"})
  void importsModelsThatStateOrNeedNoPooling(SampleTransformer sample) {
    Path model = sample.copyInto(folder);
    assertThat(isogloss("model", "import", model, "--to", folder.resolve("to"))).isZero();
  }
}
