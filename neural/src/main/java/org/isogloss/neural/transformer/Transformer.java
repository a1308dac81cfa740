// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.neural.compression.Int4Quantization;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.text.Encoding;

/**
 * A trainable transformer encoder of the BERT or XLM-RoBERTa family (Devlin et al. 2019; Conneau et
 * al. 2020). All parameters except frozen ones receive gradients. A head turns it into an encoder
 * of texts, a scorer of pairs or a language model.
 *
 * <p>Run each step inside a {@code PointerScope}, to which the results of {@link #forward} belong.
 * The class is not safe for use by multiple threads.
 */
public final class Transformer implements AutoCloseable {
  private final TransformerConfig config;
  private final Device device;
  private final ScalarType type;
  private final TransformerDropout dropouts;
  private final EmbeddingLayer embeddings;
  private final List<TransformerLayer> layers;

  private Transformer(
      TransformerConfig config,
      TransformerOptions options,
      ScalarType type,
      Device device,
      ParameterSource source) {
    this.config = config;
    this.type = type;
    this.device = device;
    this.dropouts =
        new TransformerDropout(
            new Dropout(options.dropout()), new Dropout(options.attentionDropout()));
    this.embeddings = new EmbeddingLayer(config, source, dropouts.hidden(), options);
    List<TransformerLayer> all = new ArrayList<>();
    for (int i = 0; i < config.layers(); i++) {
      all.add(new TransformerLayer(i, config, source, dropouts));
    }
    this.layers = List.copyOf(all);
  }

  /**
   * Reads a transformer from a model folder, without its heads; dropout is disabled.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder contains another kind of
   *     model, or its tensors do not match its configuration
   * @throws IsoglossException if the model has fewer layers than the options keep
   */
  public static Transformer load(ModelFolder folder, TransformerOptions options) {
    TransformerConfig stored = folder.transformerConfig();
    if (options.layers() != TransformerOptions.ALL && options.layers() > stored.layers()) {
      throw new IsoglossException(
          folder.path()
              + ": has "
              + stored.layers()
              + " layers, expected at least the "
              + options.layers()
              + " layers to keep: reduce the number of layers");
    }
    if (options.int4WordEmbeddings() && stored.embeddingSize() % Int4Quantization.BLOCK_SIZE != 0) {
      throw new IsoglossException(
          folder.path()
              + ": the rows of the word embedding have "
              + stored.embeddingSize()
              + " numbers, but four-bit quantization requires a multiple of "
              + Int4Quantization.BLOCK_SIZE);
    }
    TransformerConfig config = stored.withLayers(Math.min(options.layers(), stored.layers()));
    ScalarType type =
        options.precision() == TransformerOptions.Precision.FLOAT32
            ? ScalarType.Float
            : ScalarType.Double;
    Device device = new Device(options.device()).retainReference();
    try {
      return ParameterSource.read(
          folder,
          0,
          device,
          type,
          source -> new Transformer(config, options, type, device, source));
    } catch (RuntimeException e) {
      device.close();
      throw e;
    }
  }

  /** Returns the configuration, with the number of layers that were kept. */
  public TransformerConfig config() {
    return config;
  }

  /** Returns the device on which the transformer computes. */
  public Device device() {
    return device;
  }

  /** Returns the type of the weights. */
  ScalarType type() {
    return type;
  }

  public Dropout dropout() {
    return dropouts.hidden();
  }

  public EmbeddingLayer embeddings() {
    return embeddings;
  }

  /** Creates a batch of texts; its tensors belong to the current pointer scope. */
  public TokenBatch batch(List<Encoding> texts) {
    return TokenBatch.of(texts, config.padId(), device);
  }

  /**
   * Computes all layers.
   *
   * @return the hidden states of the last layer, {@code [batch, tokens, hidden]}; those of padding
   *     are undefined
   * @throws IllegalArgumentException if a text has more tokens than the model has positions
   */
  public Tensor forward(TokenBatch batch) {
    return forward(batch, layers.size() + 1);
  }

