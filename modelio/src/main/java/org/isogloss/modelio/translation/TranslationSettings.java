// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.translation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The settings of a translation model, stored in {@value #FILE}. Width, heads, activation and the
 * epsilon of normalisations are those of the encoder.
 *
 * @param sources languages of the texts to translate, at least one
 * @param target language of the translations
 * @param layers number of layers of the decoder, 1 to {@value #MAX_LAYERS}
 * @param maxLength maximum number of tokens of a translation, with the token that ends it, 1 to
 *     {@value #MAX_LENGTH}
 * @param wordSimilarities whether the similarities of the source sentence to the target words are
 *     added to the decoder's logits
 */
public record TranslationSettings(
    List<Language> sources, Language target, int layers, int maxLength, boolean wordSimilarities) {
  /** The name of the file in a model folder. */
  public static final String FILE = "translation.json";

  /** Version of the format that is written. */
  private static final int FORMAT = 1;

  private static final int MAX_LAYERS = 512;
  private static final int MAX_LENGTH = 1 << 16;

  public TranslationSettings {
    sources = List.copyOf(sources);
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("sources is empty, expected one language or more");
    }
    requireNonNull(target, "target is null");
    requireInRange("layers", layers, MAX_LAYERS);
    requireInRange("max_length", maxLength, MAX_LENGTH);
  }

  private static void requireInRange(String key, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(key + " is " + value + ", expected 1 to " + max);
    }
  }

  /**
   * Reads the settings of a model folder.
   *
   * @throws ModelFormatException if there are none, or a key in them is missing, unknown or invalid
   */
  static TranslationSettings read(Path folder) {
    JsonObject json = ModelJson.read(FolderPaths.resolve(folder, FILE));
    int format = json.intAtLeast("format", 1);
    if (format > FORMAT) {
      throw json.error(
          "format",
          String.valueOf(format),
          "at most "
              + FORMAT
              + ": a newer version of Isogloss wrote this model; use that version or a newer one");
    }
    try {
      TranslationSettings settings =
          new TranslationSettings(
              json.strings("sources").stream().map(tag -> language(json, "sources", tag)).toList(),
              language(json, "target", json.string("target")),
              json.intAtLeast("layers", 1),
              json.intAtLeast("max_length", 1),
              json.booleanValue("word_similarities"));
      json.rejectUnknownKeys();
      return settings;
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(json.file(), e.getMessage(), e);
    }
  }

  private static Language language(JsonObject json, String key, String tag) {
    return Language.find(tag)
        .filter(language -> language.tag().equals(tag))
        .orElseThrow(() -> json.error(key, "\"" + tag + "\"", "the code of a language"));
  }

  void write(Path folder) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode().put("format", FORMAT);
    ArrayNode tags = json.putArray("sources");
    sources.forEach(source -> tags.add(source.tag()));
    json.put("target", target.tag())
        .put("layers", layers)
        .put("max_length", maxLength)
        .put("word_similarities", wordSimilarities);
    JsonFile.write(folder.resolve(FILE), json);
  }
}
