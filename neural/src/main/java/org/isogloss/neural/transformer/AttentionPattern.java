// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.neural.torch.Tensors;

/**
 * To which tokens the tokens of a batch attend in a layer, and what attention knows about their
 * positions. Texts are padded at their ends, so that no token of a text comes after padding.
 *
 * @param mask values to add to the attention scores, which can be broadcast to {@code [batch,
 *     heads, tokens, tokens]}; empty if nothing is added
 * @param causal whether tokens attend only to themselves and those before them, beside the mask
 * @param rotation of queries and keys; empty if they are not rotated
 */
record AttentionPattern(Optional<Tensor> mask, boolean causal, Optional<Rotation> rotation) {

  /**
   * A rotation of pairs of dimensions by angles that grow with the position (Su et al. 2021).
   *
   * @param cosines {@code [tokens, rotated dimensions / 2]}
   * @param sines the same shape
   */
  record Rotation(Tensor cosines, Tensor sines) {
    /** Rotates {@code [batch, heads, tokens, head size]}. */
    Tensor apply(Tensor heads) {
      long half = cosines.size(1);
      Tensor first = heads.narrow(3, 0, half);
      Tensor second = heads.narrow(3, half, half);
      List<Tensor> parts =
          new ArrayList<>(
              List.of(
                  first.mul(cosines).sub(second.mul(sines)),
                  second.mul(cosines).add(first.mul(sines))));
      if (2 * half < heads.size(3)) {
        parts.add(heads.narrow(3, 2 * half, heads.size(3) - 2 * half));
      }
      return torch.cat(new TensorVector(parts.toArray(Tensor[]::new)), 3).to(heads.scalar_type());
    }
  }

  /** What layers must have in common to share a pattern. */
  private record Key(int reach, RelativePositions positions) {}

  /**
   * Computes the patterns of all layers for a batch.
   *
   * @param distanceBias the learned values of {@link RelativePositions.Bucketed}, {@code [buckets,
   *     heads]}
   * @return one for each layer; layers of the same kind share one
   */
  static List<AttentionPattern> ofLayers(
      EncoderArchitecture architecture,
      TokenBatch batch,
      ScalarType type,
      Optional<Parameter> distanceBias) {
    Computation computation = new Computation(architecture, batch, type, distanceBias);
    Map<Key, AttentionPattern> known = new HashMap<>();
    return architecture.layers().stream()
        .map(
            layer ->
                known.computeIfAbsent(
                    new Key(layer.reach(), layer.positions()), key -> computation.pattern(layer)))
        .toList();
  }

  private record Computation(
      EncoderArchitecture architecture,
      TokenBatch batch,
      ScalarType type,
      Optional<Parameter> distanceBias) {
    AttentionPattern pattern(EncoderLayer layer) {
      boolean causal = architecture.attention().causal();
      Optional<Rotation> rotation =
          layer.positions() instanceof RelativePositions.Rotary rotary
              ? Optional.of(rotation(rotary))
              : Optional.empty();
      Optional<Tensor> bias = bias(layer.positions());
      if (bias.isPresent() || layer.isLocal()) {
        return new AttentionPattern(Optional.of(mask(layer, bias)), false, rotation);
      }
      // A token of a text does not see the padding after it.
      return new AttentionPattern(causal ? Optional.empty() : paddingMask(), causal, rotation);
    }

    /** Returns negative infinity for padding and 0 for tokens, {@code [batch, 1, 1, tokens]}. */
    private Optional<Tensor> paddingMask() {
      return batch.isPadded()
          ? Optional.of(
              padding().to(type).masked_fill(padding(), new Scalar(Float.NEGATIVE_INFINITY)))
          : Optional.empty();
    }

    private Tensor padding() {
      return batch.mask().logical_not().view(batch.size(), 1, 1, batch.tokens());
    }

    /**
     * Returns a mask of all pairs of tokens. A token always attends to itself, so that the weights
     * of padding, which may be out of the reach of all tokens, are defined.
     */
    private Tensor mask(EncoderLayer layer, Optional<Tensor> bias) {
      Tensor distances = distances();
      Tensor excluded =
          layer.isLocal()
              ? distances.abs().gt(new Scalar(layer.reach()))
              : torch.zeros_like(distances).to(ScalarType.Bool);
      if (architecture.attention().causal()) {
        excluded = excluded.logical_or(distances.gt(new Scalar(0)));
      }
      if (batch.isPadded()) {
        excluded = excluded.logical_or(padding()).logical_and(distances.ne(new Scalar(0)));
      }
      Tensor base = bias.orElseGet(() -> torch.zeros_like(distances).to(type));
      return base.masked_fill(excluded, new Scalar(Float.NEGATIVE_INFINITY));
    }

    private Optional<Tensor> bias(RelativePositions positions) {
      return switch (positions) {
        case RelativePositions.None none -> Optional.empty();
        case RelativePositions.Rotary rotary -> Optional.empty();
        case RelativePositions.LinearBias linear -> Optional.of(linearBias());
        case RelativePositions.Bucketed bucketed -> Optional.of(bucketed(bucketed));
      };
    }

    /** Returns {@code [1, heads, tokens, tokens]}. */
    private Tensor linearBias() {
      float[] slopes = RelativePositions.LinearBias.slopes(architecture.attention().heads());
      Tensor factors =
          Tensor.create(slopes, 1, slopes.length, 1, 1).to(batch.ids().device(), type).neg();
      return distances().abs().to(type).mul(factors);
    }

    /** Returns {@code [1, heads, tokens, tokens]}, with the gradient of the learned values. */
    private Tensor bucketed(RelativePositions.Bucketed bucketed) {
      int furthest = batch.tokens() - 1;
      int[] buckets = new int[2 * furthest + 1];
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] = bucketed.bucket(i - furthest);
      }
      Tensor byDistance =
          distanceBias
              .orElseThrow()
              .values()
              .index_select(0, Tensors.longTensor(buckets, batch.ids().device()));
      long tokens = batch.tokens();
      Tensor rows =
          byDistance.index_select(
              0, distances().add(new Scalar(furthest)).reshape(tokens * tokens));
      return rows.view(1, tokens, tokens, -1).permute(0, 3, 1, 2);
    }

    /** Returns positions of keys minus those of queries, {@code [1, 1, tokens, tokens]}. */
    private Tensor distances() {
      Tensor positions = positions();
      return positions
          .unsqueeze(0)
          .sub(positions.unsqueeze(1))
          .view(1, 1, batch.tokens(), batch.tokens());
    }

    private Tensor positions() {
      return torch
          .arange(new Scalar(batch.tokens()), new TensorOptions(batch.ids().device()))
          .to(ScalarType.Long);
    }

    private Rotation rotation(RelativePositions.Rotary rotary) {
      float[] frequencies = rotary.frequencies();
      Tensor row =
          Tensor.create(frequencies, 1, frequencies.length)
              .to(batch.ids().device(), ScalarType.Float);
      Tensor angles = positions().to(ScalarType.Float).unsqueeze(1).mul(row);
      return new Rotation(angles.cos().to(type), angles.sin().to(type));
    }
  }
}
