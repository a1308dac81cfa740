// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;

// Scopes free the tensors created inside them.
@SuppressWarnings("try")
@RequiresTorch
class TextVectorCacheTest {
  private final List<Integer> encoded = new ArrayList<>();

  /** The vector of a text of the token n is (n, 2n); records which texts were encoded. */
  private Tensor encode(List<Encoding> texts) {
    float[] vectors = new float[2 * texts.size()];
    for (int i = 0; i < texts.size(); i++) {
      int token = texts.get(i).ids()[0];
      encoded.add(token);
      vectors[2 * i] = token;
      vectors[2 * i + 1] = 2 * token;
    }
    return Tensor.create(vectors, texts.size(), 2);
  }

  private float[] vectors(TextVectorCache cache, int... tokens) {
    encoded.clear();
    try (PointerScope scope = new PointerScope()) {
      return Tensors.toArray(
          cache.vectors(
              Arrays.stream(tokens)
                  .mapToObj(token -> TransformerFixtures.encoding(token))
                  .toList()));
    }
  }

  @Test
  void encodesATextOnce() {
    try (TextVectorCache cache = new TextVectorCache(10, this::encode)) {
      assertThat(vectors(cache, 3, 1)).containsExactly(3, 6, 1, 2);
      assertThat(encoded).containsExactly(3, 1);
      assertThat(vectors(cache, 1, 4, 3)).containsExactly(1, 2, 4, 8, 3, 6);
      assertThat(encoded).containsExactly(4);
      assertThat(vectors(cache, 4, 4, 1)).containsExactly(4, 8, 4, 8, 1, 2);
      assertThat(encoded).isEmpty();
    }
  }

  @Test
  void replacesTheOldestTexts() {
    try (TextVectorCache cache = new TextVectorCache(3, this::encode)) {
      vectors(cache, 1, 2, 3);
      assertThat(vectors(cache, 1, 4)).containsExactly(1, 2, 4, 8);
      assertThat(encoded).containsExactly(4);
      assertThat(vectors(cache, 1, 2, 3, 4)).containsExactly(1, 2, 2, 4, 3, 6, 4, 8);
      assertThat(encoded).containsExactly(1);
    }
  }

  @Test
  void isRightForTextsInAnyOrder() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (TextVectorCache cache = new TextVectorCache(7, this::encode)) {
      for (int call = 0; call < 200; call++) {
        int[] tokens = random.ints(1 + random.nextInt(12), 0, 20).toArray();
        float[] vectors = vectors(cache, tokens);
        for (int i = 0; i < tokens.length; i++) {
          assertThat(vectors[2 * i]).as("seed %d, call %d", seed, call).isEqualTo(tokens[i]);
          assertThat(vectors[2 * i + 1]).isEqualTo(2 * tokens[i]);
        }
      }
    }
  }
}
