// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Activations;
import org.isogloss.neural.transformer.EmbeddingLayer;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Norm;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.WordEmbeddings;

/**
 * Predicts masked tokens: the head of masked and of translation language modelling (Devlin et al.
 * 2019; Conneau and Lample 2019). Its output matrix is the word embedding, which is trained with
 * it.
 */
public final class LanguageModelHead implements Head {
  private static final String DENSE = "cls.predictions.transform.dense";
  private static final String NORM = "cls.predictions.transform.LayerNorm";
  private static final String BIAS = "cls.predictions.bias";

  private static final float DEVIATIONS = 3;

  private final Linear dense;
  private final Norm norm;
  private final Parameter bias;
  private final Activation activation;
  private final EmbeddingLayer embeddings;

  private LanguageModelHead(
      Linear dense, Norm norm, Parameter bias, Activation activation, EmbeddingLayer embeddings) {
    this.dense = dense;
    this.norm = norm;
    this.bias = bias;
    this.activation = activation;
    this.embeddings = embeddings;
  }

  /**
   * Reads the head of a model folder.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder has no such head
   */
  public static LanguageModelHead load(ModelFolder folder, Transformer body) {
    EncoderArchitecture architecture = body.architecture();
    int hidden = architecture.hiddenSize();
    var settings = org.isogloss.modelio.transformer.LanguageModelHead.read(folder.path());
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new LanguageModelHead(
                source.linear(DENSE, hidden, hidden, settings.denseBias()),
                source.norm(NORM, hidden, architecture.normalization()),
                source.stored(BIAS, architecture.embeddings().vocabularySize()),
                settings.activation(),
                body.embeddings()));
  }

  /**
   * Creates a new head.
   *
   * @param seed seed of the new weights
   * @throws org.isogloss.modelio.format.ModelFormatException if the type of the model has no such
   *     head
   */
  public static LanguageModelHead create(ModelFolder folder, Transformer body, long seed) {
    int hidden = body.architecture().hiddenSize();
    int vocabulary = body.architecture().embeddings().vocabularySize();
    return create(
        folder,
        body,
        seed,
        source -> source.random(DENSE + ".weight", hidden, hidden),
        source -> source.constant(BIAS, 0, vocabulary));
  }

  /**
   * Creates a head for weights of terms. Its dense layer changes nothing at first, so that the
   * logit of a token is the product of its word embedding with the normalised activation of the
   * vector, above a threshold of {@value #DEVIATIONS} standard deviations of such products with
   * random vectors, which is the norm of the word embedding: few tokens have a positive logit.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the type of the model has no such
   *     head
   */
  public static LanguageModelHead createSparse(ModelFolder folder, Transformer body) {
    int hidden = body.architecture().hiddenSize();
    float[] bias = new WordEmbeddings(body).norms();
    for (int i = 0; i < bias.length; i++) {
      bias[i] *= -DEVIATIONS;
    }
    return create(
        folder,
        body,
        0,
        source -> source.identity(DENSE + ".weight", hidden),
        source -> source.of(BIAS, bias, bias.length));
  }

  private static LanguageModelHead create(
      ModelFolder folder,
      Transformer body,
      long seed,
      Function<ParameterSource, Parameter> dense,
      Function<ParameterSource, Parameter> bias) {
    int hidden = body.architecture().hiddenSize();
    var settings = org.isogloss.modelio.transformer.LanguageModelHead.read(folder.path());
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new LanguageModelHead(
                new Linear(
                    dense.apply(source),
                    settings.denseBias()
                        ? Optional.of(source.constant(DENSE + ".bias", 0, hidden))
                        : Optional.empty()),
                source.newNorm(NORM, hidden, body.architecture().normalization()),
                bias.apply(source),
                settings.activation(),
                body.embeddings()));
  }

  /**
   * Returns the logits of all tokens of the vocabulary.
   *
   * @param vectors {@code [.., hidden]}, from the last layer
   * @return {@code [.., vocabulary]}, before the softmax
   */
  public Tensor logits(Tensor vectors) {
    Tensor transformed = norm.apply(Activations.apply(activation, dense.apply(vectors)));
    // If the embedding E has a projection P, the output matrix is E P^T.
    Tensor narrow =
        embeddings.projection().map(p -> transformed.matmul(p.values())).orElse(transformed);
    return torch.linear(narrow, embeddings.wordEmbeddings().values(), bias.values());
  }

  /**
   * Computes the cross-entropy with the masked tokens; logits are computed only at their positions.
   *
   * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
   * @param batch the masked texts
   * @return a scalar, the mean over the masked tokens
   */
  public Tensor loss(Tensor hidden, MaskedBatch batch) {
    Tensor vectors = hidden.view(-1, hidden.size(2)).index_select(0, batch.positions());
    return torch.cross_entropy_loss(logits(vectors), batch.labels());
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(dense.parameters());
    all.addAll(norm.parameters());
    all.add(bias);
    return all;
  }

  @Override
  public TransformerHead kind() {
    return TransformerHead.MASKED_LANGUAGE_MODEL;
  }
}
