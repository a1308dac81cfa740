// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static java.util.Objects.requireNonNull;

import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.EmptyUsage;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.AbstractEmbeddingModel;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.embedding.DefaultEmbeddingOptions;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.embedding.EmbeddingResponseMetadata;
import org.springframework.ai.embedding.observation.DefaultEmbeddingModelObservationConvention;
import org.springframework.ai.embedding.observation.EmbeddingModelObservationContext;
import org.springframework.ai.embedding.observation.EmbeddingModelObservationConvention;
import org.springframework.ai.embedding.observation.EmbeddingModelObservationDocumentation;

/**
 * An embedding model of Spring AI that encodes texts with an Isogloss model: one in this process
 * ({@link LocalEmbeddingModels}) or of a server ({@link RemoteEmbeddingModels}).
 *
 * <p>Vectors have unit length, so that their dot product is their cosine. The vector of a blank
 * text is all zeros. Text beyond the maximum length of the model is ignored.
 *
 * <p>Some models encode queries and passages differently. Documents are encoded as passages, and
 * strings as queries, because vector stores pass the query as a string. {@link
 * IsoglossEmbeddingOptions} states another role:
 *
 * <pre>{@code
 * model.call(new EmbeddingRequest(texts, new IsoglossEmbeddingOptions(Role.PASSAGE)));
 * }</pre>
 *
 * <p>This class is thread-safe.
 */
public final class IsoglossEmbeddingModel extends AbstractEmbeddingModel implements AutoCloseable {
  static final String PROVIDER = "isogloss";

  private static final EmbeddingModelObservationConvention DEFAULT_CONVENTION =
      new DefaultEmbeddingModelObservationConvention();

  private final String name;
  private final int dimension;
  private final Encoding encoding;
  private final Runnable close;
  private final ObservationRegistry observations;
  private final EmbeddingModelObservationConvention convention;

  /** Encodes texts like {@link Encoder#encode}. */
  @FunctionalInterface
  interface Encoding {
    float[][] encode(List<String> texts, Role role);
  }

  private IsoglossEmbeddingModel(
      String name,
      int dimension,
      Encoding encoding,
      Runnable close,
      ObservationRegistry observations,
      EmbeddingModelObservationConvention convention) {
    this.name = requireNonNull(name, "name is null");
    this.dimension = dimension;
    this.encoding = encoding;
    this.close = close;
    this.observations = requireNonNull(observations, "observations is null");
    this.convention = requireNonNull(convention, "convention is null");
  }

  /**
   * Creates a model.
   *
   * @param close called when it is closed
   */
  static IsoglossEmbeddingModel unobserved(
      String name, int dimension, Encoding encoding, Runnable close) {
    return new IsoglossEmbeddingModel(
        name, dimension, encoding, close, ObservationRegistry.NOOP, DEFAULT_CONVENTION);
  }

  /**
   * Returns an embedding model that uses an encoder of the program, which stays open.
   *
   * @param name the name that responses and observations state
   */
  public static IsoglossEmbeddingModel of(String name, Encoder encoder) {
    return unobserved(name, encoder.dimension(), encoder::encode, () -> {});
  }

  /**
   * Returns a copy whose requests are observed. Both share the model; closing either closes it.
   *
   * @param registry receives the observations
   * @param convention names them and their key values
   */
  public IsoglossEmbeddingModel withObservations(
      ObservationRegistry registry, EmbeddingModelObservationConvention convention) {
    return new IsoglossEmbeddingModel(name, dimension, encoding, close, registry, convention);
  }

  /** The name of the model, which is a folder if it is not shipped. */
  public String name() {
    return name;
  }

  @Override
  public int dimensions() {
    return dimension;
  }

  /**
   * Encodes texts: as queries, unless the options are {@link IsoglossEmbeddingOptions}.
   *
   * @throws IsoglossException if the options name another model, ask for vectors of another length,
   *     or are those of another provider
   */
  @Override
  public EmbeddingResponse call(EmbeddingRequest request) {
    Role role = role(request.getOptions(), Role.QUERY);
    EmbeddingModelObservationContext context =
        EmbeddingModelObservationContext.builder()
            .embeddingRequest(request)
            .provider(PROVIDER)
            .build();
    return EmbeddingModelObservationDocumentation.EMBEDDING_MODEL_OPERATION
        .observation(convention, DEFAULT_CONVENTION, () -> context, observations)
        .observe(
            () -> {
              EmbeddingResponse response = encode(request.getInstructions(), role);
              context.setResponse(response);
              return response;
            });
  }

  private EmbeddingResponse encode(List<String> texts, Role role) {
    float[][] vectors = encoding.encode(texts, role);
    return new EmbeddingResponse(
        IntStream.range(0, vectors.length).mapToObj(i -> new Embedding(vectors[i], i)).toList(),
        new EmbeddingResponseMetadata(name, new EmptyUsage()));
  }

  /** Encodes the text of a document as a passage. */
  @Override
  public float[] embed(Document document) {
    return call(new EmbeddingRequest(
            List.of(getEmbeddingContent(document)), new IsoglossEmbeddingOptions(Role.PASSAGE)))
        .getResult()
        .getOutput();
  }

  /**
   * Encodes the texts of documents: as passages, unless the options are {@link
   * IsoglossEmbeddingOptions}.
   *
   * @param options as in {@link #call}; null for none
   * @return the vectors in the order of the documents
   * @throws IsoglossException like {@link #call}, and if a document has no text
   */
  @Override
  public List<float[]> embed(
      List<Document> documents,
      @Nullable EmbeddingOptions options,
      BatchingStrategy batchingStrategy) {
    EmbeddingOptions passages = new IsoglossEmbeddingOptions(role(options, Role.PASSAGE));
    List<float[]> vectors = new ArrayList<>(documents.size());
    for (List<Document> batch : batchingStrategy.batch(documents)) {
      List<String> texts = batch.stream().map(this::getEmbeddingContent).toList();
      call(new EmbeddingRequest(texts, passages))
          .getResults()
          .forEach(result -> vectors.add(result.getOutput()));
    }
    return vectors;
  }

  /**
   * Returns the text of a document.
   *
   * @throws IsoglossException if the document is a medium without text
   */
  @Override
  public String getEmbeddingContent(Document document) {
    return SpringDocuments.text(document);
  }

  /** Returns the role that options state, after checking that they ask for nothing else. */
  private Role role(@Nullable EmbeddingOptions options, Role defaultRole) {
    if (options == null) {
      return defaultRole;
    }
    if (options instanceof IsoglossEmbeddingOptions isogloss) {
      return isogloss.role();
    }
    if (options.getClass() != DefaultEmbeddingOptions.class) {
      throw new IsoglossException(
          "the embedding options are "
              + options.getClass().getName()
              + ", expected IsoglossEmbeddingOptions or EmbeddingOptions.builder()");
    }
    if (options.getModel() != null && !options.getModel().equals(name)) {
      throw new IsoglossException(
          "the embedding options name the model \""
              + options.getModel()
              + "\", expected \""
              + name
              + "\" or none; open another model as another embedding model");
    }
    if (options.getDimensions() != null && options.getDimensions() != dimension) {
      throw new IsoglossException(
          "the embedding options ask for "
              + options.getDimensions()
              + " dimensions, but the vectors of the model "
              + name
              + " have "
              + dimension
              + "; leave the number out, or use a model with as many");
    }
    return defaultRole;
  }

  /**
   * Closes the model if this object opened it; it cannot be used afterwards. Closing it again has
   * no effect.
   */
  @Override
  public void close() {
    close.run();
  }
}
