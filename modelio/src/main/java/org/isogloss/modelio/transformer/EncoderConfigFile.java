// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/** The {@code config.json} of a transformer; a setting that cannot be applied is rejected. */
record EncoderConfigFile(JsonObject json) {
  /** Settings of decoders that read another sequence. */
  private static final List<String> DECODER_SETTINGS =
      List.of("is_decoder", "add_cross_attention", "is_encoder_decoder");

  /** Weights of another kind, and layers without some of their heads. */
  private static final List<String> UNSUPPORTED = List.of("quantization_config", "pruned_heads");

  private static final String ADAPTER = "adapter_config.json";

  /**
   * Opens the file of a folder.
   *
   * @throws ModelFormatException if there is none, or it has a setting that changes the outputs of
   *     a model and has no counterpart here
   */
  static EncoderConfigFile open(Path folder) {
    EncoderConfigFile file =
        new EncoderConfigFile(ModelJson.read(FolderPaths.resolve(folder, TransformerConfig.FILE)));
    requireNoAdapter(folder);
    for (String key : DECODER_SETTINGS) {
      if (file.json.booleanOrDefault(key, false)) {
        throw file.json.error(key, "true", "false: only encoders are supported");
      }
    }
    UNSUPPORTED.forEach(file::requireNone);
    return file;
  }

  /** Python adds the weights of an adapter in the folder to those of the model. */
  private static void requireNoAdapter(Path folder) {
    FolderPaths.find(folder, ADAPTER)
        .ifPresent(
            adapter -> {
              throw new ModelFormatException(
                  adapter,
                  "is an adapter, which changes the weights of the model: merge it in Python"
                      + " (merge_and_unload) and use the folder of the merged model");
            });
  }

  /** Rejects a setting that is present and not an empty object. */
  void requireNone(String key) {
    if (json.has(key) && !(json.isObject(key) && json.object(key).keys().isEmpty())) {
      throw json.error(
          key, "present", "no such key: the outputs of the model would be others without it");
    }
  }

  /** Rejects another value of a setting than the one that is supported, which is the default. */
  void requireString(String key, String expected) {
    String found = json.findString(key).orElse(expected);
    if (!found.equals(expected)) {
      throw json.error(key, Excerpt.quote(found), Excerpt.quote(expected));
    }
  }

  /** Rejects another value of a setting than the one that is supported, which is the default. */
  void requireBoolean(String key, boolean expected) {
    if (json.booleanOrDefault(key, expected) != expected) {
      throw json.error(key, String.valueOf(!expected), String.valueOf(expected));
    }
  }

  /** Rejects another value of a setting than the one that is supported, which is the default. */
  void requireInteger(String key, int expected) {
    int found = sizeOrZero(key, expected);
    if (found != expected) {
      throw json.error(key, String.valueOf(found), String.valueOf(expected));
    }
  }

  int size(String key) {
    return json.intAtLeast(key, 1);
  }

  int size(String key, int defaultValue) {
    return json.findIntAtLeast(key, 1).orElse(defaultValue);
  }

  /** Returns an id, or a number of rows that may be 0. */
  int sizeOrZero(String key, int defaultValue) {
    return json.findIntAtLeast(key, 0).orElse(defaultValue);
  }

  double number(String key, double defaultValue) {
    return json.has(key) ? json.number(key) : defaultValue;
  }

  Activation activation(String key) {
    return parse(json.string(key), key);
  }

  Activation activation(String key, String defaultName) {
    return parse(json.findString(key).orElse(defaultName), key);
  }

  private Activation parse(String name, String key) {
    return Activation.fromConfigName(name)
        .orElseThrow(
            () -> json.error(key, "\"" + name + "\"", "one of " + Activation.configNames()));
  }

  /** Creates a description; sizes that are out of range are reported with the file. */
  <T> T create(Supplier<T> description) {
    try {
      return description.get();
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(json.file(), e.getMessage(), e);
    }
  }
}
