// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/** The model from which training starts, loaded with the options of a recipe. */
public final class PretrainedModel implements AutoCloseable {
  private final ModelFolder folder;
  private final Tokenizer tokenizer;
  private final Transformer transformer;
  private final EncodingSettings encodingSettings;
  private Optional<PoolingHead> poolingHead = Optional.empty();

  private PretrainedModel(
      ModelFolder folder, Tokenizer tokenizer, Transformer transformer, EncodingSettings settings) {
    this.folder = folder;
    this.tokenizer = tokenizer;
    this.transformer = transformer;
    this.encodingSettings = settings;
  }

  /**
   * Opens a model folder and loads its transformer.
   *
   * @throws TrainingException if the maximum length of the options exceeds that of the model
   */
  public static PretrainedModel open(PretrainedModelOptions model, ComputeOptions compute) {
    ModelFolder folder = ModelFolder.open(model.base());
    try {
      Tokenizer tokenizer = folder.tokenizer();
      TransformerOptions.Builder options =
          TransformerOptions.builder()
              .dropout(model.dropout())
              .sparseGradients(model.gradient() == PretrainedModelOptions.WordGradient.SPARSE)
              .int4WordEmbeddings(
                  model.words() == PretrainedModelOptions.WordEmbeddingPrecision.INT4)
              .device(compute.device());
      if (model.layers() > 0) {
        options.layers(model.layers());
      }
      Transformer transformer = Transformer.load(folder, options.build());
      try {
        requirePositions(model, transformer);
        transformer.freeze(frozenParameters(model));
        return new PretrainedModel(folder, tokenizer, transformer, encodingSettings(model, folder));
      } catch (RuntimeException e) {
        transformer.close();
        throw e;
      }
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static void requirePositions(PretrainedModelOptions model, Transformer transformer) {
    if (model.maxLength() > transformer.architecture().maxLength()) {
      throw new TrainingException(
          "model.max-length is "
              + model.maxLength()
              + ", but "
              + model.base()
              + " has positions for "
              + transformer.architecture().maxLength());
    }
  }

  private static Predicate<String> frozenParameters(PretrainedModelOptions model) {
    Predicate<String> parts =
        switch (model.freeze()) {
          case NOTHING -> name -> false;
          case WORDS -> name -> name.startsWith("embeddings.word_embeddings");
          case EMBEDDINGS -> Transformer.embeddingNames();
        };
    return model.frozenLayers() > 0
        ? parts.or(Transformer.firstLayerNames(model.frozenLayers()))
        : parts;
  }

  private static EncodingSettings encodingSettings(
      PretrainedModelOptions model, ModelFolder folder) {
    EncodingSettings defaults = folder.encoding();
    Pooling unstated = folder.architecture().attention().causal() ? Pooling.LAST : Pooling.MEAN;
    Pooling pooling =
        model
            .pooling()
            .map(choice -> Pooling.valueOf(choice.name()))
            .orElse(defaults.pooling() == Pooling.NONE ? unstated : defaults.pooling());
    return new EncodingSettings(
        model.queryPrefix().orElse(defaults.queryPrefix()),
        model.passagePrefix().orElse(defaults.passagePrefix()),
        model.maxLength(),
        pooling);
  }

  /**
   * Returns the head that pools the vectors of tokens, with the dense layers of the folder. It
   * belongs to the model.
   */
  public PoolingHead poolingHead() {
    if (poolingHead.isEmpty()) {
      poolingHead = Optional.of(PoolingHead.load(folder, transformer, encodingSettings.pooling()));
    }
    return poolingHead.get();
  }

  /** Returns the dimension of the vector of a text. */
  public int dimension() {
    return poolingHead().dimension(transformer.architecture().hiddenSize());
  }

  /** Returns the folder from which the model was loaded. */
  public ModelFolder folder() {
    return folder;
  }

  /** Returns the tokenizer of the model. */
  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Returns the transformer, which is trained. */
  public Transformer transformer() {
    return transformer;
  }

  /** Returns the encoding settings of the trained model. */
  public EncodingSettings encodingSettings() {
    return encodingSettings;
  }

  /**
   * Requires that the classifier of the folder has these labels in this order.
   *
   * @throws TrainingException if it has others
   */
  public void requireLabels(List<String> labels) {
    if (!folder.labels().equals(labels)) {
      throw new TrainingException(
          folder.path()
              + ": the labels are "
              + String.join(", ", folder.labels())
              + ", expected those of the recipe or its training data, "
              + String.join(", ", labels)
              + ": state these labels in this order, or begin with a new head");
    }
  }

  /** Encodes a query, or a sentence of a pair. */
  public Encoding encodeQuery(String text) {
    return encode(text, Role.QUERY);
  }

  /** Encodes a passage. */
  public Encoding encodePassage(String text) {
    return encode(text, Role.PASSAGE);
  }

  /** Encodes a text with the prefix of its role. */
  public Encoding encode(String text, Role role) {
    return encode(text, role, encodingSettings.maxLength());
  }

  /** Encodes a text with the prefix of its role, truncated to {@code maxLength} tokens. */
  public Encoding encode(String text, Role role, int maxLength) {
    String prefix =
        switch (role) {
          case QUERY -> encodingSettings.queryPrefix();
          case PASSAGE -> encodingSettings.passagePrefix();
        };
    return tokenizer.encode(prefix + text, maxLength);
  }

  /** Encodes two texts together. */
  public Encoding encodePair(String first, String second) {
    return tokenizer.encode(first, second, encodingSettings.maxLength());
  }

  @Override
  public void close() {
    poolingHead.ifPresent(PoolingHead::close);
    transformer.close();
    folder.close();
  }
}
