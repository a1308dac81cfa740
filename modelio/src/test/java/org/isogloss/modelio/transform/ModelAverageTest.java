// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelAverageTest {
  @TempDir private Path scratch;

  /** Returns the same model with other weights. */
  private ModelFolder perturbed(ModelFolder model, String name, long seed) {
    Random random = new Random(seed);
    TransformerFolderWriter writer =
        TransformerFolderWriter.like(model, model.encoderConfig(), model.head());
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      for (TensorInfo tensor : weights.tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          float[] numbers = weights.floats(tensor.name(), shape(tensor));
          for (int i = 0; i < numbers.length; i++) {
            numbers[i] += (float) random.nextGaussian();
          }
          writer.add(tensor, out -> out.floats(numbers));
        }
      }
      Path to = scratch.resolve(name);
      ProvenanceSource text = new ProvenanceSource(name + ".tsv", "0".repeat(64), "CC-BY-4.0");
      writer.write(
          to,
          model,
          new ModelManifest(
              name,
              "MIT",
              model.encoding(),
              new Provenance("name: " + name + "\n", seed, List.of(text))));
      return ModelFolder.open(to);
    }
  }

  private static long[] shape(TensorInfo tensor) {
    return tensor.shape().stream().mapToLong(Long::longValue).toArray();
  }

  private ModelFolder start() {
    ModelFolder foreign = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch));
    return perturbed(foreign, "start", 1);
  }

  @Test
  void averagesEveryWeight() {
    requireAverage(start());
  }

  @Test
  void averagesAnotherArchitecture() {
    ModelFolder foreign = ModelFolder.open(SampleEncoder.NEW.copyInto(scratch));
    requireAverage(perturbed(foreign, "start", 1));
  }

  private void requireAverage(ModelFolder start) {
    ModelFolder one = perturbed(start, "one", 2);
    ModelFolder two = perturbed(start, "two", 3);
    Path to = scratch.resolve("mean");
    new ModelAverage(List.of(one, two, start), List.of(1.0, 2.0, 5.0)).write(to, "mean", "MIT");
    ModelFolder mean = ModelFolder.open(to);
    try (TransformerWeights ones = TransformerWeights.open(one);
        TransformerWeights twos = TransformerWeights.open(two);
        TransformerWeights starts = TransformerWeights.open(start);
        TransformerWeights means = TransformerWeights.open(mean)) {
      assertThat(means.tensors()).isEqualTo(ones.tensors());
      for (TensorInfo tensor : means.tensors().values()) {
        long[] shape = shape(tensor);
        float[] found = means.floats(tensor.name(), shape);
        for (int i = 0; i < found.length; i++) {
          float a = ones.floats(tensor.name(), shape)[i];
          float b = twos.floats(tensor.name(), shape)[i];
          float c = starts.floats(tensor.name(), shape)[i];
          assertThat(found[i])
              .as("%s, element %d", tensor.name(), i)
              .isCloseTo((a + 2 * b + 5 * c) / 8, within(1e-5f));
          if (i > 50) {
            break;
          }
        }
      }
    }
    assertThat(mean.encoding()).isEqualTo(one.encoding());
    Provenance provenance = mean.manifest().provenance();
    assertThat(provenance.recipe())
        .isEqualTo("name: one\n# averaged: 0.125 of one, 0.250 of two, 0.625 of start");
    assertThat(provenance.sources())
        .extracting(ProvenanceSource::name)
        .contains("one.tsv", "two.tsv", "start.tsv", "one/1", "two/2", "start/3");
  }

  @Test
  void rejectsModelsOfDifferentShapes() {
    ModelFolder one = start();
    ModelFolder other = ModelFolder.open(SampleTransformer.XLMR_CLASSIFIER.copyInto(scratch));
    assertThatThrownBy(() -> new ModelAverage(List.of(one, other), List.of(1.0, 1.0)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "configuration.family of " + other.path() + " is XLM_ROBERTA, that of")
        .hasMessageContaining("only models that were trained from the same one");
    assertThatThrownBy(() -> new ModelAverage(List.of(one, one), List.of(1.0, -1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0");
  }

  @Test
  void namesTheSettingThatDiffers() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch.resolve("shorter"));
    Files.writeString(folder.resolve("sentence_bert_config.json"), "{\"max_seq_length\": 32}");
    try (ModelFolder one =
            ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch.resolve("one")));
        ModelFolder other = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> new ModelAverage(List.of(one, other), List.of(1.0, 1.0)))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining(
              "encoding.maxLength of " + other.path() + " is 32, that of " + one.path())
          .hasMessageNotContaining("EncodingSettings");
    }
  }
}
