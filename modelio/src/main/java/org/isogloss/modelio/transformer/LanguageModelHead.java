// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Set;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.architecture.Activation;

/**
 * The head of a masked language model: a dense layer with an activation and a normalisation, and
 * the product with the word embeddings. Its tensors are {@code cls.predictions.transform.dense},
 * {@code cls.predictions.transform.LayerNorm} and {@code cls.predictions.bias}.
 *
 * @param activation follows the dense layer
 * @param denseBias whether the dense layer has a bias
 */
public record LanguageModelHead(Activation activation, boolean denseBias) {
  private static final Set<String> WITH_GELU =
      Set.of("xlm-roberta", "roberta", "camembert", "mpnet");

  public LanguageModelHead {
    requireNonNull(activation, "activation is null");
  }

  /**
   * Reads the head of a model folder.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if its architecture has no such head
   *     here
   */
  public static LanguageModelHead read(Path folder) {
    EncoderConfigFile file = EncoderConfigFile.open(folder);
    file.requireBoolean("tie_word_embeddings", true);
    String type = ArchitectureReader.type(file.json());
    if (WITH_GELU.contains(type)) {
      return new LanguageModelHead(Activation.GELU, true);
    }
    return switch (type) {
      case "bert" -> new LanguageModelHead(file.activation("hidden_act", "gelu"), true);
      case "distilbert" -> new LanguageModelHead(file.activation("activation", "gelu"), true);
      case "modernbert" -> {
        file.requireBoolean("decoder_bias", true);
        yield new LanguageModelHead(
            file.activation("classifier_activation", "gelu"),
            file.json().booleanOrDefault("classifier_bias", false));
      }
      default ->
          throw file.json()
              .error(
                  "model_type",
                  Excerpt.quote(type),
                  "bert, distilbert, modernbert, mpnet, roberta or xlm-roberta, of which the head of"
                      + " the language model is known");
    };
  }
}
