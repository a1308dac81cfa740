// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.transformer.EncoderConfig;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.neural.compression.Int4Quantization;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.text.Encoding;

/**
 * A trainable transformer encoder of any architecture without experts and adapters. All parameters
 * except frozen ones receive gradients. A head turns it into an encoder of texts, a scorer of pairs
 * or a language model.
 *
 * <p>Run each step inside a {@code PointerScope}, to which the results of {@link #forward} belong.
 * The class is not safe for use by multiple threads.
 */
public final class Transformer implements AutoCloseable {
  private final Path folder;
  private final EncoderConfig config;
  private final EncoderArchitecture architecture;
  private final Device device;
  private final ScalarType type;
  private final TransformerDropout dropouts;
  private final EmbeddingLayer embeddings;
  private final Optional<Parameter> distanceBias;
  private final List<TransformerLayer> layers;
  private final Optional<Norm> norm;

  private Transformer(
      Path folder,
      EncoderConfig config,
      TransformerOptions options,
      ScalarType type,
      Device device,
      ParameterSource source) {
    this.folder = folder;
    this.config = config;
    this.architecture = config.architecture();
    this.type = type;
    this.device = device;
    this.dropouts =
        new TransformerDropout(
            new Dropout(options.dropout()), new Dropout(options.attentionDropout()));
    this.embeddings = new EmbeddingLayer(architecture, source, dropouts.hidden(), options);
    this.distanceBias =
        architecture.layers().stream()
            .map(EncoderLayer::positions)
            .filter(RelativePositions.Bucketed.class::isInstance)
            .map(RelativePositions.Bucketed.class::cast)
            .findFirst()
            .map(
                bucketed ->
                    source.stored(
                        "encoder.relative_attention_bias.weight",
                        bucketed.buckets(),
                        architecture.attention().heads()));
    List<TransformerLayer> all = new ArrayList<>();
    for (int i = 0; i < architecture.layers().size(); i++) {
      all.add(new TransformerLayer(i, architecture, source, dropouts));
    }
    this.layers = List.copyOf(all);
    this.norm =
        architecture.normalizesOutput()
            ? Optional.of(
                source.norm(
                    "encoder.LayerNorm", architecture.hiddenSize(), architecture.normalization()))
            : Optional.empty();
  }

