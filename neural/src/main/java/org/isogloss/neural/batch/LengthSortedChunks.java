package org.isogloss.neural.batch;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * Texts in the order that they are run in: by length, a chunk at a time, so that little is filled
 * up.
 *
 * @param order places of the texts as they were given
 * @param chunk how many are run together
 */
public record LengthSortedChunks(List<Encoding> texts, int[] order, int chunk) {
  /**
   * A plan.
   *
   * @param chunk how many texts are run together
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

  /** How many chunks there are. */
  public int chunkCount() {
    return (order.length + chunk - 1) / chunk;
  }

  /** The texts of a chunk. */
  public List<Encoding> chunk(int number) {
    return IntStream.range(number * chunk, Math.min(order.length, (number + 1) * chunk))
        .mapToObj(i -> texts.get(order[i]))
        .toList();
  }

  /** For each text as it was given, its place among those run: int64 {@code [texts]}. */
  public Tensor positions() {
    int[] places = new int[order.length];
    for (int i = 0; i < places.length; i++) {
      places[order[i]] = i;
    }
    return Tensors.longTensor(places);
  }
}
