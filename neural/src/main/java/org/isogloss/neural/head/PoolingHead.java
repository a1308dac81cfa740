// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * Pools the token vectors of a text to one unit vector: the head of bi-encoders (Reimers and
 * Gurevych 2019).
 *
 * @param pooling any but {@link Pooling#NONE}
 */
public record PoolingHead(Pooling pooling) implements Head {
  public PoolingHead {
    if (requireNonNull(pooling, "pooling is null") == Pooling.NONE) {
      throw new IllegalArgumentException(
          "pooling is NONE, expected MEAN, CLS, LAST, WEIGHTED_MEAN or MAX");
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
    return switch (pooling) {
      case CLS -> hidden.select(1, 0);
      case LAST -> lastTokens(hidden, batch);
      case MAX ->
          hidden
              .masked_fill(
                  batch.mask().logical_not().unsqueeze(-1), new Scalar(Float.NEGATIVE_INFINITY))
              .amax(new long[] {1}, false);
      case MEAN ->
          batch.isPadded()
              ? weightedMean(hidden, batch.mask().to(hidden.scalar_type()))
              : hidden.mean(1);
      case WEIGHTED_MEAN -> {
        Tensor mask = batch.mask().to(hidden.scalar_type());
        yield weightedMean(hidden, mask.cumsum(1).mul(mask));
      }
      case NONE -> throw new AssertionError("the constructor rejects NONE");
    };
  }

  private static Tensor lastTokens(Tensor hidden, TokenBatch batch) {
    int[] rows = new int[batch.size()];
    for (int text = 0; text < rows.length; text++) {
      rows[text] = text * batch.tokens() + batch.length(text) - 1;
    }
    return hidden
        .reshape(-1, hidden.size(2))
        .index_select(0, Tensors.longTensor(rows, hidden.device()));
  }

  /** Returns the mean of vectors with weights {@code [batch, tokens]}. */
  private static Tensor weightedMean(Tensor hidden, Tensor weights) {
    return hidden.mul(weights.unsqueeze(-1)).sum(1).div(weights.sum(1).unsqueeze(-1));
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
