// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import java.nio.ShortBuffer;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.torch.Tensors;

/** The token vectors of many texts in one tensor of half precision. */
final class TokenTable implements AutoCloseable {
  private final Tensor vectors;
  private final int[] firstRows;
  private final List<TokenStates> texts;

  /**
   * Copies the vectors.
   *
   * @param maxTokens number of tokens of a text that are kept
   * @param hidden width of a vector
   */
  @SuppressWarnings("try") // The scope frees the views that are created inside it.
  TokenTable(List<TokenStates> texts, int maxTokens, int hidden) {
    this.texts = texts;
    firstRows = new int[texts.size() + 1];
    for (int i = 0; i < texts.size(); i++) {
      firstRows[i + 1] = Math.addExact(firstRows[i], Math.min(maxTokens, texts.get(i).size()));
    }
    try (PointerScope scope = new PointerScope()) {
      Tensor bits = TensorMemory.empty(torch.ScalarType.Short, firstRows[texts.size()], hidden);
      for (int i = 0; i < texts.size(); i++) {
        if (size(i) > 0) {
          try (Tensor rows = bits.narrow(0, firstRows[i], size(i))) {
            rows.<ShortBuffer>createBuffer().put(texts.get(i).vectors(), 0, size(i) * hidden);
          }
        }
      }
      vectors = Tensors.retain(bits.view(torch.ScalarType.Half));
    }
  }

  /** Returns the number of tokens of a text that are kept. */
  int size(int text) {
    return firstRows[text + 1] - firstRows[text];
  }

  TokenStates text(int text) {
    return texts.get(text);
  }

  int textCount() {
    return texts.size();
  }

  /**
   * Returns the vectors of the tokens of texts in single precision, one text after the other,
   * {@code [tokens, hidden]}.
   */
  Tensor rowsOf(int... numbers) {
    int count = 0;
    for (int number : numbers) {
      count += size(number);
    }
    long[] rows = new long[count];
    int next = 0;
    for (int number : numbers) {
      for (int i = 0; i < size(number); i++) {
        rows[next++] = firstRows[number] + (long) i;
      }
    }
    return vectors.index_select(0, Tensor.create(rows)).to(torch.ScalarType.Float);
  }

  /** Returns the weights of the tokens of a text; they sum to 1, or are equal if all were 0. */
  float[] weights(int text) {
    float[] weights = new float[size(text)];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += texts.get(text).weights()[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) (sum > 0 ? texts.get(text).weights()[i] / sum : 1.0 / weights.length);
    }
    return weights;
  }

  @Override
  public void close() {
    vectors.close();
  }
}
