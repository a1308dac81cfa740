// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * Encoder and decoder, which predict each token of a translation from the source sentence and the
 * tokens before it.
 *
 * @param encoder the encoder
 * @param pooling computes the vector of a source sentence
 * @param decoder the decoder
 * @param similarities similarities of source sentences to target words, added to the logits
 * @param vocabulary the target tokens
 * @param bf16 whether matrix products are computed in bfloat16
 */
record TranslationNetwork(
    Transformer encoder,
    PoolingHead pooling,
    TranslationDecoder decoder,
    Optional<WordSimilarities> similarities,
    TargetVocabulary vocabulary,
    boolean bf16) {
  TranslationNetwork {
    requireNonNull(encoder, "encoder is null");
    requireNonNull(pooling, "pooling is null");
    requireNonNull(decoder, "decoder is null");
    requireNonNull(similarities, "similarities is null");
    requireNonNull(vocabulary, "vocabulary is null");
  }

  /**
   * Encoded source sentences.
   *
   * @param states {@code [sentences, tokens, hidden]}
   * @param mask values to add to the attention scores; empty if there is no padding
   * @param cosines of the sentences and the target words, {@code [sentences, vocabulary]}
   */
  private record EncodedSource(Tensor states, Optional<Tensor> mask, Optional<Tensor> cosines) {}

  /** Returns the target sides of pairs. */
  TargetBatch target(List<TranslationPair> pairs) {
    return TargetBatch.of(pairs, vocabulary, encoder.device());
  }

  /**
   * Returns the logits of all predictions, differentiable with respect to all parameters, in single
   * precision or more.
   *
   * @param pairs the pairs
   * @param target their target sides
   * @return {@code [predictions, vocabulary]}
   */
  Tensor logits(List<TranslationPair> pairs, TargetBatch target) {
    return inPrecision(() -> decode(encode(pairs), target));
  }

  /**
   * Returns the logits of all predictions, differentiable with respect to the parameters of the
   * decoder only. The encoder computes without dropout and without a graph; its dropout is enabled
   * again afterwards.
   */
  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  Tensor logitsWithFrozenEncoder(List<TranslationPair> pairs, TargetBatch target) {
    return inPrecision(
        () -> {
          EncodedSource source;
          encoder.setTraining(false);
          try (NoGradGuard guard = new NoGradGuard()) {
            source = encode(pairs);
          } finally {
            encoder.setTraining(true);
          }
          return decode(source, target);
        });
  }

  private Tensor inPrecision(Supplier<Tensor> computation) {
    Tensor logits = Autocast.compute(bf16, encoder.device(), computation);
    return bf16 ? logits.to(ScalarType.Float) : logits;
  }

  private EncodedSource encode(List<TranslationPair> pairs) {
    TokenBatch batch = encoder.batch(pairs.stream().map(TranslationPair::source).toList());
    Tensor states = encoder.forward(batch);
    return new EncodedSource(
        states,
        mask(batch, states),
        similarities.map(words -> words.cosines(pooling.pooled(states, batch))));
  }

  private static Optional<Tensor> mask(TokenBatch batch, Tensor states) {
    if (!batch.isPadded()) {
      return Optional.empty();
    }
    Tensor padding = batch.mask().logical_not().view(batch.size(), 1, 1, batch.tokens());
    return Optional.of(
        padding.to(states.scalar_type()).masked_fill(padding, new Scalar(Float.NEGATIVE_INFINITY)));
  }

  private Tensor decode(EncodedSource source, TargetBatch target) {
    Tensor vectors = decoder.forward(target.inputs(), source.states(), source.mask());
    Tensor predicting = vectors.reshape(-1, vectors.size(2)).index_select(0, target.places());
    Tensor logits = decoder.logits(predicting);
    if (similarities.isEmpty()) {
      return logits;
    }
    Tensor added = similarities.get().scaled(source.cosines().orElseThrow());
    return logits.add(added.index_select(0, target.rows()));
  }

  /** Returns all parameters, those of the encoder first. */
  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(decoderParameters());
    return all;
  }

  /** Returns the parameters that a translation model has in addition to its encoder. */
  List<Parameter> decoderParameters() {
    List<Parameter> all = new ArrayList<>(decoder.parameters());
    similarities.ifPresent(words -> all.addAll(words.parameters()));
    return all;
  }
}