  /**
   * Reads a transformer from a model folder, without its heads; dropout is disabled.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder contains another kind of
   *     model, or its tensors do not match its configuration
   * @throws IsoglossException if the model has experts or adapters, or fewer layers than the
   *     options keep
   */
  public static Transformer load(ModelFolder folder, TransformerOptions options) {
    EncoderConfig stored = folder.encoderConfig();
    EncoderArchitecture architecture = stored.architecture();
    requireTrainable(folder, stored);
    int layers = architecture.layers().size();
    if (options.layers() != TransformerOptions.ALL && options.layers() > layers) {
      throw new IsoglossException(
          folder.path()
              + ": has "
              + layers
              + " layers, expected at least the "
              + options.layers()
              + " layers to keep: reduce the number of layers");
    }
    int width = architecture.embeddings().width();
    if (options.int4WordEmbeddings() && width % Int4Quantization.BLOCK_SIZE != 0) {
      throw new IsoglossException(
          folder.path()
              + ": the rows of the word embedding have "
              + width
              + " numbers, but four-bit quantization requires a multiple of "
              + Int4Quantization.BLOCK_SIZE);
    }
    EncoderConfig config =
        options.layers() < layers
            ? stored.keepingLayers(IntStream.range(0, options.layers()).boxed().toList())
            : stored;
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
          source -> new Transformer(folder.path(), config, options, type, device, source));
    } catch (RuntimeException e) {
      device.close();
      throw e;
    }
  }

  /** Rejects what has no counterpart here. */
  private static void requireTrainable(ModelFolder folder, EncoderConfig config) {
    boolean experts =
        config.architecture().layers().stream()
            .anyMatch(layer -> layer.feedForward().experts().isPresent());
    if (experts || folder.adapters().isPresent()) {
      throw new IsoglossException(
          folder.path()
              + ": is of the type "
              + config.modelType()
              + " with "
              + (experts ? "experts" : "adapters for tasks")
              + ", which cannot be trained: expected a transformer in which every text uses all"
              + " weights, such as bert, xlm-roberta, modernbert, gte, qwen3 or gemma3_text");
    }
  }

  /** Returns the configuration, with the layers that were kept. */
  public EncoderConfig config() {
    return config;
  }

  /** Returns what the layers compute. */
  public EncoderArchitecture architecture() {
    return architecture;
  }

  /**
   * Returns the configuration of a model of the BERT or the XLM-RoBERTa family.
   *
   * @param purpose what only models of these families have here, such as {@code classifiers}
   * @throws IsoglossException if the model is of another type
   */
  public TransformerConfig familyConfig(String purpose) {
    if (config instanceof TransformerConfig family) {
      return family;
    }
    throw new IsoglossException(
        folder
            + ": is of the type "
            + config.modelType()
            + ", but "
            + purpose
            + " can only be trained on the types bert, xlm-roberta, roberta and camembert");
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
    return TokenBatch.of(texts, architecture.padId(), device);
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
    if (batch.tokens() > architecture.maxLength()) {
      throw new IllegalArgumentException(
          "a text has "
              + batch.tokens()
              + " tokens, but the model has positions for "
              + architecture.maxLength());
    }
    return TensorMemory.freeingIntermediates(
        () -> {
          int first = layers.size() - differentiated;
          if (first < 0) {
            return forward(embeddings(batch), 0, layers.size(), patterns(batch));
          }
          Tensor hidden;
          try (NoGradGuard guard = new NoGradGuard()) {
            hidden = forward(embeddings(batch), 0, first, patterns(batch));
            if (differentiated == 0) {
              return hidden;
            }
          }
          return forward(hidden, first, layers.size(), patterns(batch));
        });
  }

  private List<AttentionPattern> patterns(TokenBatch batch) {
    return AttentionPattern.ofLayers(architecture, batch, type, distanceBias);
  }

  private Tensor embeddings(TokenBatch batch) {
    return TensorMemory.freeingIntermediates(() -> embeddings.forward(batch));
  }

  /** Computes a range of the layers; the normalisation of the output belongs to the last one. */
  private Tensor forward(Tensor hidden, int from, int to, List<AttentionPattern> patterns) {
    Tensor out = hidden;
    for (int i = from; i < to; i++) {
      Tensor in = out;
      TransformerLayer layer = layers.get(i);
      AttentionPattern pattern = patterns.get(i);
      boolean last = i == layers.size() - 1;
      out =
          TensorMemory.freeingIntermediates(
              () -> {
                Tensor states = layer.forward(in, pattern);
                return last ? norm.map(n -> n.apply(states)).orElse(states) : states;
              });
      // Only autograd may still need the input of the layer.
      in.close();
    }
    return out;
  }

  /**
   * Returns the attention weights of every layer, computed without dropout.
   *
   * @return for each layer {@code [batch, heads, tokens, tokens]}: how much the token of the third
   *     dimension attends to the token of the fourth
   */
  public List<Tensor> attentionWeights(TokenBatch batch) {
    List<AttentionPattern> patterns = patterns(batch);
    List<Tensor> all = new ArrayList<>();
    Tensor hidden = embeddings.forward(batch);
    for (int i = 0; i < layers.size(); i++) {
      all.add(layers.get(i).attentionWeights(hidden, patterns.get(i)));
      hidden = layers.get(i).forward(hidden, patterns.get(i));
    }
    return all;
  }

  /** Returns all parameters, including frozen ones, in the order of the model. */
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(embeddings.parameters());
    distanceBias.ifPresent(all::add);
    layers.forEach(layer -> all.addAll(layer.parameters()));
    norm.ifPresent(n -> all.addAll(n.parameters()));
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
