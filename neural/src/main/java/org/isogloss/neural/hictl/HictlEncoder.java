package org.isogloss.neural.hictl;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
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
 * The vectors that HICTL's objectives see, before they are brought to unit length.
 *
 * @param bf16 whether matrix products are computed in brain floating point
 * @param chunk how many texts are run together
 */
record HictlEncoder(Transformer transformer, boolean bf16, int chunk) {
  HictlEncoder {
    requireNonNull(transformer, "transformer is null");
  }

  /** {@code [texts, hidden]}, in the order of the texts; gradients flow through them. */
  Tensor vectors(List<Encoding> texts, Pooling pooling) {
    PoolingHead head = new PoolingHead(pooling);
    LengthSortedChunks plan = LengthSortedChunks.of(texts, chunk);
    TensorVector all = new TensorVector();
    for (int i = 0; i < plan.chunkCount(); i++) {
      TokenBatch batch = transformer.batch(plan.chunk(i));
      Optional<Autocast> cast =
          bf16 ? Optional.of(Autocast.bfloat16(transformer.device())) : Optional.empty();
      try {
        all.push_back(head.pooled(transformer.forward(batch), batch));
      } finally {
        cast.ifPresent(Autocast::close);
      }
    }
    return torch
        .cat(all, 0)
        .index_select(0, plan.positions().to(transformer.device(), torch.ScalarType.Long));
  }
}
