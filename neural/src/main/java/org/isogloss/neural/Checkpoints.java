package org.isogloss.neural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.DataType;
import org.isogloss.model.Safetensors;
import org.isogloss.model.SafetensorsWriter;
import org.isogloss.model.TensorInfo;

/**
 * States of a training in a folder, each one Safetensors file: the tensors that an optimizer moves
 * and remembers, and in its metadata the numbers that say where training stands. A file appears as
 * a whole or not at all, so that a kill leaves the checkpoint before.
 */
public final class Checkpoints {
  /**
   * What a checkpoint says besides its tensors.
   *
   * @param numbers lists of whole numbers by name
   * @param reals numbers by name
   */
  record Standing(Map<String, long[]> numbers, Map<String, Double> reals) {}

  private final Path folder;

  public Checkpoints(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be made: " + e.getMessage(), e);
    }
  }

  Path file(String name) {
    return folder.resolve(name + ".safetensors");
  }

  boolean has(String name) {
    return Files.exists(file(name));
  }

  void write(String name, Map<String, Tensor> tensors, Standing standing) {
    SafetensorsWriter writer = new SafetensorsWriter();
    standing.numbers().forEach((key, values) -> writer.metadata("n:" + key, join(values)));
    standing.reals().forEach((key, value) -> writer.metadata("r:" + key, Double.toString(value)));
    new TreeMap<>(tensors)
        .forEach(
            (key, tensor) ->
                writer.add(
                    new TensorInfo(key, DataType.F32, tensor.shape()),
                    out -> out.floats(Tensors.elements(tensor.cpu()))));
    writer.write(file(name));
  }

  /** Fills tensors from a checkpoint. */
  Standing read(String name, Map<String, Tensor> tensors) {
    try (Safetensors file = Safetensors.open(file(name))) {
      tensors.forEach(
          (key, tensor) -> {
            TensorInfo found = file.tensor(key, tensor.shape());
            if (tensor.is_cpu()) {
              file.floats(found.name(), 0, Tensors.elements(tensor));
            } else {
              Tensor here = torch.empty(tensor.shape());
              file.floats(found.name(), 0, Tensors.elements(here));
              tensor.copy_(here);
            }
          });
      Map<String, long[]> numbers = new LinkedHashMap<>();
      Map<String, Double> reals = new LinkedHashMap<>();
      file.metadata()
          .forEach(
              (key, value) -> {
                if (key.startsWith("n:")) {
                  numbers.put(key.substring(2), split(value));
                } else if (key.startsWith("r:")) {
                  reals.put(key.substring(2), Double.valueOf(value));
                }
              });
      return new Standing(numbers, reals);
    }
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
