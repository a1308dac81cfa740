// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * Keeps the vectors of the texts that were encoded last by an encoder that is not trained, which
 * need not be encoded again. The text that was encoded first is replaced first.
 */
final class TextVectorCache implements AutoCloseable {
  private final int capacity;
  private final Function<List<Encoding>, Tensor> encoder;

  /** The row of each text, by its tokens. */
  private final Map<IntBuffer, Integer> rows = new HashMap<>();

  private final IntBuffer[] textOfRow;
  private int next;
  private Tensor vectors;

  /**
   * Creates an empty cache.
   *
   * @param capacity maximum number of texts
   * @param encoder computes vectors {@code [texts, dimension]} without gradients
   */
  TextVectorCache(int capacity, Function<List<Encoding>, Tensor> encoder) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity is " + capacity + ", expected 1 or more");
    }
    this.capacity = capacity;
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.textOfRow = new IntBuffer[capacity];
  }

  /** Returns the vectors of texts, {@code [texts, dimension]}, in the current pointer scope. */
  Tensor vectors(List<Encoding> texts) {
    List<Integer> known = new ArrayList<>();
    List<Integer> knownRows = new ArrayList<>();
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      Integer row = rows.get(key(texts.get(i)));
      if (row == null) {
        missing.add(i);
      } else {
        known.add(i);
        knownRows.add(row);
      }
    }
    if (missing.isEmpty()) {
      return vectors.index_select(0, indices(knownRows, vectors.device()));
    }
    List<Encoding> missingTexts = missing.stream().map(texts::get).toList();
    Tensor encoded = encoder.apply(missingTexts);
    Tensor result = torch.zeros(new long[] {texts.size(), encoded.size(1)}, encoded.options());
    result.index_copy_(0, indices(missing, encoded.device()), encoded);
    if (!known.isEmpty()) {
      result.index_copy_(
          0,
          indices(known, encoded.device()),
          vectors.index_select(0, indices(knownRows, vectors.device())));
    }
    keep(missingTexts, encoded);
    return result;
  }

  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  private void keep(List<Encoding> texts, Tensor encoded) {
    try (PointerScope scope = new PointerScope()) {
      if (vectors == null) {
        vectors =
            Tensors.retain(torch.zeros(new long[] {capacity, encoded.size(1)}, encoded.options()));
      }
      for (int i = 0; i < texts.size(); i++) {
        IntBuffer key = key(texts.get(i));
        if (rows.containsKey(key)) {
          continue; // The text occurs twice in this call.
        }
        if (textOfRow[next] != null) {
          rows.remove(textOfRow[next]);
        }
        vectors.narrow(0, next, 1).copy_(encoded.narrow(0, i, 1));
        rows.put(key, next);
        textOfRow[next] = key;
        next = (next + 1) % capacity;
      }
    }
  }

  /** Buffers are equal if their numbers are. */
  private static IntBuffer key(Encoding text) {
    return IntBuffer.wrap(text.ids());
  }

  private static Tensor indices(List<Integer> numbers, Device device) {
    return Tensors.longTensor(numbers.stream().mapToInt(Integer::intValue).toArray(), device);
  }

  @Override
  public void close() {
    if (vectors != null) {
      vectors.close();
    }
  }
}
