// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;

/**
 * Encodes texts in any language with a model of Isogloss. Embeddings have unit length, except that
 * the embedding of a text without any token in the model's vocabulary is all zeros. Text beyond the
 * maximum length of the model is ignored.
 *
 * <p>The input type of a request determines the {@link Role} of its texts: {@code QUERY} is a
 * query, {@code DOCUMENT} a passage. Without an input type, as in {@link #embed(String)}, a text is
 * a passage. The difference matters only for models that prepend a prefix for each role; with such
 * a model, set {@code embeddingInputType(QUERY)} on {@code EmbeddingStoreContentRetriever}. Other
 * parameters, such as dimensions, are not supported. Responses have no token usage, because an
 * encoder does not report how many tokens it has read.
 */
public final class IsoglossEmbeddingModel implements EmbeddingModel, AutoCloseable {
  private final String name;
  private final Encoder encoder;
  private final Runnable close;

  private IsoglossEmbeddingModel(String name, Encoder encoder, Runnable close) {
    this.name = requireNonNull(name, "name is null");
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.close = close;
  }

  /**
   * Opens a model, which is closed with this object.
   *
   * @param folderOrName a model folder, or the name of a shipped model such as {@code compact}
   * @throws org.isogloss.core.IsoglossException if there is no such model, it is damaged, or it is
   *     not an encoder
   */
  public static IsoglossEmbeddingModel open(String folderOrName) {
    LoadedModel model = Models.open(folderOrName);
    return new IsoglossEmbeddingModel(model.name(), model.encoder(), model::close);
  }

  /**
   * Wraps an encoder.
   *
   * @param name name of the model
   * @param encoder stays open when this object is closed
   */
  public static IsoglossEmbeddingModel of(String name, Encoder encoder) {
    return new IsoglossEmbeddingModel(name, encoder, () -> {});
  }

  @Override
  public EmbeddingResponse doEmbed(EmbeddingRequest request) {
    float[][] vectors =
        encoder.encode(
            request.inputs().stream().map(EmbeddingInput::text).toList(),
            role(Optional.ofNullable(request.parameters().inputType())));
    return EmbeddingResponse.builder()
        .embeddings(Arrays.stream(vectors).map(Embedding::from).toList())
        .modelName(name)
        .build();
  }

  private static Role role(Optional<EmbeddingInputType> type) {
    return switch (type.orElse(EmbeddingInputType.DOCUMENT)) {
      case QUERY -> Role.QUERY;
      case DOCUMENT -> Role.PASSAGE;
    };
  }

  @Override
  public Set<EmbeddingParameter<?>> supportedParameters() {
    return Set.of(EmbeddingRequestParameters.INPUT_TYPE);
  }

  @Override
  public int dimension() {
    return encoder.dimension();
  }

  @Override
  public String modelName() {
    return name;
  }

  /** The encoder of this model. */
  public Encoder encoder() {
    return encoder;
  }

  /** Closes the model if this object has opened it. Closing twice has no effect. */
  @Override
  public void close() {
    close.run();
  }
}
