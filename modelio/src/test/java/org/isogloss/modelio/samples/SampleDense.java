// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;

/** A dense layer with random weights after the pooling of a sample transformer. */
public final class SampleDense {
  private static final int HIDDEN = 32;

  private SampleDense() {}

  /** Adds a layer to a folder as sentence-transformers lays it out, and returns it. */
  public static DenseLayer addTo(
      Path folder, int outputs, boolean bias, DenseLayerConfig.Activation activation) {
    Random random = new Random(9);
    float[] weights = new float[outputs * HIDDEN];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) random.nextGaussian() / 4;
    }
    float[] biases = new float[outputs];
    for (int i = 0; bias && i < outputs; i++) {
      biases[i] = (float) random.nextGaussian();
    }
    DenseLayer layer =
        new DenseLayer(new DenseLayerConfig(HIDDEN, outputs, bias, activation), weights, biases);
    try {
      Files.createDirectories(folder.resolve("2_Dense"));
      layer.write(folder.resolve("2_Dense"));
      Files.writeString(
          folder.resolve("modules.json"),
          """
          [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
           {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
           {"idx": 2, "name": "2", "path": "2_Dense", "type": "sentence_transformers.models.Dense"},
           {"idx": 3, "name": "3", "path": "3_Normalize", "type": "sentence_transformers.models.Normalize"}]
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return layer;
  }
}
