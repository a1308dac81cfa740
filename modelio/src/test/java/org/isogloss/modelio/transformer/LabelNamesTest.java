// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelNamesTest {
  @TempDir private Path scratch;

  private Path write(List<String> names) {
    Path to = scratch.resolve("named");
    Path from = SampleTransformer.BERT_CLASSIFIER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(from);
        TransformerWeights weights = TransformerWeights.open(model)) {
      TransformerFolderWriter writer =
          new TransformerFolderWriter(model.transformerConfig(), model.head()).labels(names);
      for (TensorInfo tensor : weights.tensors().values()) {
        long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
        writer.add(
            new TensorInfo(tensor.name(), DataType.F32, tensor.shape()),
            out -> out.floats(weights.floats(tensor.name(), shape)));
      }
      writer.write(to, model, model.manifest());
    }
    return to;
  }

  @Test
  void areReadInTheOrderOfTheOutputs() {
    try (ModelFolder model = ModelFolder.open(write(List.of("neutral", "entailment")))) {
      assertThat(model.labels()).containsExactly("neutral", "entailment");
    }
  }

  @Test
  void areNumberedWithoutNames() {
    try (ModelFolder model = ModelFolder.open(write(List.of()))) {
      assertThat(model.labels()).containsExactly("LABEL_0", "LABEL_1");
    }
  }

  @Test
  void mustBeAsManyAsTheOutputs() {
    assertThatThrownBy(() -> write(List.of("one", "two", "three")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("3 names of labels, expected one for each of the 2 outputs");
    assertThat(scratch.resolve("named")).doesNotExist();
  }

  @Test
  void mustBeDistinct() {
    assertThatThrownBy(() -> LabelNames.requireValid(List.of("same", "same")))
        .hasMessageContaining("\"same\" occurs twice");
    assertThatThrownBy(() -> LabelNames.requireValid(List.of("one", " ")))
        .hasMessageContaining("is blank");
  }

  @Test
  void rejectsGapsInAConfiguration() throws IOException {
    Path folder = write(List.of("one", "two"));
    Path config = folder.resolve(TransformerConfig.FILE);
    String text = Files.readString(config);
    Files.writeString(config, text.replace("\"1\" : \"two\"", "\"5\" : \"two\""));
    assertThat(Files.readString(config)).isNotEqualTo(text);
    assertThatThrownBy(() -> LabelNames.read(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("config.json")
        .hasMessageContaining("id2label");
  }
}
