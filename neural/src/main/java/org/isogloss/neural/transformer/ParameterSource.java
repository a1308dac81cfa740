// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.torch.TensorMemory;

/** The values of parameters: those of a model's file, or new ones. */
public final class ParameterSource {
  /** The standard deviation of new weights (Devlin et al. 2019). */
  private static final double STANDARD_DEVIATION = 0.02;

  private static final int CHUNK = 1 << 20;

  /** Fills a range of a tensor in row-major order; ranges are consecutive. */
  @FunctionalInterface
  private interface Filler {
    void fill(long from, FloatBuffer into);
  }

  private final TransformerWeights weights;
  private final Random random;
  private final Device device;
  private final ScalarType type;
  private final List<Parameter> created = new ArrayList<>();

  private ParameterSource(TransformerWeights weights, long seed, Device device, ScalarType type) {
    this.weights = weights;
    this.random = new Random(seed);
    this.device = device;
    this.type = type;
  }

  /**
   * Reads an object from the weights in a model folder.
   *
   * @param seed seed of new weights
   * @param reader if it throws, everything that it created is freed
   */
  static <T> T read(
      ModelFolder folder,
      long seed,
      Device device,
      ScalarType type,
      Function<ParameterSource, T> reader) {
    try (TransformerWeights weights = TransformerWeights.open(folder)) {
      ParameterSource source = new ParameterSource(weights, seed, device, type);
      try {
        return reader.apply(source);
      } catch (RuntimeException e) {
        source.created.forEach(parameter -> parameter.values().close());
        throw e;
      }
    }
  }

  /** Creates a head for a transformer. */
  public static <T> T read(
      ModelFolder folder, Transformer body, long seed, Function<ParameterSource, T> reader) {
    return read(folder, seed, body.device(), body.type(), reader);
  }

  /** Reads a linear map. */
  public Linear linear(String name, int out, int in) {
    return new Linear(stored(name + ".weight", out, in), stored(name + ".bias", out));
  }

  /** Reads a linear map, or creates one if the model has none. */
  public Linear linearOrNew(String name, int out, int in) {
    return weights.has(name + ".weight") ? linear(name, out, in) : newLinear(name, out, in);
  }

  /** Creates a linear map with random weights and zero bias. */
  public Linear newLinear(String name, int out, int in) {
    return new Linear(
        parameter(name + ".weight", this::normal, out, in), constant(name + ".bias", 0, out));
  }

  /** Reads a normalisation. */
  public LayerNorm norm(String name, int width, double epsilon) {
    return new LayerNorm(stored(name + ".weight", width), stored(name + ".bias", width), epsilon);
  }

  /** Creates an identity normalisation. */
  public LayerNorm newNorm(String name, int width, double epsilon) {
    return new LayerNorm(
        constant(name + ".weight", 1, width), constant(name + ".bias", 0, width), epsilon);
  }

  /** Reads a tensor. */
  public Parameter stored(String name, long... shape) {
    weights.tensor(name, shape);
    return parameter(name, (from, into) -> weights.floats(name, from, into), shape);
  }

  /** Creates a constant tensor. */
  public Parameter constant(String name, float value, long... shape) {
    return parameter(
        name,
        (from, into) -> {
          while (into.hasRemaining()) {
            into.put(value);
          }
        },
        shape);
  }

  /** Returns the number of rows of a tensor of the model. */
  public int rows(String name) {
    return weights.tensor(name).size(0);
  }

  private void normal(long from, FloatBuffer into) {
    while (into.hasRemaining()) {
      into.put((float) (STANDARD_DEVIATION * random.nextGaussian()));
    }
  }

  // The scope frees intermediate tensors.
  @SuppressWarnings("try")
  private Parameter parameter(String name, Filler filler, long... shape) {
    try (PointerScope scope = new PointerScope()) {
      Tensor values = TensorMemory.empty(type, shape);
      if (type == ScalarType.Float) {
        fill(values, filler);
      } else {
        fillDoubles(values, filler);
      }
      Tensor there = TensorMemory.toDevice(device, values);
      there.set_requires_grad(true);
      Parameter parameter = new Parameter(name, TensorMemory.retain(there));
      created.add(parameter);
      return parameter;
    }
  }

  private static void fill(Tensor values, Filler filler) {
    FloatBuffer all = values.<FloatBuffer>createBuffer();
    for (int at = 0; at < all.capacity(); at += CHUNK) {
      filler.fill(at, all.slice(at, Math.min(CHUNK, all.capacity() - at)));
    }
  }

  private static void fillDoubles(Tensor values, Filler filler) {
    DoubleBuffer all = values.<DoubleBuffer>createBuffer();
    FloatBuffer some = FloatBuffer.allocate(CHUNK);
    for (int at = 0; at < all.capacity(); at += CHUNK) {
      some.clear().limit(Math.min(CHUNK, all.capacity() - at));
      filler.fill(at, some);
      some.flip();
      while (some.hasRemaining()) {
        all.put(some.get());
      }
    }
  }
}
