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
 * A transformer encoder of the BERT or XLM-RoBERTa family (Devlin et al. 2019; Conneau et al.
 * 2020), to be trained: gradients flow to all its parameters but the frozen ones. Heads on top of
 * it make it an encoder of texts, a scorer of pairs, a language model.
 *
 * <p>A step belongs in one {@code PointerScope}: what {@link #forward} gives lives in it. Nothing
 * here is safe for use by several threads at once.
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
   * Reads a transformer from a model folder, without the heads it may have; dropout is off.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder holds another kind of
   *     model, or its tensors do not fit its configuration
   * @throws IsoglossException if there are fewer layers than the options keep
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
              + " that are to be kept; ask for fewer");
    }
    if (options.int4WordEmbeddings() && whole.embeddingSize() % Int4Quantization.BLOCK_SIZE != 0) {
      throw new IsoglossException(
          folder.path()
              + ": rows of words have "
              + whole.embeddingSize()
              + " numbers, but four bits are for multiples of "
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

  /** The shape of it, as many layers as were kept. */
  public TransformerConfig config() {
    return config;
  }

  /** Where it computes. */
  public Device device() {
    return device;
  }

  /** What its weights are kept in. */
  ScalarType type() {
    return type;
  }

  public Dropout dropout() {
    return dropouts.hidden();
  }

  public EmbeddingLayer embeddings() {
    return embeddings;
  }

  /** Texts to be run together; their tensors belong to the pointer scope that is open. */
  public TokenBatch batch(List<Encoding> texts) {
    return TokenBatch.of(texts, config.padId(), device);
  }

  /**
   * Runs texts through all layers.
   *
   * @return {@code [batch, tokens, hidden]}: the vectors of the last layer; what stands where a row
   *     is filled up means nothing
   */
  public Tensor forward(TokenBatch batch) {
    if (batch.tokens() > config.maxLength()) {
      throw new IllegalArgumentException(
          "a text of "
              + batch.tokens()
              + " pieces, but the model has positions for "
              + config.maxLength());
    }
    return TensorMemory.freeingIntermediates(
        () -> {
          Optional<Tensor> mask = attentionMask(batch);
          Tensor hidden = TensorMemory.freeingIntermediates(() -> embeddings.forward(batch));
          for (TransformerLayer layer : layers) {
            Tensor in = hidden;
            hidden = TensorMemory.freeingIntermediates(() -> layer.forward(in, mask));
            // Only autograd may still need what went in.
            in.close();
          }
          return hidden;
        });
  }

  /**
   * What pieces attend to in every layer, without dropout.
   *
   * @return of each layer {@code [batch, heads, tokens, tokens]}: how much the piece of the third
   *     dimension attends to that of the fourth
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

  /** Minus infinity where a row is filled up, 0 elsewhere; {@code [batch, 1, 1, tokens]}. */
  private Optional<Tensor> attentionMask(TokenBatch batch) {
    if (!batch.isPadded()) {
      return Optional.empty();
    }
    Tensor filledUp = batch.mask().logical_not().view(batch.size(), 1, 1, batch.tokens());
    return Optional.of(
        filledUp.to(type).masked_fill(filledUp, new Scalar(Float.NEGATIVE_INFINITY)));
  }

  /** Everything that can be trained, frozen parts too, in the order of the model. */
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(embeddings.parameters());
    layers.forEach(layer -> all.addAll(layer.parameters()));
    return all;
  }

  /** Turns dropout on or off, here and in the heads. */
  public void setTraining(boolean on) {
    dropouts.setTraining(on);
  }

  /** Lets no gradients flow to the parameters of such names, and to all others. */
  public void freeze(Predicate<String> names) {
    for (Parameter parameter : parameters()) {
      parameter.setTrainable(!names.test(parameter.name()));
    }
  }

  /** For {@link #freeze}: the embeddings of words, positions and segments with their norm. */
  public static Predicate<String> embeddingNames() {
    return name -> name.startsWith("embeddings.");
  }

  /** For {@link #freeze}: the first layers, and the embeddings under them. */
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
