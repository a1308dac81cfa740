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

/** Gives parameters their values: those of a model's file, or new ones. */
public final class ParameterSource {
  /** The standard deviation of new weights (Devlin et al. 2019). */
  private static final double STANDARD_DEVIATION = 0.02;

  private static final int CHUNK = 1 << 20;

  /** Fills a stretch of a tensor, row by row, in the order of the stretches. */
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
   * Makes something of the weights in a model folder.
   *
   * @param seed of new weights
   * @param reader what was made before it throws is freed
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

  /** Makes a head for a transformer. */
  public static <T> T read(
      ModelFolder folder, Transformer body, long seed, Function<ParameterSource, T> reader) {
    return read(folder, seed, body.device(), body.type(), reader);
  }

  /** A linear map that the model has. */
  public Linear linear(String name, int out, int in) {
    return new Linear(stored(name + ".weight", out, in), stored(name + ".bias", out));
  }

  /** A linear map that the model has, or else a new one. */
  public Linear linearOrNew(String name, int out, int in) {
    return weights.has(name + ".weight") ? linear(name, out, in) : newLinear(name, out, in);
  }

  /** A linear map with random weights and no bias yet. */
  public Linear newLinear(String name, int out, int in) {
    return new Linear(
        parameter(name + ".weight", this::normal, out, in), constant(name + ".bias", 0, out));
  }

  /** A normalisation that the model has. */
  public LayerNorm norm(String name, int width, double epsilon) {
    return new LayerNorm(stored(name + ".weight", width), stored(name + ".bias", width), epsilon);
  }

  /** A normalisation that neither scales nor shifts yet. */
  public LayerNorm newNorm(String name, int width, double epsilon) {
    return new LayerNorm(
        constant(name + ".weight", 1, width), constant(name + ".bias", 0, width), epsilon);
  }

  /** A tensor that the model has. */
  public Parameter stored(String name, long... shape) {
    weights.tensor(name, shape);
    return parameter(name, (from, into) -> weights.floats(name, from, into), shape);
  }

  /** A tensor that holds one number everywhere. */
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

  /** How many rows a tensor of the model has. */
  public int rows(String name) {
    return weights.tensor(name).size(0);
  }

  private void normal(long from, FloatBuffer into) {
    while (into.hasRemaining()) {
      into.put((float) (STANDARD_DEVIATION * random.nextGaussian()));
    }
  }

  // The scope frees what was made on the way.
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
