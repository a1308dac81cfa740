// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.safetensors.WeightValidator;

/** Copies a transformer with its configuration and the names of its tensors. */
final class TransformerCopy {
  private static final int CHUNK = 1 << 18;

  private TransformerCopy() {}

  /**
   * Writes a model folder.
   *
   * @param to must not exist or be empty; it appears whole or not at all
   * @param type the type of all weights; empty to keep the type of each tensor
   * @throws org.isogloss.modelio.format.ModelFormatException if a weight is not finite or
   *     implausibly large
   */
  static void write(ModelFolder from, Path to, ModelManifest manifest, Optional<DataType> type) {
    try (Safetensors weights = from.weights()) {
      SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
      for (TensorInfo tensor : weights.tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          writer.add(
              new TensorInfo(tensor.name(), type.orElse(tensor.type()), tensor.shape()),
              out -> copy(weights, tensor, out));
        }
      }
      AtomicFolder.create(
          to,
          staging -> {
            writer.write(staging.resolve(Safetensors.FILE));
            ModelDescription.copy(from, staging, manifest);
          });
    }
  }

  private static void copy(Safetensors weights, TensorInfo tensor, TensorOutput out)
      throws IOException {
    long size = tensor.elementCount();
    for (long offset = 0; offset < size; offset += CHUNK) {
      FloatBuffer numbers = FloatBuffer.allocate((int) Math.min(CHUNK, size - offset));
      weights.floats(tensor.name(), offset, numbers);
      numbers.flip();
      WeightValidator.requireValid(
          weights.fileOf(tensor.name()), tensor.name(), numbers.duplicate(), offset);
      out.floats(numbers);
    }
  }
}
