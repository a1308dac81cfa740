// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.compression;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * A tensor of a feed-forward part with fewer neurons. A neuron's contribution to the output is
 * bounded by the product of the norms of its input weights and of its output weights; the neurons
 * with the largest products are kept, in their order.
 */
final class FeedForwardNeurons {
  private static final Pattern TENSOR =
      Pattern.compile(
          "(encoder\\.layer\\.[0-9]+)\\.(intermediate\\.dense\\.weight|intermediate\\.dense\\.bias"
              + "|output\\.dense\\.weight)");
  private static final String INPUT = ".intermediate.dense.weight";
  private static final String OUTPUT = ".output.dense.weight";

  private final long[] shape;
  private final float[] values;

  private FeedForwardNeurons(long[] shape, float[] values) {
    this.shape = shape;
    this.values = values;
  }

  /**
   * Returns the remaining part of a tensor; empty if it belongs to no feed-forward part.
   *
   * @param name name of the tensor
   * @param count number of neurons to keep, less than there are
   */
  static Optional<FeedForwardNeurons> of(TransformerWeights weights, String name, int count) {
    Matcher matcher = TENSOR.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int[] kept = kept(weights, matcher.group(1), count);
    long[] shape = shape(weights, name);
    float[] all = weights.floats(name, shape);
    boolean columns = name.endsWith(OUTPUT);
    int rows = columns ? Math.toIntExact(shape[0]) : 1;
    int width = columns || shape.length == 1 ? 1 : Math.toIntExact(shape[1]);
    int neurons = Math.toIntExact(shape[columns ? 1 : 0]);
    shape[columns ? 1 : 0] = count;
    float[] values = new float[rows * count * width];
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < count; i++) {
        System.arraycopy(
            all, (row * neurons + kept[i]) * width, values, (row * count + i) * width, width);
      }
    }
    return Optional.of(new FeedForwardNeurons(shape, values));
  }

  private static long[] shape(TransformerWeights weights, String name) {
    return weights.tensor(name).shape().stream().mapToLong(Long::longValue).toArray();
  }

  private static int[] kept(TransformerWeights weights, String layer, int count) {
    long[] shape = shape(weights, layer + INPUT);
    int neurons = Math.toIntExact(shape[0]);
    int hidden = Math.toIntExact(shape[1]);
    float[] input = weights.floats(layer + INPUT, shape);
    float[] output = weights.floats(layer + OUTPUT, hidden, neurons);
    double[] products = new double[neurons];
    for (int neuron = 0; neuron < neurons; neuron++) {
      double inputSquares = 0;
      double outputSquares = 0;
      for (int i = 0; i < hidden; i++) {
        double in = input[neuron * hidden + i];
        double out = output[i * neurons + neuron];
        inputSquares += in * in;
        outputSquares += out * out;
      }
      products[neuron] = inputSquares * outputSquares;
    }
    return IntStream.range(0, neurons)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer neuron) -> -products[neuron]))
        .limit(count)
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  void addTo(TransformerFolderWriter writer, DataType type, String name) {
    writer.add(new TensorInfo(name, type, shape), out -> out.floats(values));
  }
}
