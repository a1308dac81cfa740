package org.isogloss.runtime.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.WeightValidator;
import org.isogloss.runtime.export.OnnxExport;

/**
 * The numbers of a graph that {@link OnnxExport} wrote. Type, shape and size of a tensor are
 * checked before memory is allocated for it, and its floats before they are used.
 */
public final class GraphWeights {
  private final Path file;
  private final Map<String, Initializer> tensors;

  private GraphWeights(Path file, Map<String, Initializer> tensors) {
    this.file = file;
    this.tensors = tensors;
  }

  /**
   * Finds the tensors of a graph.
   *
   * @throws ModelFormatException if the file is no graph
   */
  public static GraphWeights parse(Path file) {
    return new GraphWeights(file, GraphTensorReader.findAll(file));
  }

  public Set<String> names() {
    return tensors.keySet();
  }

  public boolean has(String name) {
    return tensors.containsKey(name);
  }

  /**
   * A tensor.
   *
   * @throws ModelFormatException if there is none of that name
   */
  public Initializer tensor(String name) {
    Initializer tensor = tensors.get(name);
    if (tensor == null) {
      throw new ModelFormatException(
          file, "has no tensor \"" + name + "\": only graphs that Isogloss wrote can be restored");
    }
    return tensor;
  }

  /**
   * A tensor of a shape.
   *
   * @throws ModelFormatException if there is none of that name, or it has another shape
   */
  public Initializer tensor(String name, long... shape) {
    Initializer tensor = tensor(name);
    if (!Arrays.equals(tensor.shape(), shape)) {
      throw error(tensor, "has shape " + Arrays.toString(tensor.shape()), Arrays.toString(shape));
    }
    return tensor;
  }

  /**
   * The numbers of a tensor in single precision.
   *
   * @throws ModelFormatException if there is none of that name, it has another shape or type, or a
   *     number in it is no weight
   */
  public float[] floats(String name, long... shape) {
    Initializer tensor = tensor(name, shape);
    if (tensor.type() != ElementType.FLOAT) {
      throw error(tensor, "has the type " + tensor.type(), "FLOAT");
    }
    ByteBuffer bytes = bytes(tensor);
    float[] values = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(values);
    requireValid(name, values);
    return values;
  }

  /** Requires finite numbers of a sane magnitude. */
  public void requireValid(String name, float... values) {
    WeightValidator.requireValid(file, name, values);
  }

  /**
   * A tensor's numbers as they are stored, read whole.
   *
   * @throws ModelFormatException if they do not fit a buffer
   */
  public ByteBuffer bytes(Initializer tensor) {
    if (tensor.bytes() > Integer.MAX_VALUE - Long.BYTES) {
      throw error(tensor, "has " + tensor.bytes() + " bytes", "less than 2 GiB");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) tensor.bytes());
    try {
      tensor.content().writeTo(bytes);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
    return ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads as many numbers as there is room for, without their scales.
   *
   * @param from what {@link #bytes} gave of the tensor
   * @param into of an even length where the tensor has four bits
   */
  public void read(Initializer tensor, ByteBuffer from, float[] into) {
    switch (tensor.type()) {
      case FLOAT -> {
        for (int i = 0; i < into.length; i++) {
          into[i] = from.getFloat();
        }
      }
      case INT8 -> {
        for (int i = 0; i < into.length; i++) {
          into[i] = from.get();
        }
      }
      case INT4 -> {
        if (into.length % 2 != 0) {
          throw error(tensor, "has rows of " + into.length + " numbers", "an even number");
        }
        for (int i = 0; i < into.length; i += 2) {
          byte both = from.get();
          into[i] = (byte) (both << 4) >> 4;
          into[i + 1] = both >> 4;
        }
      }
      default -> throw error(tensor, "has the type " + tensor.type(), "FLOAT, INT8 or INT4");
    }
  }

  public ModelFormatException error(Initializer tensor, String found, String expected) {
    return new ModelFormatException(
        file, "tensor \"" + tensor.name() + "\" " + found + ", expected " + expected);
  }
}
