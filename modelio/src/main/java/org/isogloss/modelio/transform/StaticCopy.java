// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.SentenceTransformersWriter;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;

/** Copies static embeddings with their configuration and the names of their tensors. */
final class StaticCopy {
  private StaticCopy() {}

  /**
   * Writes a model folder.
   *
   * @param to must not exist or be empty; it appears whole or not at all
   * @param type the type of all floating-point numbers; empty to keep the type of each tensor
   * @throws org.isogloss.core.IsoglossException if the tokenizer or the embeddings cannot be read
   */
  static void write(ModelFolder from, Path to, ModelManifest manifest, Optional<DataType> type) {
    from.staticEmbeddings(); // Checks sizes and values.
    from.tokenizer();
    try (Safetensors weights = from.weights()) {
      SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
      for (TensorInfo tensor : weights.tensors().values()) {
        DataType written =
            tensor.type().isFloatingPoint() ? type.orElse(tensor.type()) : tensor.type();
        writer.add(
            new TensorInfo(tensor.name(), written, tensor.shape()),
            out -> {
              if (tensor.type().isFloatingPoint()) {
                out.floats(FloatBuffer.wrap(weights.floats(tensor.name())));
              } else {
                out.bytes(weights.bytes(tensor.name()));
              }
            });
      }
      AtomicFolder.create(
          to,
          staging -> {
            Optional<Path> config = FolderPaths.find(from.path(), TransformerConfig.FILE);
            if (config.isPresent()) {
              Files.copy(config.get(), staging.resolve(TransformerConfig.FILE));
            }
            writer.write(staging.resolve(Safetensors.FILE));
            TokenizerFiles.copy(from.path(), staging);
            if (!weights.has(StaticModelWriter.SCALES)) { // Python would ignore the scales.
              SentenceTransformersWriter.writeStatic(staging, manifest.encoding());
            }
            manifest.write(staging);
          });
    }
  }
}
