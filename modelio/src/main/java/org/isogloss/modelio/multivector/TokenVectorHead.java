// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.text.Tokenizer;

/**
 * How the states of a transformer become token vectors: by linear layers, after which each vector
 * is normalised to unit length.
 *
 * @param form where the layers are
 * @param layers the folders of the modules, or the file of the layer
 */
public record TokenVectorHead(Form form, List<Path> layers, TokenVectorSettings settings) {
  /** Where the layers are. */
  public enum Form {
    /** In folders of their own, as sentence-transformers has them. */
    MODULES,
    /** Among the weights of the transformer, as Stanford's ColBERT has it. */
    CHECKPOINT,
    /** In a file next to the transformer (Chen et al., <i>BGE M3-Embedding</i>, ACL 2024). */
    M3
  }

  /** The linear layer of {@link Form#M3} in the folder of a transformer. */
  public static final String LINEAR = "colbert_linear.safetensors";

  /** The weight of {@link Form#CHECKPOINT}. */
  private static final String CHECKPOINT_WEIGHT = "linear.weight";

  private static final String PICKLED_LINEAR = "colbert_linear.pt";
  static final String WEIGHT = "weight";
  static final String BIAS = "bias";

  public TokenVectorHead {
    requireNonNull(form, "form is null");
    layers = List.copyOf(layers);
    requireNonNull(settings, "settings is null");
  }

  /**
   * Finds the head of a folder.
   *
   * @param modules what the folder states if it computes only token vectors
   * @param transformer the folder of the transformer
   * @return empty if the model has none
   */
  public static Optional<TokenVectorHead> find(
      Optional<MultiVectorModules> modules, Path transformer) {
    if (modules.isPresent()) {
      return modules.map(MultiVectorModules::head);
    }
    return Stream.of(LINEAR, PICKLED_LINEAR)
        .flatMap(name -> FolderPaths.find(transformer, name).stream())
        .findFirst()
        .map(file -> new TokenVectorHead(Form.M3, List.of(file), TokenVectorSettings.M3));
  }

  /** Whether the model computes nothing else than token vectors. */
  public boolean standsAlone() {
    return form != Form.M3;
  }

  /**
   * Returns the ids of the tokens without a vector in passages. Stanford's ColBERT states texts, of
   * which it skips the first token: with SentencePiece, the mark of a word's beginning may be one.
   */
  public IntStream skippedIds(Tokenizer tokenizer) {
    return form == Form.CHECKPOINT
        ? settings.skipped().stream()
            .map(tokenizer::ids)
            .flatMapToInt(ids -> Arrays.stream(ids).limit(1))
            .filter(id -> id != tokenizer.specialTokens().unknownId())
            .distinct()
        : settings.skipped().stream().flatMapToInt(token -> tokenizer.id(token).stream());
  }

  /**
   * Returns the dimension of token vectors.
   *
   * @param hiddenSize width of the transformer
   * @throws ModelFormatException if the layers do not fit
   */
  public int dimension(int hiddenSize) {
    if (form == Form.MODULES) {
      int width = hiddenSize;
      for (Path folder : layers) {
        width = config(folder, width).outputs();
      }
      return width;
    }
    try (Safetensors file = open()) {
      return outputs(file, hiddenSize);
    }
  }

  private static DenseLayerConfig config(Path folder, int inputs) {
    DenseLayerConfig config = DenseLayerConfig.readOfTokens(folder);
    if (config.inputs() != inputs) {
      throw new ModelFormatException(
          folder, "has " + config.inputs() + " inputs, expected " + inputs);
    }
    return config;
  }

  private Safetensors open() {
    return Safetensors.open(layers.getFirst());
  }

  private String weight() {
    return form == Form.CHECKPOINT ? CHECKPOINT_WEIGHT : WEIGHT;
  }

  private int outputs(Safetensors file, int inputs) {
    TensorInfo weight = file.tensors().get(weight());
    if (weight == null || weight.shape().size() != 2) {
      throw new ModelFormatException(
          file.path(),
          "has no matrix \"" + weight() + "\", which maps the states of tokens to their vectors");
    }
    file.tensor(weight(), weight.size(0), inputs);
    return weight.size(0);
  }

  /**
   * Reads the layers, in their order.
   *
   * @param hiddenSize width of the transformer
   * @throws ModelFormatException if one is missing, damaged or does not fit
   */
  public List<DenseLayer> read(int hiddenSize) {
    List<DenseLayer> read = new ArrayList<>();
    if (form == Form.MODULES) {
      int width = hiddenSize;
      for (Path folder : layers) {
        DenseLayerConfig config = config(folder, width);
        read.add(DenseLayer.read(folder, config));
        width = config.outputs();
      }
      return read;
    }
    try (Safetensors file = open()) {
      int outputs = outputs(file, hiddenSize);
      boolean bias = form == Form.M3;
      DenseLayerConfig config =
          new DenseLayerConfig(hiddenSize, outputs, bias, DenseLayerConfig.Activation.IDENTITY);
      read.add(DenseLayer.read(file, config, weight(), BIAS));
      return read;
    }
  }
}
