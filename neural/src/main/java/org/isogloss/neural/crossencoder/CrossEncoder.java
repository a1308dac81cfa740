// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/** A transformer that encodes a query and a passage together and computes one score. */
final class CrossEncoder {
  private final Transformer transformer;
  private final SequenceClassificationHead head;
  private final boolean bf16;
  private final int chunk;

  /**
   * Creates a cross-encoder.
   *
   * @param head a head with one label
   * @param bf16 whether matrix products are computed in bfloat16
   * @param chunk number of pairs that are encoded together
   */
  CrossEncoder(Transformer transformer, SequenceClassificationHead head, boolean bf16, int chunk) {
    this.transformer = requireNonNull(transformer, "transformer is null");
    this.head = requireNonNull(head, "head is null");
    this.bf16 = bf16;
    this.chunk = chunk;
    if (head.labels() != 1) {
      throw new IllegalArgumentException(head.labels() + " labels, expected 1");
    }
  }

  Transformer transformer() {
    return transformer;
  }

  SequenceClassificationHead head() {
    return head;
  }

  /** Returns the scores of pairs, {@code [pairs]}, before any sigmoid, with gradients. */
  Tensor scores(List<Encoding> pairs) {
    LengthSortedChunks chunks = LengthSortedChunks.of(pairs, chunk);
    TensorVector all = new TensorVector();
    for (int i = 0; i < chunks.chunkCount(); i++) {
      all.push_back(scores(chunks, i));
    }
    return torch
        .cat(all, 0)
        .index_select(0, chunks.positions().to(transformer.device(), torch.ScalarType.Long));
  }

  private Tensor scores(LengthSortedChunks chunks, int number) {
    TokenBatch batch = transformer.batch(chunks.chunk(number));
    return Autocast.compute(
        bf16,
        transformer.device(),
        () -> head.logits(transformer.forward(batch)).squeeze(1).to(torch.ScalarType.Float));
  }

  /** Returns the scores of pairs without gradients. */
  // Scopes and guards take effect by being open.
  @SuppressWarnings("try")
  float[] scoreArray(List<Encoding> pairs) {
    LengthSortedChunks chunks = LengthSortedChunks.of(pairs, chunk);
    float[] scores = new float[pairs.size()];
    for (int i = 0; i < chunks.chunkCount(); i++) {
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        float[] chunkScores = Tensors.toArray(scores(chunks, i).cpu());
        for (int j = 0; j < chunkScores.length; j++) {
          scores[chunks.order()[i * chunk + j]] = chunkScores[j];
        }
      }
    }
    return scores;
  }
}
