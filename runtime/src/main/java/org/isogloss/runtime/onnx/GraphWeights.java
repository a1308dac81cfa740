// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
 * The weights in a graph that {@link OnnxExport} wrote. The type, shape and size of a tensor are
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
   * @throws ModelFormatException if the file is not a graph
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
   * Returns a tensor.
   *
   * @throws ModelFormatException if there is no such tensor
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
   * Returns a tensor after checking its shape.
   *
   * @throws ModelFormatException if there is no such tensor, or it has another shape
   */
  public Initializer tensor(String name, long... shape) {
    Initializer tensor = tensor(name);
    if (!Arrays.equals(tensor.shape(), shape)) {
      throw error(tensor, "has shape " + Arrays.toString(tensor.shape()), Arrays.toString(shape));
    }
    return tensor;
  }

  /**
   * Returns the elements of a tensor in single precision.
   *
   * @throws ModelFormatException if there is no such tensor, it has another shape or type, or a
   *     value is not a valid weight
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

  /** Requires finite values of plausible magnitude. */
  public void requireValid(String name, float... values) {
    WeightValidator.requireValid(file, name, values);
  }

  /**
   * Reads all elements of a tensor as they are stored.
   *
   * @throws ModelFormatException if they do not fit in a buffer
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
   * Reads elements until the array is full, without applying scales.
   *
   * @param from the result of {@link #bytes} for the tensor
   * @param into the array to fill, of even length if the tensor has four bits
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
          byte packedPair = from.get();
          into[i] = (byte) (packedPair << 4) >> 4;
          into[i + 1] = packedPair >> 4;
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
