// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/**
 * Encodes texts as weights of all tokens of the vocabulary: the largest logit of a token at any
 * position of the text, special tokens included, after the activation.
 *
 * @param bf16 whether matrix products are computed in bfloat16
 * @param chunk number of texts that are encoded together
 */
record SpladeEncoder(
    Transformer transformer,
    LanguageModelHead head,
    TermActivation activation,
    boolean bf16,
    int chunk) {
  /** Splits texts into the chunks that are encoded together. */
  LengthSortedChunks chunksOf(List<Encoding> texts) {
    return LengthSortedChunks.of(texts, chunk);
  }

  /** Returns the weights of the texts of one chunk, {@code [texts, vocabulary]}, with gradients. */
  Tensor weights(LengthSortedChunks chunks, int number) {
    TokenBatch batch = transformer.batch(chunks.chunk(number));
    Tensor largest =
        Autocast.compute(
            bf16, transformer.device(), () -> largestLogits(transformer.forward(batch), batch));
    return activation.apply(bf16 ? largest.to(torch.ScalarType.Float) : largest);
  }

  /** The function is monotonic, so that the maximum may be taken before it. */
  private Tensor largestLogits(Tensor hidden, TokenBatch batch) {
    Tensor logits = head.logits(hidden);
    Tensor masked =
        batch.isPadded()
            ? logits.masked_fill(
                batch.mask().logical_not().unsqueeze(-1), new Scalar(Float.NEGATIVE_INFINITY))
            : logits;
    return masked.max(1).get0();
  }

  /** Returns the concatenated weights of all chunks in the order of the texts. */
  Tensor restoreOrder(LengthSortedChunks chunks, Tensor encoded) {
    return encoded.index_select(
        0, chunks.positions().to(transformer.device(), torch.ScalarType.Long));
  }

  /** Returns weights {@code [texts, vocabulary]} in the order of the texts, without gradients. */
  // Scopes and guards take effect by being open.
  @SuppressWarnings("try")
  Tensor weights(List<Encoding> texts) {
    try (NoGradGuard guard = new NoGradGuard()) {
      LengthSortedChunks chunks = chunksOf(texts);
      TensorVector all = new TensorVector();
      for (int i = 0; i < chunks.chunkCount(); i++) {
        try (PointerScope inner = new PointerScope()) {
          all.push_back(weights(chunks, i));
        }
      }
      return restoreOrder(chunks, torch.cat(all, 0));
    }
  }
}
