// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.bicla.WordTable;

/**
 * For each first sentence, the most similar second sentences that do not translate it: by the
 * cosine of the sums of their word vectors (equation 6 of the paper). The search is exact.
 */
final class NearestSentences {
  /** Rows of a block of the similarity matrix. */
  private static final int BLOCK_ROWS = 512;

  /** Columns of a block: a block has 64 MB. */
  private static final int BLOCK_COLUMNS = 1 << 15;

  /**
   * Number of candidates retrieved in addition to those requested: translations of the first
   * sentence are among the most similar ones.
   */
  private static final int SPARE = 16;

  private NearestSentences() {}

  /**
   * Finds the nearest sentences.
   *
   * @param count number of sentences to find for each pair, 1 or more
   * @return {@code [pairs][count]}, indices of second sentences, the nearest first; fewer if there
   *     are no more
   */
  // The scopes free the tensors created inside them.
  @SuppressWarnings("try")
  static int[][] find(BiclaPairs pairs, int count) {
    int[][] nearest = new int[pairs.size()][];
    try (PointerScope scope = new PointerScope()) {
      Tensor first = directions(pairs.firstWords(), pairs.first());
      Tensor second = directions(pairs.secondWords(), pairs.second());
      for (int from = 0; from < pairs.size(); from += BLOCK_ROWS) {
        int rows = Math.min(BLOCK_ROWS, pairs.size() - from);
        try (PointerScope block = new PointerScope()) {
          long[] found = top(first.narrow(0, from, rows), second, count + SPARE);
          int width = found.length / rows;
          for (int i = 0; i < rows; i++) {
            int pair = from + i;
            nearest[pair] =
                Arrays.stream(found, i * width, (i + 1) * width)
                    .mapToInt(Math::toIntExact)
                    .filter(candidate -> !pairs.isTranslation(pair, candidate))
                    .limit(count)
                    .toArray();
          }
        }
      }
    }
    return nearest;
  }

  /** Returns the columns with the highest products, {@code [rows * columns]}, best first. */
  private static long[] top(Tensor rows, Tensor all, int count) {
    TensorVector values = new TensorVector();
    TensorVector columns = new TensorVector();
    long size = all.size(0);
    for (long from = 0; from < size; from += BLOCK_COLUMNS) {
      long width = Math.min(BLOCK_COLUMNS, size - from);
      Tensor similarities = rows.mm(all.narrow(0, from, width).t());
      T_TensorTensor_T best = torch.topk(similarities, Math.min(count, width), 1, true, true);
      values.push_back(best.get0());
      columns.push_back(best.get1().add(new Scalar(from)));
    }
    T_TensorTensor_T merged =
        torch.topk(torch.cat(values, 1), Math.min(count, size), 1, true, true);
    Tensor found = torch.cat(columns, 1).gather(1, merged.get1()).contiguous();
    long[] indices = new long[Math.toIntExact(found.numel())];
    new LongPointer(found.data_ptr()).get(indices);
    return indices;
  }

  /** Returns the sums of the word vectors of sentences, scaled to unit length. */
  private static Tensor directions(WordTable words, List<int[]> sentences) {
    int dimension = words.vectors().dimension();
    float[] sums = new float[Math.multiplyExact(sentences.size(), dimension)];
    IntStream.range(0, sentences.size())
        .parallel()
        .forEach(
            i -> {
              for (int row : sentences.get(i)) {
                float[] vector = words.vectors().vector(row);
                for (int d = 0; d < dimension; d++) {
                  sums[i * dimension + d] += vector[d];
                }
              }
              UnitVectors.normalize(sums, i * dimension, (i + 1) * dimension);
            });
    return Tensor.create(sums, sentences.size(), dimension);
  }
}
