// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bytedeco.pytorch.Device;
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
 * al. 2020): all parameters except the frozen ones have gradients. Heads make it a text encoder, a
 * scorer of pairs or a language model.
 *
 * <p>A step belongs in one {@code PointerScope}, in which the result of {@link #forward} lives. Not
 * thread-safe.
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
   * Reads a transformer from a model folder, without heads; dropout is off.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder contains another kind of
   *     model, or its tensors do not fit its configuration
   * @throws IsoglossException if there are fewer layers than the options require
   */
  public static Transformer load(ModelFolder folder, TransformerOptions options) {
    TransformerConfig whole = folder.transformerConfig();
    if (options.layers() != TransformerOptions.ALL && options.layers() > whole.layers()) {
      throw new IsoglossException(
          folder.path()
              + ": has "
              + whole.layers()
              + " layers, expected at least the "
              + options.layers()
              + " that the options require; request fewer");
    }
    if (options.int4WordEmbeddings() && whole.embeddingSize() % Int4Quantization.BLOCK_SIZE != 0) {
      throw new IsoglossException(
          folder.path()
              + ": rows of the word embedding have "
              + whole.embeddingSize()
              + " dimensions, but four bits need a multiple of "
              + Int4Quantization.BLOCK_SIZE);
    }
    TransformerConfig config = whole.withLayers(Math.min(options.layers(), whole.layers()));
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

  /** Returns its configuration, with the number of used layers. */
  public TransformerConfig config() {
    return config;
  }

  /** Returns its device. */
  public Device device() {
    return device;
  }

  /** Returns the type of its weights. */
  ScalarType type() {
    return type;
  }

  public Dropout dropout() {
    return dropouts.hidden();
  }

  public EmbeddingLayer embeddings() {
    return embeddings;
  }

  /** Creates a batch; its tensors belong to the open pointer scope. */
  public TokenBatch batch(List<Encoding> texts) {
    return TokenBatch.of(texts, config.padId(), device);
  }

  /**
   * Computes all layers.
   *
   * @return {@code [batch, tokens, hidden]}: the vectors of the last layer; those of padding are
   *     meaningless
   */
  public Tensor forward(TokenBatch batch) {
    if (batch.tokens() > config.maxLength()) {
      throw new IllegalArgumentException(
          "a text of "
              + batch.tokens()
              + " tokens, but the model has positions for "
              + config.maxLength());
    }
    return TensorMemory.freeingIntermediates(
        () -> {
          Optional<Tensor> mask = attentionMask(batch);
          Tensor hidden = TensorMemory.freeingIntermediates(() -> embeddings.forward(batch));
          for (TransformerLayer layer : layers) {
            Tensor in = hidden;
            hidden = TensorMemory.freeingIntermediates(() -> layer.forward(in, mask));
            // Only autograd may still need the input.
            in.close();
          }
          return hidden;
        });
  }

  /**
   * Returns the attention weights of every layer, without dropout.
   *
   * @return for each layer {@code [batch, heads, tokens, tokens]}: the weight of the token of the
   *     fourth dimension for that of the third
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

  /** Returns minus infinity for padding, 0 elsewhere; {@code [batch, 1, 1, tokens]}. */
  private Optional<Tensor> attentionMask(TokenBatch batch) {
    if (!batch.isPadded()) {
      return Optional.empty();
    }
    Tensor filledUp = batch.mask().logical_not().view(batch.size(), 1, 1, batch.tokens());
    return Optional.of(
        filledUp.to(type).masked_fill(filledUp, new Scalar(Float.NEGATIVE_INFINITY)));
  }

  /** Returns all parameters, frozen ones too, in the order of the model. */
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(embeddings.parameters());
    layers.forEach(layer -> all.addAll(layer.parameters()));
    return all;
  }

  /** Turns dropout on or off, here and in the heads. */
  public void setTraining(boolean on) {
    dropouts.setTraining(on);
  }

  /** Freezes the parameters with such names, and unfreezes all others. */
  public void freeze(Predicate<String> names) {
    for (Parameter parameter : parameters()) {
      parameter.setTrainable(!names.test(parameter.name()));
    }
  }

  /** For {@link #freeze}: the word, position and segment embeddings with their normalisation. */
  public static Predicate<String> embeddingNames() {
    return name -> name.startsWith("embeddings.");
  }

  /** For {@link #freeze}: the first layers, and the embeddings. */
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

  /** Frees its parameters. */
  @Override
  public void close() {
    parameters().forEach(parameter -> parameter.values().close());
    device.close();
  }
}