  /**
   * Computes all layers, but gradients flow only into the last ones: the layers below and the
   * embeddings are computed without a graph.
   *
   * @param differentiated number of layers into which gradients flow, from 0; more than there are
   *     layers for the embeddings too
   * @return as {@link #forward(TokenBatch)}
   */
  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  public Tensor forward(TokenBatch batch, int differentiated) {
    if (batch.tokens() > config.maxLength()) {
      throw new IllegalArgumentException(
          "a text has "
              + batch.tokens()
              + " tokens, but the model has positions for "
              + config.maxLength());
    }
    return TensorMemory.freeingIntermediates(
        () -> {
          Optional<Tensor> mask = attentionMask(batch);
          int first = layers.size() - differentiated;
          if (first < 0) {
            return forward(embeddings(batch), layers, mask);
          }
          Tensor hidden;
          try (NoGradGuard guard = new NoGradGuard()) {
            hidden = forward(embeddings(batch), layers.subList(0, first), mask);
          }
          return forward(hidden, layers.subList(first, layers.size()), mask);
        });
  }

  private Tensor embeddings(TokenBatch batch) {
    return TensorMemory.freeingIntermediates(() -> embeddings.forward(batch));
  }

  private static Tensor forward(
      Tensor hidden, List<TransformerLayer> layers, Optional<Tensor> mask) {
    for (TransformerLayer layer : layers) {
      Tensor in = hidden;
      hidden = TensorMemory.freeingIntermediates(() -> layer.forward(in, mask));
      // Only autograd may still need the input of the layer.
      in.close();
    }
    return hidden;
  }

  /**
   * Returns the attention weights of every layer, computed without dropout.
   *
   * @return for each layer {@code [batch, heads, tokens, tokens]}: how much the token of the third
   *     dimension attends to the token of the fourth
   */
  public List<Tensor> attentionWeights(TokenBatch batch) {
    Optional<Tensor> mask = attentionMask(batch);
    List<Tensor> all = new ArrayList<>();
    Tensor hidden = embeddings.forward(batch);
    for (TransformerLayer layer : layers) {
      all.add(layer.attentionWeights(hidden, mask));
      hidden = layer.forward(hidden, mask);
    }
    return all;
  }

  /** Returns negative infinity for padding and 0 for tokens, {@code [batch, 1, 1, tokens]}. */
  private Optional<Tensor> attentionMask(TokenBatch batch) {
    if (!batch.isPadded()) {
      return Optional.empty();
    }
    Tensor padding = batch.mask().logical_not().view(batch.size(), 1, 1, batch.tokens());
    return Optional.of(padding.to(type).masked_fill(padding, new Scalar(Float.NEGATIVE_INFINITY)));
  }

  /** Returns all parameters, including frozen ones, in the order of the model. */
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(embeddings.parameters());
    layers.forEach(layer -> all.addAll(layer.parameters()));
    return all;
  }

  /** Enables or disables dropout, in the transformer and in its heads. */
  public void setTraining(boolean training) {
    dropouts.setTraining(training);
  }

  /** Freezes the parameters whose names match, and unfreezes all others. */
  public void freeze(Predicate<String> names) {
    for (Parameter parameter : parameters()) {
      parameter.setTrainable(!names.test(parameter.name()));
    }
  }

  /**
   * Returns a predicate for {@link #freeze}: the embeddings of words, positions and segments with
   * their normalisation.
   */
  public static Predicate<String> embeddingNames() {
    return name -> name.startsWith("embeddings.");
  }

  /** Returns a predicate for {@link #freeze}: the embeddings and the first layers. */
  public static Predicate<String> firstLayerNames(int layers) {
    return embeddingNames()
        .or(
            name -> {
              String[] parts = name.split("\\.", 4);
              return parts.length == 4
                  && parts[0].equals("encoder")
                  && Integer.parseInt(parts[2]) < layers;
            });
  }

  /** Frees the parameters. */
  @Override
  public void close() {
    parameters().forEach(parameter -> parameter.values().close());
    device.close();
  }
}
