// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.torch.TensorMemory;

/** Creates parameters with the values of a model file, or with initial values. */
public final class ParameterSource {
  /** The standard deviation of new weights (Devlin et al. 2019). */
  private static final double STANDARD_DEVIATION = 0.02;

  private static final int CHUNK = 1 << 20;

  /** Fills a tensor chunk by chunk, in row-major order. */
  @FunctionalInterface
  private interface Filler {
    void fill(long offset, FloatBuffer target);
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
   * Creates a part of a model from the weights in a model folder.
   *
   * @param seed seed of new weights
   * @param reader creates the part; if it throws an exception, the parameters are freed
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

  /** Reads a linear map with a bias of the model. */
  public Linear linear(String name, int out, int in) {
    return linear(name, out, in, true);
  }

  /** Reads a linear map of the model, with or without a bias. */
  public Linear linear(String name, int out, int in, boolean bias) {
    Parameter weight = stored(name + ".weight", out, in);
    return new Linear(weight, bias ? Optional.of(stored(name + ".bias", out)) : Optional.empty());
  }

  /** Reads a linear map of the model, or creates a new one if the model does not have it. */
  public Linear linearOrNew(String name, int out, int in) {
    return weights.has(name + ".weight") ? linear(name, out, in) : newLinear(name, out, in);
  }

  /** Creates a linear map with random weights and a bias of zeros. */
  public Linear newLinear(String name, int out, int in) {
    return new Linear(
        parameter(name + ".weight", this::normal, out, in), constant(name + ".bias", 0, out));
  }

  /** Reads a normalisation of the model. */
  public Norm norm(String name, int width, Normalization settings) {
    Parameter weight = stored(name + ".weight", width);
    return new Norm(
        settings.kind(),
        weight,
        settings.bias() ? Optional.of(stored(name + ".bias", width)) : Optional.empty(),
        settings.epsilon());
  }

  /** Creates a layer normalisation with weights of ones and a bias of zeros. */
  public Norm newNorm(String name, int width, double epsilon) {
    return newNorm(
        name,
        width,
        new Normalization(
            Normalization.Kind.LAYER, Normalization.Placement.AFTER_SUM, epsilon, true));
  }

  /** Creates a normalisation that multiplies by 1, with a bias of zeros if there is one. */
  public Norm newNorm(String name, int width, Normalization settings) {
    return new Norm(
        settings.kind(),
        constant(
            name + ".weight", settings.kind() == Normalization.Kind.RMS_PLUS_ONE ? 0 : 1, width),
        settings.bias() ? Optional.of(constant(name + ".bias", 0, width)) : Optional.empty(),
        settings.epsilon());
  }

  /** Reads a tensor of the model. */
  public Parameter stored(String name, long... shape) {
    weights.tensor(name, shape);
    return parameter(name, (offset, target) -> weights.floats(name, offset, target), shape);
  }

  /** Creates a tensor whose elements have the same value. */
  public Parameter constant(String name, float value, long... shape) {
    return parameter(
        name,
        (offset, target) -> {
          while (target.hasRemaining()) {
            target.put(value);
          }
        },
        shape);
  }

  /** Creates an identity matrix, {@code [width, width]}. */
  public Parameter identity(String name, int width) {
    return parameter(
        name,
        (offset, target) -> {
          for (long i = offset; target.hasRemaining(); i++) {
            target.put(i % (width + 1L) == 0 ? 1 : 0);
          }
        },
        width,
        width);
  }

  /** Creates a tensor of values, row by row. */
  public Parameter of(String name, float[] values, long... shape) {
    return parameter(
        name,
        (offset, target) -> target.put(values, Math.toIntExact(offset), target.remaining()),
        shape);
  }

  /** Creates a tensor with random elements, from the distribution of new weights. */
  public Parameter random(String name, long... shape) {
    return parameter(name, this::normal, shape);
  }

  /** Returns the number of rows of a tensor of the model. */
  public int rows(String name) {
    return weights.tensor(name).size(0);
  }

  private void normal(long offset, FloatBuffer target) {
    while (target.hasRemaining()) {
      target.put((float) (STANDARD_DEVIATION * random.nextGaussian()));
    }
  }

  // The scope frees the intermediate tensors.
  @SuppressWarnings("try")
  private Parameter parameter(String name, Filler filler, long... shape) {
    try (PointerScope scope = new PointerScope()) {
      Tensor values = TensorMemory.empty(type, shape);
      if (type == ScalarType.Float) {
        fill(values, filler);
      } else {
        fillDoubles(values, filler);
      }
      Tensor onDevice = TensorMemory.toDevice(device, values);
      onDevice.set_requires_grad(true);
      Parameter parameter = new Parameter(name, TensorMemory.retain(onDevice));
      created.add(parameter);
      return parameter;
    }
  }

  private static void fill(Tensor values, Filler filler) {
    FloatBuffer all = values.<FloatBuffer>createBuffer();
    for (int start = 0; start < all.capacity(); start += CHUNK) {
      filler.fill(start, all.slice(start, Math.min(CHUNK, all.capacity() - start)));
    }
  }

  private static void fillDoubles(Tensor values, Filler filler) {
    DoubleBuffer all = values.<DoubleBuffer>createBuffer();
    FloatBuffer chunk = FloatBuffer.allocate(CHUNK);
    for (int start = 0; start < all.capacity(); start += CHUNK) {
      chunk.clear().limit(Math.min(CHUNK, all.capacity() - start));
      filler.fill(start, chunk);
      chunk.flip();
      while (chunk.hasRemaining()) {
        all.put(chunk.get());
      }
    }
  }
}
