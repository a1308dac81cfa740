// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.dense;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/**
 * Sizes and activation of a {@link DenseLayer}, as the {@code config.json} of its folder states
 * them.
 *
 * @param inputs dimension of the pooled vector
 * @param outputs dimension of the vector of a text
 * @param bias whether the layer has a bias
 */
public record DenseLayerConfig(int inputs, int outputs, boolean bias, Activation activation) {
  /** Name of the file. */
  public static final String FILE = "config.json";

  private static final String POOLED = "sentence_embedding";
  private static final String TOKENS = "token_embeddings";
  private static final List<String> VECTORS = List.of("module_input_name", "module_output_name");

  /** Largest size, so that weights fit into memory. */
  private static final int MAX_SIZE = 1 << 14;

  /** The function of the outputs. */
  public enum Activation {
    /** The hyperbolic tangent. */
    TANH("torch.nn.modules.activation.Tanh"),
    /** No function. */
    IDENTITY("torch.nn.modules.linear.Identity");

    private final String pythonClass;

    Activation(String pythonClass) {
      this.pythonClass = pythonClass;
    }
  }

  public DenseLayerConfig {
    requireNonNull(activation, "activation is null");
    if (inputs < 1 || outputs < 1) {
      throw new IllegalArgumentException(
          "sizes are " + inputs + " and " + outputs + ", expected 1 or more");
    }
  }

  /**
   * Reads the file.
   *
   * @param folder the folder of the layer, such as {@code 2_Dense}
   * @throws org.isogloss.modelio.format.ModelFormatException if the file is missing or invalid, or
   *     the layer has another activation
   */
  public static DenseLayerConfig read(Path folder) {
    return read(folder, POOLED);
  }

  /**
   * Reads the file of a layer that maps the vectors of tokens.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException like {@link #read}
   */
  public static DenseLayerConfig readOfTokens(Path folder) {
    return read(folder, TOKENS);
  }

  private static DenseLayerConfig read(Path folder, String vectors) {
    JsonObject config = ModelJson.read(FolderPaths.resolve(folder, FILE));
    for (String key : VECTORS) {
      String found = config.findString(key).orElse(vectors);
      if (!found.equals(vectors)) {
        throw config.error(key, Excerpt.quote(found), Excerpt.quote(vectors));
      }
    }
    if (config.booleanOrDefault("use_residual", false)) {
      throw config.error("use_residual", "true", "false");
    }
    String found = config.string("activation_function");
    return new DenseLayerConfig(
        config.intInRange("in_features", 1, MAX_SIZE),
        config.intInRange("out_features", 1, MAX_SIZE),
        config.booleanOrDefault("bias", true),
        Arrays.stream(Activation.values())
            .filter(known -> known.pythonClass.equals(found))
            .findFirst()
            .orElseThrow(
                () ->
                    config.error(
                        "activation_function",
                        Excerpt.quote(found),
                        Activation.TANH.pythonClass + " or " + Activation.IDENTITY.pythonClass)));
  }

  /** Writes the file. */
  void write(Path folder) {
    JsonFile.write(folder.resolve(FILE), json());
  }

  /** Writes the file of a layer that maps the vectors of tokens. */
  void writeOfTokens(Path folder) {
    ObjectNode json = json();
    VECTORS.forEach(key -> json.put(key, TOKENS));
    JsonFile.write(folder.resolve(FILE), json);
  }

  private ObjectNode json() {
    return JsonFile.MAPPER
        .createObjectNode()
        .put("in_features", inputs)
        .put("out_features", outputs)
        .put("bias", bias)
        .put("activation_function", activation.pythonClass);
  }
}
