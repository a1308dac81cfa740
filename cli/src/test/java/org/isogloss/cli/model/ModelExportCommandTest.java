// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.junit.jupiter.api.Test;

class ModelExportCommandTest extends CommandTest {
  @Test
  void writesTheGraphIntoTheModelsFolder() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    assertThat(isogloss("model", "export", model)).isZero();
    assertThat(isogloss("model", "export", model, "--int8")).isZero();
    assertThat(err()).contains("model_int8.onnx (").contains(" MB in all)");
    assertThat(model.resolve("onnx"))
        .isDirectoryContaining("glob:**/model.onnx")
        .isDirectoryContaining("glob:**/model.onnx_data")
        .isDirectoryContaining("glob:**/model_int8.onnx");
  }

  @Test
  void writesAServingFolder() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path served = folder.resolve("served");
    assertThat(
            isogloss(
                "model",
                "export",
                model,
                "--int8",
                "--vocabulary",
                "int4",
                "--one-file",
                "--to",
                served))
        .isZero();
    assertThat(served.resolve("onnx")).isDirectoryNotContaining("glob:**_data");
    assertThat(served.resolve("model.safetensors")).doesNotExist();
    assertThat(isogloss("model", "info", served)).isZero();
    assertThat(out()).contains("32 dimensions");
  }

  @Test
  void rejectsModelsThatCannotBeExported() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    assertThat(isogloss("model", "export", model, "--vocabulary", "int5")).isEqualTo(1);
    assertThat(err()).contains("\"int5\": expected one of fp32, int8, int4");
    Files.delete(model.resolve("model.safetensors"));
    assertThat(isogloss("model", "export", model)).isEqualTo(1);
    assertThat(err()).contains("model.safetensors");
    assertThat(isogloss("model", "export", "tiny", "--to", folder.resolve("t"))).isEqualTo(1);
    assertThat(err()).contains("model_type");
  }
}
