// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.text.Encoding;

/** Opens the sample transformers and converts their output. */
public final class TransformerFixtures {
  private TransformerFixtures() {}

  /** Opens a separate copy below a folder. */
  public static ModelFolder open(SampleTransformer sample, Path folder) {
    try {
      return ModelFolder.open(sample.copyInto(Files.createTempDirectory(folder, "sample")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Transformer load(
      SampleTransformer sample, Path folder, TransformerOptions options) {
    try (ModelFolder model = open(sample, folder)) {
      return Transformer.load(model, options);
    }
  }

  public static Transformer load(SampleTransformer sample, Path folder) {
    return load(sample, folder, TransformerOptions.DEFAULT);
  }

  public static Encoding encoding(int... ids) {
    return new Encoding(
        ids, new int[ids.length], new int[ids.length], new int[ids.length], new int[ids.length]);
  }

  /** Returns the texts and pairs of the golden outputs, which PyTorch computed. */
  public static List<Encoding> texts(SampleTransformer.Golden golden) {
    List<Encoding> texts = new ArrayList<>();
    for (int row = 0; row < golden.ids().length; row++) {
      int length = Arrays.stream(golden.mask()[row]).sum();
      texts.add(
          new Encoding(
              Arrays.copyOf(golden.ids()[row], length),
              Arrays.copyOf(golden.types()[row], length),
              new int[length],
              new int[length],
              new int[length]));
    }
    return texts;
  }

  public static float[] numbers(Tensor tensor) {
    Tensor flat = tensor.detach().to(ScalarType.Float).contiguous();
    float[] numbers = new float[Math.toIntExact(flat.numel())];
    flat.<FloatBuffer>createBuffer().get(numbers);
    return numbers;
  }

  /** Copies the rows of a matrix. */
  public static float[][] rows(Tensor matrix) {
    int width = Math.toIntExact(matrix.size(1));
    float[] all = numbers(matrix);
    float[][] rows = new float[all.length / width][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = Arrays.copyOfRange(all, row * width, (row + 1) * width);
    }
    return rows;
  }

  /** Returns the maximum absolute difference of elements at the same position. */
  public static double distance(float[][] left, float[][] right) {
    if (left.length != right.length) {
      throw new AssertionError(left.length + " rows, expected " + right.length);
    }
    double max = 0;
    for (int row = 0; row < left.length; row++) {
      if (left[row].length != right[row].length) {
        throw new AssertionError(left[row].length + " columns, expected " + right[row].length);
      }
      for (int i = 0; i < left[row].length; i++) {
        double difference = Math.abs(left[row][i] - right[row][i]);
        max = difference >= 0 ? Math.max(max, difference) : Double.NaN;
      }
    }
    return max;
  }
}
