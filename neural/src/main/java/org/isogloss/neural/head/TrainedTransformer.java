// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.Transformer;

/**
 * A trained transformer with its head, which is written as a model folder.
 *
 * @param body the transformer
 * @param head the head
 * @param type type of the written weights, a floating-point type
 */
public record TrainedTransformer(Transformer body, Head head, DataType type) {
  public TrainedTransformer {
    requireNonNull(body, "body is null");
    requireNonNull(head, "head is null");
    if (!requireNonNull(type, "type is null").isFloatingPoint()) {
      throw new IllegalArgumentException("type is " + type + ", expected F32, F16 or BF16");
    }
  }

  /**
   * Writes a folder that this library can open, and Hugging Face's transformers with the class of
   * the head; a folder with a {@link PoolingHead} can also be opened with sentence-transformers.
   * The current parameters are written, including frozen ones.
   *
   * @param folder the folder to write, which must be absent or empty; it is created atomically
   * @param base the folder from which the transformer was loaded, whose tokenizer files are copied
   * @param manifest the manifest, whose pooling must be the one of the head
   * @throws org.isogloss.core.IsoglossException if the folder cannot be written
   */
  public void write(Path folder, ModelFolder base, ModelManifest manifest) {
    write(folder, base, manifest, List.of(), List.of(), staging -> {});
  }

  /**
   * Writes a folder with the names of labels and additional files.
   *
   * @param labels names of the outputs of a classifier; if empty, they are numbered
   * @param extraFiles files that are copied under their own names
   * @param others writes further files
   */
  public void write(
      Path folder,
      ModelFolder base,
      ModelManifest manifest,
      List<String> labels,
      List<Path> extraFiles,
      AtomicFolder.Content others) {
    Pooling pooling = head instanceof PoolingHead pools ? pools.pooling() : Pooling.NONE;
    if (manifest.encoding().pooling() != pooling) {
      throw new IllegalArgumentException(
          "the manifest's pooling is "
              + manifest.encoding().pooling()
              + ", expected the head's, "
              + pooling);
    }
    List<Parameter> all = new ArrayList<>(body.parameters());
    TransformerFolderWriter writer =
        TransformerFolderWriter.like(base, body.config(), head.kind()).labels(labels);
    if (head instanceof PoolingHead pools) {
      writer.dense(pools.denseLayers());
    } else {
      all.addAll(head.parameters());
    }
    for (Parameter parameter : all) {
      writer.add(
          new TensorInfo(parameter.name(), type, shape(parameter.values())),
          out -> copy(parameter.values(), out));
    }
    extraFiles.forEach(writer::copyFile);
    writer.others(others).write(folder, base, manifest);
  }

  private static List<Long> shape(Tensor values) {
    return Arrays.stream(values.shape()).boxed().toList();
  }

  // The scope frees the copy in CPU memory.
  @SuppressWarnings("try")
  private static void copy(Tensor values, TensorOutput out) throws IOException {
    try (PointerScope scope = new PointerScope()) {
      Tensor floats = values.detach().to(new Device("cpu"), ScalarType.Float).contiguous();
      out.floats(floats.<FloatBuffer>createBuffer());
    }
  }
}
