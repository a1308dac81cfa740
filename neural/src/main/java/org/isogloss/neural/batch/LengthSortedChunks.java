// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * Texts sorted by length and split into chunks that are encoded together, to minimise padding.
 *
 * @param texts the texts in their original order
 * @param order indices into {@code texts}, sorted by length
 * @param chunk number of texts per chunk
 */
public record LengthSortedChunks(List<Encoding> texts, int[] order, int chunk) {
  /**
   * Sorts texts by length.
   *
   * @param chunk number of texts per chunk
   */
  public static LengthSortedChunks of(List<Encoding> texts, int chunk) {
    int[] order =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> texts.get(i).size()))
            .mapToInt(Integer::intValue)
            .toArray();
    return new LengthSortedChunks(texts, order, chunk);
  }

  /** Returns the number of chunks. */
  public int chunkCount() {
    return (order.length + chunk - 1) / chunk;
  }

  /** Returns the texts of a chunk. */
  public List<Encoding> chunk(int number) {
    return IntStream.range(number * chunk, Math.min(order.length, (number + 1) * chunk))
        .mapToObj(i -> texts.get(order[i]))
        .toList();
  }

  /** Returns the position of each text in the sorted order: int64 {@code [texts]}. */
  public Tensor positions() {
    int[] positions = new int[order.length];
    for (int i = 0; i < positions.length; i++) {
      positions[order[i]] = i;
    }
    return Tensors.longTensor(positions);
  }
}
