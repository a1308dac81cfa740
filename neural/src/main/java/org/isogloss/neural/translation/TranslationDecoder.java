// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationSettings;
import org.isogloss.modelio.translation.TranslationTensors;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Dropout;
import org.isogloss.neural.transformer.Norm;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.WordEmbeddings;

/**
 * A transformer decoder. The input of the first layer is the normalised sum of the rows of a token
 * and its position, as in the encoder; the rows of the tokens are the output matrix too (Press and
 * Wolf 2017). {@link DecoderLayer} normalises before its parts, so a last normalisation follows the
 * last layer.
 */
final class TranslationDecoder implements AutoCloseable {
  private final Parameter words;
  private final Parameter positions;
  private final Norm embeddingNorm;
  private final List<DecoderLayer> layers;
  private final Norm norm;
  private final Parameter outputBias;
  private final Dropout dropout;

  private TranslationDecoder(
      TransformerConfig encoder,
      TranslationSettings settings,
      int vocabulary,
      ParameterSource source,
      Dropout dropout) {
    int hidden = encoder.hiddenSize();
    double epsilon = encoder.layerNormEpsilon();
    this.dropout = dropout;
    this.words = source.random(TranslationTensors.WORDS, vocabulary, hidden);
    this.positions = source.random(TranslationTensors.POSITIONS, settings.maxLength(), hidden);
    this.embeddingNorm = source.newNorm(TranslationTensors.EMBEDDING_NORM, hidden, epsilon);
    List<DecoderLayer> all = new ArrayList<>();
    for (int i = 0; i < settings.layers(); i++) {
      all.add(new DecoderLayer(i, encoder, source, dropout));
    }
    this.layers = List.copyOf(all);
    this.norm = source.newNorm(TranslationTensors.NORM, hidden, epsilon);
    this.outputBias = source.constant(TranslationTensors.OUTPUT_BIAS, 0, vocabulary);
  }

  /**
   * Creates a decoder with random weights, which depend on the seed.
   *
   * @param folder the folder of the encoder
   * @param encoder the encoder, whose width, heads, inner width, activation, dropout, precision and
   *     device the decoder has
   */
  static TranslationDecoder create(
      ModelFolder folder,
      Transformer encoder,
      TranslationSettings settings,
      TargetVocabulary vocabulary,
      long seed) {
    return ParameterSource.read(
        folder,
        encoder,
        seed,
        source ->
            new TranslationDecoder(
                encoder.familyConfig("translation models"),
                settings,
                vocabulary.size(),
                source,
                encoder.dropout()));
  }

  /**
   * Replaces the embedding with that of the encoder: the rows of the target words, projected if the
   * encoder's are, those of the positions with that of the first segment, and the normalisation.
   */
  // The guards act for the duration of their block.
  @SuppressWarnings("try")
  void copyEmbedding(Transformer encoder, TargetVocabulary vocabulary) {
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      Tensor ids = Tensors.longTensor(vocabulary.ids()).to(encoder.device(), ScalarType.Long);
      words.values().copy_(new WordEmbeddings(encoder).lookup(ids));
      Tensor segment = parameter(encoder, "embeddings.token_type_embeddings.weight").select(0, 0);
      Tensor rows =
          parameter(encoder, "embeddings.position_embeddings.weight")
              .narrow(0, encoder.architecture().firstPosition(), positions.values().size(0));
      positions.values().copy_(rows.add(segment));
      embeddingNorm.weight().values().copy_(parameter(encoder, "embeddings.LayerNorm.weight"));
      embeddingNorm
          .bias()
          .orElseThrow()
          .values()
          .copy_(parameter(encoder, "embeddings.LayerNorm.bias"));
    }
  }

  private static Tensor parameter(Transformer encoder, String name) {
    return encoder.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow()
        .values();
  }

  /**
   * Computes all layers.
   *
   * @param inputs indices of target tokens, int64 {@code [batch, tokens]}
   * @param memory states of the source tokens, {@code [batch, source tokens, hidden]}
   * @param mask as of {@link Attention#across}
   * @return {@code [batch, tokens, hidden]}; each vector depends on the tokens up to its own
   */
  Tensor forward(Tensor inputs, Tensor memory, Optional<Tensor> mask) {
    Tensor hidden =
        TensorMemory.freeingIntermediates(
            () -> {
              Tensor rows = torch.embedding(words.values(), inputs);
              Tensor sum = rows.add(positions.values().narrow(0, 0, inputs.size(1)));
              return dropout.apply(embeddingNorm.apply(sum));
            });
    for (DecoderLayer layer : layers) {
      Tensor in = hidden;
      hidden = TensorMemory.freeingIntermediates(() -> layer.forward(in, memory, mask));
    }
    return norm.apply(hidden);
  }

  /**
   * Returns the logits of the next token.
   *
   * @param vectors {@code [n, hidden]}, of {@link #forward}
   * @return {@code [n, vocabulary]}
   */
  Tensor logits(Tensor vectors) {
    return torch.linear(vectors, words.values(), outputBias.values());
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(words);
    all.add(positions);
    all.addAll(embeddingNorm.parameters());
    layers.forEach(layer -> all.addAll(layer.parameters()));
    all.addAll(norm.parameters());
    all.add(outputBias);
    return all;
  }

  /** Frees the parameters. */
  @Override
  public void close() {
    parameters().forEach(parameter -> parameter.values().close());
  }
}
