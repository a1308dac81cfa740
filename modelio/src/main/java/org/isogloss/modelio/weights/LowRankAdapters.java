// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * The weights of adapters: for each task and matrix of the model, two factors of low rank whose
 * product is added to the matrix (Hu et al., <i>LoRA</i>, ICLR 2022).
 *
 * <p>PyTorch stores a matrix {@code X.weight} with adapters as {@code
 * X.parametrizations.weight.original}, with {@code X.parametrizations.weight.0.lora_A} and {@code
 * lora_B}, which have a slice for each task. Of a linear layer, whose weight is {@code [out, in]},
 * they are {@code [tasks, rank, in]} and {@code [tasks, out, rank]}; of an embedding, {@code
 * [tasks, rows, rank]} and {@code [tasks, rank, width]}.
 */
public final class LowRankAdapters {
  private static final String PARAMETRIZED = ".parametrizations.weight.";
  private static final String ORIGINAL = PARAMETRIZED + "original";
  private static final String A = PARAMETRIZED + "0.lora_A";
  private static final String B = PARAMETRIZED + "0.lora_B";
  private static final String WEIGHT = ".weight";
  private static final String EMBEDDINGS = "embeddings.";

  /**
   * Where the adapters of a matrix are.
   *
   * @param module the beginning of the names of the stored tensors
   * @param part index of the matrix among those that are stored one below the other
   * @param parts number of these matrices
   */
  private record Location(String module, int part, int parts) {}

  private final Safetensors file;
  private final Map<String, Location> locations = new HashMap<>();

  LowRankAdapters(Safetensors file, TensorNaming naming) {
    this.file = file;
    for (String name : file.tensors().keySet()) {
      if (name.endsWith(A)) {
        String module = name.substring(0, name.length() - A.length());
        List<String> matrices = naming.canonicalNames(module + ORIGINAL);
        for (int part = 0; part < matrices.size(); part++) {
          locations.put(matrices.get(part), new Location(module, part, matrices.size()));
        }
      }
    }
  }

  /** Returns the name that a stored matrix would have without adapters. */
  static String matrixOf(String storedName) {
    return storedName.endsWith(ORIGINAL)
        ? storedName.substring(0, storedName.length() - ORIGINAL.length()) + WEIGHT
        : storedName;
  }

  /** Returns whether a stored tensor is a factor of an adapter. */
  boolean contain(String storedName) {
    String module =
        storedName.endsWith(A) || storedName.endsWith(B)
            ? storedName.substring(0, storedName.length() - A.length())
            : storedName;
    return file.has(module + A);
  }

  /** Returns whether no matrix has an adapter. */
  public boolean isEmpty() {
    return locations.isEmpty();
  }

  /**
   * Returns the factor with the rows of a matrix, {@code [rows, rank]}, multiplied by the scale.
   *
   * @param matrix canonical name, such as {@code encoder.layer.0.output.dense.weight}
   * @throws ModelFormatException if the matrix has no adapter, or one of another shape, or a value
   *     is not finite or implausibly large
   */
  public float[] left(String matrix, AdapterSettings settings, String task, int rows) {
    Location at = locate(matrix);
    int rank = settings.rank();
    float[] factor =
        read(
            at.module + (isEmbedding(matrix) ? A : B),
            settings,
            task,
            at,
            new long[] {(long) rows * at.parts, rank},
            rows * rank);
    for (int i = 0; i < factor.length; i++) {
      factor[i] *= (float) settings.scale();
    }
    return factor;
  }

  /**
   * Returns the factor with the columns of a matrix, {@code [rank, columns]}.
   *
   * @param matrix canonical name
   * @throws ModelFormatException like {@link #left}
   */
  public float[] right(String matrix, AdapterSettings settings, String task, int columns) {
    Location at = locate(matrix);
    int rank = settings.rank();
    return read(
        at.module + (isEmbedding(matrix) ? B : A),
        settings,
        task,
        new Location(at.module, 0, 1),
        new long[] {rank, columns},
        rank * columns);
  }

  /**
   * Returns what matrices share that have the same {@link #right} factor, such as those of queries,
   * keys and values in a layer.
   *
   * @throws ModelFormatException if the matrix has no adapter
   */
  public String module(String matrix) {
    return locate(matrix).module;
  }

  private static boolean isEmbedding(String matrix) {
    return matrix.startsWith(EMBEDDINGS);
  }

  private Location locate(String matrix) {
    Location location = locations.get(matrix);
    if (location == null) {
      throw new ModelFormatException(
          file.path(),
          "has no adapter for \"" + matrix + "\", expected \"..." + A + "\" for each matrix");
    }
    return location;
  }

  private float[] read(
      String name, AdapterSettings settings, String task, Location at, long[] shape, int size) {
    requireFactor(name, settings, shape);
    long slice = settings.tasks().indexOf(task);
    if (slice < 0) {
      throw new IllegalArgumentException(
          "task is \"" + task + "\", expected one of " + settings.tasks());
    }
    float[] values = new float[size];
    long from = (slice * at.parts + at.part) * size;
    file.floats(name, from, FloatBuffer.wrap(values));
    WeightValidator.requireValid(file.fileOf(name), name, FloatBuffer.wrap(values), from);
    return values;
  }

  private void requireFactor(String name, AdapterSettings settings, long... shape) {
    TensorInfo found = file.tensor(name, settings.tasks().size(), shape[0], shape[1]);
    if (!found.type().isFloatingPoint()) {
      throw new ModelFormatException(
          file.fileOf(name),
          "tensor "
              + Excerpt.quote(name)
              + " is "
              + found.describe()
              + ", expected floating-point numbers");
    }
  }

  /**
   * Requires an adapter of every matrix; the values are not read.
   *
   * @throws ModelFormatException if a matrix has none, or one of another shape
   */
  public void requireComplete(EncoderArchitecture architecture, AdapterSettings settings) {
    TransformerTensorShapes.shapes(architecture)
        .forEach(
            (name, shape) -> {
              if (shape.size() == 2) {
                Location at = locate(name);
                boolean embedding = isEmbedding(name);
                long rank = settings.rank();
                requireFactor(
                    at.module + (embedding ? A : B), settings, shape.get(0) * at.parts, rank);
                requireFactor(at.module + (embedding ? B : A), settings, rank, shape.get(1));
              }
            });
  }
}
