// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * Pools the token vectors of a text to one unit vector: the head of bi-encoders (Reimers and
 * Gurevych 2019). Dense layers may follow the pooling.
 */
public final class PoolingHead implements Head {
  private final Pooling pooling;
  private final List<PooledDense> dense;

  /**
   * Creates a head without dense layers.
   *
   * @param pooling any but {@link Pooling#NONE}
   */
  public PoolingHead(Pooling pooling) {
    this(pooling, List.of());
  }

  private PoolingHead(Pooling pooling, List<PooledDense> dense) {
    this.pooling = pooling;
    this.dense = dense;
    if (requireNonNull(pooling, "pooling is null") == Pooling.NONE) {
      throw new IllegalArgumentException(
          "pooling is NONE, expected MEAN, CLS, LAST, WEIGHTED_MEAN or MAX");
    }
  }

  /**
   * Reads the dense layers of a model folder.
   *
   * @param pooling any but {@link Pooling#NONE}
   */
  public static PoolingHead load(ModelFolder folder, Transformer body, Pooling pooling) {
    List<DenseLayer> layers = folder.denseLayers();
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new PoolingHead(
                pooling,
                IntStream.range(0, layers.size())
                    .mapToObj(i -> PooledDense.of(layers.get(i), "dense." + i, source))
                    .toList()));
  }

  /** Returns how token vectors are combined. */
  public Pooling pooling() {
    return pooling;
  }

  /**
   * Returns the dimension of the vector of a text.
   *
   * @param hidden the width of token vectors
   */
  public int dimension(int hidden) {
    return dense.isEmpty() ? hidden : dense.getLast().config().outputs();
  }

  /** Returns the dense layers with their current values. */
  List<DenseLayer> denseLayers() {
    return dense.stream().map(PooledDense::toDenseLayer).toList();
  }

  /**
   * Returns one unit vector per text.
   *
   * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
   * @param batch the batch, which contains the padding mask
   * @return unit vectors {@code [batch, dimension]}
   */
  public Tensor vectors(Tensor hidden, TokenBatch batch) {
    Tensor vectors = pooled(hidden, batch);
    for (PooledDense layer : dense) {
      vectors = layer.apply(vectors);
    }
    return torch.normalize(vectors, new NormalizeFuncOptions());
  }

  /**
   * Returns one vector per text, before dense layers and normalisation to unit length.
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
    return dense.stream().flatMap(layer -> layer.linear().parameters().stream()).toList();
  }

  @Override
  public TransformerHead kind() {
    return TransformerHead.NONE;
  }
}
