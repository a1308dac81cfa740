// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.torch.Tensors;

/**
 * The checkpoints of a training in a folder, each a Safetensors file. The file contains the trained
 * tensors and the state of the optimizers; its metadata contains the numbers that describe the
 * progress of the training and a checksum of the whole content. Files are written atomically: if
 * the process is killed, the previous checkpoint remains.
 */
public final class Checkpoints {
  /** Metadata key of the checksum. */
  private static final String CHECKSUM = "checksum";

  private static final String RECOVERY_HINT =
      ": use another folder, or delete this file to train again from the start";

  private static final String ORIGIN = "origin.txt";

  private final Path folder;
  private final Optional<TrainingOrigin> origin;

  /** Opens the folder of a training whose checkpoints are not compared with its origin. */
  public Checkpoints(Path folder) {
    this(folder, Optional.empty());
  }

  /** Opens the folder of a training, which resumes only from its own checkpoints. */
  public Checkpoints(Path folder, TrainingOrigin origin) {
    this(folder, Optional.of(origin));
  }

  private Checkpoints(Path folder, Optional<TrainingOrigin> origin) {
    this.folder = folder;
    this.origin = origin;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be created: " + FileErrors.describe(e), e);
    }
  }

  /** Records the origin of the training, before its first checkpoint. */
  void begin() {
    Path file = folder.resolve(ORIGIN);
    try {
      if (origin.isPresent()) {
        Files.write(file, origin.get().lines());
      } else {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /**
   * Requires that the checkpoints are of the same training. Those of versions that recorded no
   * origin are accepted.
   *
   * @throws TrainingException if they are of another one
   */
  void requireOrigin() {
    Path file = folder.resolve(ORIGIN);
    if (origin.isEmpty() || !Files.exists(file)) {
      return;
    }
    List<String> found;
    try {
      found = Files.readAllLines(file);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    List<String> expected = origin.get().lines();
    if (found.equals(expected)) {
      return;
    }
    int line = 0;
    while (line < Math.min(found.size(), expected.size())
        && found.get(line).equals(expected.get(line))) {
      line++;
    }
    throw new TrainingException(
        folder
            + ": contains checkpoints of a training with another recipe or other files: "
            + (line < found.size() ? Excerpt.quote(found.get(line)) : "nothing")
            + " where this one has "
            + (line < expected.size() ? Excerpt.quote(expected.get(line)) : "nothing")
            + "; use another folder, or delete this one to train again from the start");
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
   * @throws TrainingException if a tensor has elements that are not finite; the previous checkpoint
   *     then remains
   */
  @SuppressWarnings("try")
  void write(String name, Map<String, Tensor> tensors, TrainingState state) {
    Map<String, Tensor> sorted = new TreeMap<>(tensors);
    Map<String, String> metadata = new TreeMap<>();
    state.integers().forEach((key, values) -> metadata.put("n:" + key, join(values)));
    state.reals().forEach((key, value) -> metadata.put("r:" + key, Double.toString(value)));
    CheckpointChecksum checksum = new CheckpointChecksum();
    checksum.add(metadata);
    sorted.forEach(
        (key, tensor) -> {
          // The scope keeps the copy of a tensor of another device while its buffer is read.
          try (PointerScope scope = new PointerScope()) {
            if (!checksum.add(key, Tensors.floatBuffer(tensor.cpu()))) {
              throw new TrainingException(
                  file(name)
                      + ": was not written, because the tensor "
                      + key
                      + " has elements that are not finite: lower the learning rate, or clip"
                      + " gradients (training.clip=1)");
            }
          }
        });
    SafetensorsWriter writer = new SafetensorsWriter();
    metadata.forEach(writer::metadata);
    writer.metadata(CHECKSUM, checksum.value());
    sorted.forEach(
        (key, tensor) ->
            writer.add(
                new TensorInfo(key, DataType.F32, tensor.shape()),
                out -> {
                  try (PointerScope scope = new PointerScope()) {
                    out.floats(Tensors.floatBuffer(tensor.cpu()));
                  }
                }));
    writer.write(file(name));
  }

  /**
   * Reads a checkpoint into tensors.
   *
   * @param tensors all tensors of the checkpoint, with the same names and shapes
   * @throws IsoglossException if the checkpoint is damaged, or holds the tensors of another
   *     training
   */
  @SuppressWarnings("try")
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
                try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                  if (!checksum.add(key, fill(file, path, key, tensor))) {
                    throw damaged(path, "the tensor " + key + " has elements that are not finite");
                  }
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
    Set<String> unknown = new TreeSet<>(found);
    unknown.removeAll(expected);
    if (!missing.isEmpty() || !unknown.isEmpty()) {
      throw new TrainingException(
          path
              + ": contains the state of another training"
              + (missing.isEmpty() ? "" : ", without the tensor " + missing.iterator().next())
              + (unknown.isEmpty() ? "" : ", with the tensor " + unknown.iterator().next())
              + RECOVERY_HINT);
    }
  }

  private static FloatBuffer fill(Safetensors file, Path path, String name, Tensor tensor) {
    TensorInfo found = file.tensor(name, tensor.shape());
    if (found.type() != DataType.F32) {
      throw damaged(path, "the tensor " + name + " is of type " + found.type());
    }
    Tensor onCpu = tensor.is_cpu() ? tensor : torch.empty(tensor.shape());
    FloatBuffer elements = Tensors.floatBuffer(onCpu);
    file.floats(name, 0, elements);
    if (!tensor.is_cpu()) {
      tensor.copy_(onCpu);
    }
    return elements;
  }

  private static TrainingState trainingState(Path path, Map<String, String> metadata) {
    Map<String, long[]> integers = new LinkedHashMap<>();
    Map<String, Double> reals = new LinkedHashMap<>();
    try {
      metadata.forEach(
          (key, value) -> {
            String name = key.substring(2);
            if (key.startsWith("n:")) {
              integers.put(name, split(value));
            } else {
              reals.put(name, Double.valueOf(value));
            }
          });
    } catch (NumberFormatException e) {
      throw damaged(path, "its metadata: " + e.getMessage());
    }
    return new TrainingState(integers, reals);
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
