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
 * What a training made, to be written as a model folder.
 *
 * @param type what its weights are written as, a floating-point type
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
   * Writes a folder that this program opens, and Python's transformers as the head's class; one
   * that pools is opened by sentence-transformers too. Writes what is in the model now, frozen
   * parts as well.
   *
   * @param folder must not exist yet, or be empty; it appears whole or not at all
   * @param tokenizerFolder a folder whose tokenizer files are copied: the one it was loaded from
   * @param manifest its pooling is the head's
   * @throws org.isogloss.core.IsoglossException if it cannot be written
   */
  public void write(Path folder, ModelFolder tokenizerFolder, ModelManifest manifest) {
    write(folder, tokenizerFolder, manifest, List.of());
  }

  /**
   * The same with other files beside it.
   *
   * @param extraFiles are copied, under their own names
   */
  public void write(
      Path folder, ModelFolder tokenizerFolder, ModelManifest manifest, List<Path> extraFiles) {
    Pooling pooling = head instanceof PoolingHead pools ? pools.pooling() : Pooling.NONE;
    if (manifest.encoding().pooling() != pooling) {
      throw new IllegalArgumentException(
          "the manifest's pooling is "
              + manifest.encoding().pooling()
              + ", expected the head's, "
              + pooling);
    }
    List<Parameter> all = new ArrayList<>(body.parameters());
    all.addAll(head.parameters());
    TransformerFolderWriter writer = new TransformerFolderWriter(body.config(), head.kind());
    for (Parameter parameter : all) {
      writer.add(
          new TensorInfo(parameter.name(), type, shape(parameter.values())),
          out -> copy(parameter.values(), out));
    }
    extraFiles.forEach(writer::copyFile);
    writer.write(folder, tokenizerFolder, manifest);
  }

  private static List<Long> shape(Tensor values) {
    return Arrays.stream(values.shape()).boxed().toList();
  }

  // The scope frees the copy on the CPU.
  @SuppressWarnings("try")
  private static void copy(Tensor values, TensorOutput out) throws IOException {
    try (PointerScope scope = new PointerScope()) {
      Tensor here = values.detach().to(new Device("cpu"), ScalarType.Float).contiguous();
      out.floats(here.<FloatBuffer>createBuffer());
    }
  }
}
