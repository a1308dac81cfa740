// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.sparse;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * How a transformer computes the weights of terms, which are the tokens of its vocabulary.
 *
 * @param kind what computes the weights
 * @param files what the weights depend on in addition to the transformer
 * @param queries the folder of the weights of tokens in queries; empty if queries are encoded like
 *     passages
 */
public record SparseHead(Kind kind, List<Path> files, Optional<Path> queries) {
  /** What computes the weights of a text. */
  public enum Kind {
    /**
     * The masked language model, whose largest logit over all tokens of the text is {@code x}:
     * {@code log(1 + max(x, 0))} (Formal et al., <i>SPLADE v2</i>, 2021).
     */
    LANGUAGE_MODEL,
    /** The same with {@code log(1 + log(1 + max(x, 0)))} (Geng et al., 2024). */
    LANGUAGE_MODEL_TWO_LOGARITHMS,
    /**
     * A linear layer, which weighs each token of the text (Chen et al., <i>BGE M3-Embedding</i>,
     * ACL 2024); a token that occurs several times has the largest of its weights.
     */
    TOKENS;

    /** Whether terms that do not occur in a text can have a weight. */
    public boolean expands() {
      return this != TOKENS;
    }
  }

  /** The linear layer in the folder of a transformer. */
  public static final String LINEAR = "sparse_linear.safetensors";

  private static final String PICKLED_LINEAR = "sparse_linear.pt";
  private static final String CONFIG = "config.json";
  private static final String WEIGHT = "weight";
  private static final String BIAS = "bias";

  public SparseHead {
    requireNonNull(kind, "kind is null");
    files = List.copyOf(files);
    requireNonNull(queries, "queries is null");
  }

  /**
   * A linear layer with one output.
   *
   * @param weights {@code [hidden]}
   */
  public record Linear(float[] weights, float bias) {}

  /**
   * Reads the head of a folder.
   *
   * @param modules the modules of sentence-transformers, if the folder lists those of a sparse
   *     model
   * @param transformer the folder of the transformer
   * @return empty if the model has none
   * @throws ModelFormatException if a setting is not supported
   */
  public static Optional<SparseHead> find(Optional<SparseModules> modules, Path transformer) {
    if (modules.isPresent()) {
      return Optional.of(of(modules.get()));
    }
    return Stream.of(LINEAR, PICKLED_LINEAR)
        .flatMap(name -> FolderPaths.find(transformer, name).stream())
        .findFirst()
        .map(file -> new SparseHead(Kind.TOKENS, List.of(file), Optional.empty()));
  }

  private static SparseHead of(SparseModules modules) {
    Path file = FolderPaths.resolve(modules.pooling(), CONFIG);
    JsonObject config = ModelJson.read(file);
    requireMax(config);
    String activation = config.findString("activation_function").orElse("relu");
    Kind kind =
        switch (activation) {
          case "relu" -> Kind.LANGUAGE_MODEL;
          case "log1p_relu" -> Kind.LANGUAGE_MODEL_TWO_LOGARITHMS;
          default ->
              throw config.error(
                  "activation_function", Excerpt.quote(activation), "relu or log1p_relu");
        };
    List<Path> files = new ArrayList<>(List.of(file));
    modules.queries().ifPresent(folder -> files.addAll(weightsIn(folder)));
    return new SparseHead(kind, files, modules.queries());
  }

  private static void requireMax(JsonObject config) {
    String strategy = config.findString("pooling_strategy").orElse("max");
    if (!strategy.equals("max")) {
      throw config.error("pooling_strategy", Excerpt.quote(strategy), "\"max\"");
    }
  }

  private static List<Path> weightsIn(Path folder) {
    JsonObject config = ModelJson.read(FolderPaths.resolve(folder, CONFIG));
    if (config.has("path")) {
      throw config.error("path", "present", "the weights in " + Safetensors.FILE);
    }
    try (Safetensors weights = Safetensors.open(folder)) {
      return weights.files();
    }
  }

  /**
   * Reads the weights of tokens in queries.
   *
   * @return {@code [vocabularySize]}; empty if queries are encoded like passages
   * @throws ModelFormatException if there is another number, or one is negative
   */
  public Optional<float[]> queryWeights(int vocabularySize) {
    return queries.map(
        folder -> {
          try (Safetensors file = Safetensors.open(folder)) {
            file.tensor(WEIGHT, vocabularySize);
            float[] weights = floats(file, WEIGHT);
            for (float weight : weights) {
              if (weight < 0) {
                throw new ModelFormatException(
                    file.path(), "has the weight " + weight + " of a token, expected 0 or more");
              }
            }
            return weights;
          }
        });
  }

  /**
   * Reads the linear layer of {@link Kind#TOKENS}.
   *
   * @throws ModelFormatException if it is damaged, or has not the given number of inputs
   */
  public Linear linear(int hiddenSize) {
    try (Safetensors file = Safetensors.open(files.getFirst())) {
      file.tensor(WEIGHT, 1, hiddenSize);
      file.tensor(BIAS, 1);
      return new Linear(floats(file, WEIGHT), floats(file, BIAS)[0]);
    }
  }

  private static float[] floats(Safetensors file, String name) {
    float[] values = file.floats(name);
    WeightValidator.requireValid(file.fileOf(name), name, values);
    return values;
  }
}
