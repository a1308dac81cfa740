// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/**
 * Computes the vectors for the objectives of HICTL, before normalisation to unit length.
 *
 * @param transformer the transformer to train
 * @param bf16 whether matrix products are computed in bfloat16
 * @param chunk number of texts that are encoded together
 */
record HictlEncoder(Transformer transformer, boolean bf16, int chunk) {
  HictlEncoder {
    requireNonNull(transformer, "transformer is null");
  }

  /** Returns vectors {@code [texts, hidden]} in the order of the texts, with gradients. */
  Tensor vectors(List<Encoding> texts, Pooling pooling) {
    PoolingHead head = new PoolingHead(pooling);
    LengthSortedChunks chunks = LengthSortedChunks.of(texts, chunk);
    TensorVector all = new TensorVector();
    for (int i = 0; i < chunks.chunkCount(); i++) {
      TokenBatch batch = transformer.batch(chunks.chunk(i));
      all.push_back(
          Autocast.compute(
              bf16, transformer.device(), () -> head.pooled(transformer.forward(batch), batch)));
    }
    return torch
        .cat(all, 0)
        .index_select(0, chunks.positions().to(transformer.device(), torch.ScalarType.Long));
  }
}
