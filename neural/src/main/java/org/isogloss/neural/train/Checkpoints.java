// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.torch.Tensors;

/**
 * Checkpoints of a training in a folder, each one Safetensors file: the tensors and the state of
 * the optimizer; its metadata contain the progress of the training and a checksum. A file appears
 * as a whole or not at all, so that a kill leaves the previous checkpoint.
 */
public final class Checkpoints {
  /** The key of the checksum in the metadata. */
  private static final String CHECKSUM = "checksum";

  private static final String RECOVERY_HINT =
      ": use another folder, or delete it to train again from the start";

  private final Path folder;

  public Checkpoints(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IsoglossException(
          folder + ": cannot create the folder: " + FileErrors.describe(e), e);
    }
  }

  Path file(String name) {
    return folder.resolve(name + ".safetensors");
  }

  boolean exists(String name) {
    return Files.exists(file(name));
  }

  /**
   * Writes a checkpoint.
   *
   * @throws TrainingException if a tensor has an element that is not finite: the previous
   *     checkpoint stays
   */
  void write(String name, Map<String, Tensor> tensors, TrainingState state) {
    Map<String, Tensor> sorted = new TreeMap<>(tensors);
    Map<String, String> metadata = new TreeMap<>();
    state.integers().forEach((key, values) -> metadata.put("n:" + key, join(values)));
    state.reals().forEach((key, value) -> metadata.put("r:" + key, Double.toString(value)));
    CheckpointChecksum checksum = new CheckpointChecksum();
    checksum.add(metadata);
    sorted.forEach(
        (key, tensor) -> {
          if (!checksum.add(key, Tensors.floatBuffer(tensor.cpu()))) {
            throw new TrainingException(
                file(name)
                    + ": is not written, because the tensor "
                    + key
                    + " has elements that are not finite: lower the learning rate, or clip"
                    + " gradients (training.clip=1)");
          }
        });
    SafetensorsWriter writer = new SafetensorsWriter();
    metadata.forEach(writer::metadata);
    writer.metadata(CHECKSUM, checksum.value());
    sorted.forEach(
        (key, tensor) ->
            writer.add(
                new TensorInfo(key, DataType.F32, tensor.shape()),
                out -> out.floats(Tensors.floatBuffer(tensor.cpu()))));
    writer.write(file(name));
  }

  /**
   * Fills tensors from a checkpoint.
   *
   * @param tensors all tensors of the checkpoint, with their shapes
   * @throws IsoglossException if it is damaged, or contains the tensors of another training
   */
  TrainingState read(String name, Map<String, Tensor> tensors) {
    Path path = file(name);
    try (Safetensors file = Safetensors.open(path)) {
      requireSameTensors(path, file.tensors().keySet(), tensors.keySet());
      Map<String, String> metadata = new TreeMap<>(file.metadata());
      String expected = metadata.remove(CHECKSUM);
      metadata.keySet().removeIf(key -> !key.startsWith("n:") && !key.startsWith("r:"));
      CheckpointChecksum checksum = new CheckpointChecksum();
      checksum.add(metadata);
      new TreeMap<>(tensors)
          .forEach(
              (key, tensor) -> {
                if (!checksum.add(key, fill(file, path, key, tensor))) {
                  throw damaged(path, "the tensor " + key + " has elements that are not finite");
                }
              });
      if (!checksum.value().equals(expected)) {
        throw damaged(path, "wrong checksum " + checksum.value() + ", expected " + expected);
      }
      return trainingState(path, metadata);
    } catch (ModelFormatException e) {
      throw damaged(path, e.getMessage());
    }
  }

  private static void requireSameTensors(Path path, Set<String> found, Set<String> expected) {
    Set<String> missing = new TreeSet<>(expected);
    missing.removeAll(found);
    Set<String> others = new TreeSet<>(found);
    others.removeAll(expected);
    if (!missing.isEmpty() || !others.isEmpty()) {
      throw new TrainingException(
          path
              + ": contains the state of another training"
              + (missing.isEmpty() ? "" : ", without the tensor " + missing.iterator().next())
              + (others.isEmpty() ? "" : ", with the tensor " + others.iterator().next())
              + RECOVERY_HINT);
    }
  }

  private static FloatBuffer fill(Safetensors file, Path path, String name, Tensor tensor) {
    TensorInfo found = file.tensor(name, tensor.shape());
    if (found.type() != DataType.F32) {
      throw damaged(path, "the tensor " + name + " is of type " + found.type());
    }
    Tensor here = tensor.is_cpu() ? tensor : torch.empty(tensor.shape());
    FloatBuffer elements = Tensors.floatBuffer(here);
    file.floats(name, 0, elements);
    if (!tensor.is_cpu()) {
      tensor.copy_(here);
    }
    return elements;
  }

  private static TrainingState trainingState(Path path, Map<String, String> metadata) {
    Map<String, long[]> numbers = new LinkedHashMap<>();
    Map<String, Double> reals = new LinkedHashMap<>();
    try {
      metadata.forEach(
          (key, value) -> {
            String name = key.substring(2);
            if (key.startsWith("n:")) {
              numbers.put(name, split(value));
            } else {
              reals.put(name, Double.valueOf(value));
            }
          });
    } catch (NumberFormatException e) {
      throw damaged(path, "its metadata: " + e.getMessage());
    }
    return new TrainingState(numbers, reals);
  }

  private static TrainingException damaged(Path path, String problem) {
    return new TrainingException(path + ": is damaged: " + problem + RECOVERY_HINT);
  }

  private static String join(long[] values) {
    StringBuilder joined = new StringBuilder();
    for (long value : values) {
      joined.append(joined.isEmpty() ? "" : " ").append(value);
    }
    return joined.toString();
  }

  private static long[] split(String joined) {
    if (joined.isEmpty()) {
      return new long[0];
    }
    String[] parts = joined.split(" ", -1);
    long[] values = new long[parts.length];
    for (int i = 0; i < parts.length; i++) {
      values[i] = Long.parseLong(parts[i]);
    }
    return values;
  }
}
