// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * Pools the token vectors of a text to one unit vector: the head of bi-encoders (Reimers and
 * Gurevych 2019).
 *
 * @param pooling {@link Pooling#MEAN} or {@link Pooling#CLS}
 */
public record PoolingHead(Pooling pooling) implements Head {
  public PoolingHead {
    if (requireNonNull(pooling, "pooling is null") == Pooling.NONE) {
      throw new IllegalArgumentException("pooling is NONE, expected MEAN or CLS");
    }
  }

  /**
   * Returns one unit vector per text.
   *
   * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
   * @param batch the batch, which contains the padding mask
   * @return unit vectors {@code [batch, hidden]}
   */
  public Tensor vectors(Tensor hidden, TokenBatch batch) {
    return torch.normalize(pooled(hidden, batch), new NormalizeFuncOptions());
  }

  /**
   * Returns one vector per text, before normalisation to unit length.
   *
   * @param hidden {@code [batch, tokens, hidden]}
   * @param batch the batch, which contains the padding mask
   * @return {@code [batch, hidden]}
   */
  public Tensor pooled(Tensor hidden, TokenBatch batch) {
    if (pooling == Pooling.CLS) {
      return hidden.select(1, 0);
    }
    if (!batch.isPadded()) {
      return hidden.mean(1);
    }
    Tensor mask = batch.mask().to(hidden.scalar_type());
    return hidden.mul(mask.unsqueeze(-1)).sum(1).div(mask.sum(1).unsqueeze(-1));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public TransformerHead kind() {
    return TransformerHead.NONE;
  }
}
