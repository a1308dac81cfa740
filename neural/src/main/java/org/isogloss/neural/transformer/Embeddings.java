package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.transformer.TransformerConfig;

/** What goes into the first layer: the sum of what a piece, its place and its segment say. */
final class Embeddings {
  private static final long NO_PADDING = -1;

  private final TransformerConfig config;
  private final Parameter words;
  private final Optional<Parameter> projection;
  private final Parameter positions;
  private final Parameter types;
  private final Norm norm;
  private final Dropout dropout;
  private final boolean sparse;
  private final boolean fourBits;

  Embeddings(
      TransformerConfig config,
      ParameterSource source,
      Dropout dropout,
      TransformerOptions options) {
    int hidden = config.hiddenSize();
    this.config = config;
    this.dropout = dropout;
    this.sparse = options.sparseGradients();
    this.fourBits = options.fourBitWords();
    this.words =
        source.stored(
            "embeddings.word_embeddings.weight", config.vocabularySize(), config.embeddingSize());
    this.projection =
        config.isFactorised()
            ? Optional.of(
                source.stored(
                    "embeddings.word_embeddings_projection.weight", hidden, config.embeddingSize()))
            : Optional.empty();
    this.positions =
        source.stored("embeddings.position_embeddings.weight", config.maxPositions(), hidden);
    this.types =
        source.stored("embeddings.token_type_embeddings.weight", config.tokenTypes(), hidden);
    this.norm = source.norm("embeddings.LayerNorm", hidden, config.layerNormEpsilon());
  }

  /** {@code [batch, tokens, hidden]}. */
  Tensor forward(TokenBatch batch) {
    Tensor wide = vectors(batch.ids());
    // Rows of the position table are used in their order, so that nothing has to be looked up; a
    // row that is filled up counts on, which nobody sees.
    Tensor places = positions.values().narrow(0, config.firstPosition(), batch.tokens());
    Tensor sum =
        batch.hasOneType()
            ? wide.add(places.add(types.values().select(0, 0)))
            : wide.add(places)
                .add(torch.embedding(types.values(), batch.types(), NO_PADDING, false, false));
    return dropout.apply(norm.apply(sum));
  }

  /** The word embedding alone, of pieces in any shape: {@code [.., hidden]}. */
  Tensor vectors(Tensor ids) {
    Tensor kept = torch.embedding(words.values(), ids, NO_PADDING, false, sparse);
    return widened(fourBits ? FourBits.rounded(kept) : kept);
  }

  /** The word embedding alone, of all pieces, as they are kept: {@code [vocabulary, hidden]}. */
  Tensor allVectors() {
    return widened(words.values());
  }

  private Tensor widened(Tensor pieces) {
    return projection.map(p -> torch.linear(pieces, p.values())).orElse(pieces);
  }

  /** {@code [vocabulary, embedding size]}. */
  Parameter words() {
    return words;
  }

  /** {@code [hidden, embedding size]}; there is one where the word embedding is factorised. */
  Optional<Parameter> projection() {
    return projection;
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(words);
    projection.ifPresent(all::add);
    all.add(positions);
    all.add(types);
    all.addAll(norm.parameters());
    return all;
  }
}
