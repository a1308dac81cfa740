// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/** A transformer that encodes a text as one unit vector. */
public final class BiEncoder {
  private final Transformer transformer;
  private final PoolingHead head;
  private final boolean bf16;
  private final int chunk;

  /**
   * Creates an encoder.
   *
   * @param bf16 whether matrix products are computed in bfloat16
   * @param chunk number of texts that are encoded together
   */
  public BiEncoder(Transformer transformer, PoolingHead head, boolean bf16, int chunk) {
    this.transformer = requireNonNull(transformer, "transformer is null");
    this.head = requireNonNull(head, "head is null");
    this.bf16 = bf16;
    this.chunk = chunk;
  }

  Transformer transformer() {
    return transformer;
  }

  /** Splits texts into the chunks that are encoded together. */
  LengthSortedChunks chunksOf(List<Encoding> texts) {
    return LengthSortedChunks.of(texts, chunk);
  }

  /** Returns the unit vectors of one chunk, {@code [texts, dimension]}, with gradients. */
  Tensor vectors(LengthSortedChunks chunks, int chunk) {
    TokenBatch batch = transformer.batch(chunks.chunk(chunk));
    return Autocast.compute(
        bf16, transformer.device(), () -> head.vectors(transformer.forward(batch), batch));
  }

  /**
   * Unit vectors of texts and of their words.
   *
   * @param texts {@code [texts, dimension]}
   * @param words {@code [words of all texts, dimension]}, in order: the mean of the last hidden
   *     states of the tokens of a word, scaled to unit length
   */
  record TextAndWordVectors(Tensor texts, Tensor words) {}

  /**
   * Encodes texts together, with gradients.
   *
   * @param words the words of each text
   */
  TextAndWordVectors textAndWordVectors(List<Encoding> texts, List<List<TokenRange>> words) {
    TokenBatch batch = transformer.batch(texts);
    Tensor hidden =
        Autocast.compute(
            bf16,
            transformer.device(),
            () -> transformer.forward(batch).to(torch.ScalarType.Float));
    int width = Math.toIntExact(hidden.size(2));
    int wordCount = words.stream().mapToInt(List::size).sum();
    IntStream.Builder tokens = IntStream.builder();
    IntStream.Builder wordOfToken = IntStream.builder();
    int word = 0;
    for (int text = 0; text < texts.size(); text++) {
      for (TokenRange range : words.get(text)) {
        for (int token = range.start(); token < range.end(); token++) {
          tokens.add(text * batch.tokens() + token);
          wordOfToken.add(word);
        }
        word++;
      }
    }
    Tensor states =
        hidden
            .reshape(-1, width)
            .index_select(0, Tensors.longTensor(tokens.build().toArray(), transformer.device()));
    // The length of a sum does not count, so it need not be divided by the number of tokens.
    Tensor sums =
        torch
            .zeros(new long[] {wordCount, width}, hidden.options())
            .index_add(
                0, Tensors.longTensor(wordOfToken.build().toArray(), transformer.device()), states);
    return new TextAndWordVectors(
        head.vectors(hidden, batch), torch.normalize(sums, new NormalizeFuncOptions()));
  }

  /** Returns the concatenated vectors of all chunks in the order of the texts. */
  Tensor restoreOrder(LengthSortedChunks chunks, Tensor encoded) {
    return encoded.index_select(
        0, chunks.positions().to(transformer.device(), torch.ScalarType.Long));
  }

  /**
   * Returns unit vectors {@code [texts, dimension]} in the order of the texts, without gradients.
   */
  // Scopes and guards take effect by being open.
  @SuppressWarnings("try")
  public Tensor vectors(List<Encoding> texts) {
    PointerScope outer = PointerScope.getInnerScope();
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      LengthSortedChunks chunks = chunksOf(texts);
      TensorVector all = new TensorVector();
      for (int i = 0; i < chunks.chunkCount(); i++) {
        try (PointerScope inner = new PointerScope()) {
          all.push_back(vectors(chunks, i));
        }
      }
      Tensor ordered = restoreOrder(chunks, torch.cat(all, 0));
      if (outer == null) {
        scope.detach(ordered.retainReference());
      } else {
        outer.attach(ordered);
      }
      return ordered;
    }
  }
}
