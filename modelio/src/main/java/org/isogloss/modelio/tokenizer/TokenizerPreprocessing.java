// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.text.subword.BpeModel;
import org.isogloss.text.subword.Metaspace;
import org.isogloss.text.subword.PrecompiledCharacterMap;
import org.isogloss.text.subword.TextNormalizer;
import org.isogloss.text.subword.WordSplitting;

/**
 * Reads the preprocessing steps that {@code tokenizer.json} applies to a text before Unigram
 * tokenization or byte pair encoding.
 */
final class TokenizerPreprocessing {
  private static final String TYPE = "type";
  private static final String PRE_TOKENIZER = "pre_tokenizer";

  /** Maximum number of normalisation steps, each of which reads the whole text. */
  private static final int MAX_STEPS = 64;

  /**
   * Maximum factor by which all replacements together can lengthen a text. Known tokenizers replace
   * a character by at most three; the factors of consecutive replacements multiply.
   */
  private static final double MAX_GROWTH = 16;

  private TokenizerPreprocessing() {}

  /** Returns the steps of {@code normalizer} in order; empty if there is no such key. */
  static List<TextNormalizer> normalizers(JsonObject parts) {
    List<TextNormalizer> steps = new ArrayList<>();
    parts.findObject("normalizer").ifPresent(json -> addNormalizer(json, steps));
    double growth =
        steps.stream().mapToDouble(TokenizerPreprocessing::growth).reduce(1, (a, b) -> a * b);
    if (growth > MAX_GROWTH) {
      throw parts.error(
          "normalizer",
          "a chain of replacements that makes a text " + growth + " times as long",
          "at most " + MAX_GROWTH + " times");
    }
    return steps;
  }

  /**
   * Returns the factor by which a step can lengthen a text; 1 for steps other than replacements.
   */
  private static double growth(TextNormalizer step) {
    return switch (step) {
      case TextNormalizer.Replacement replacement ->
          Math.max(1, (double) replacement.replacement().length() / replacement.pattern().length());
      // A run consists of at least two spaces.
      case TextNormalizer.CollapsedSpaces spaces ->
          Math.max(1, spaces.replacement().length() / 2.0);
      default -> 1;
    };
  }

  private static void addNormalizer(JsonObject json, List<TextNormalizer> steps) {
    String type = json.string(TYPE);
    if (steps.size() == MAX_STEPS) {
      throw json.error(TYPE, "one more step", "at most " + MAX_STEPS + " steps of normalisation");
    }
    switch (type) {
      case "Sequence" -> json.objects("normalizers").forEach(step -> addNormalizer(step, steps));
      case "Precompiled" -> steps.add(characterMap(json));
      case "NFC", "NFD", "NFKC", "NFKD" ->
          steps.add(new TextNormalizer.UnicodeForm(Normalizer.Form.valueOf(type)));
      case "Replace" -> steps.add(replacement(json));
      case "Strip" ->
          steps.add(
              new TextNormalizer.Strip(
                  json.booleanOrDefault("strip_left", true),
                  json.booleanOrDefault("strip_right", true)));
      default ->
          throw new UnsupportedTokenizerException(
              json.error(
                  TYPE,
                  "\"" + type + "\"",
                  "one of Sequence, Precompiled, NFC, NFD, NFKC, NFKD, Replace, Strip"));
    }
  }

  private static PrecompiledCharacterMap characterMap(JsonObject json) {
    String key = "precompiled_charsmap";
    try {
      return PrecompiledCharacterMap.of(Base64.getDecoder().decode(json.string(key)));
    } catch (IllegalArgumentException e) {
      throw json.error(key, "damaged (" + e.getMessage() + ")", "a character map in Base64");
    }
  }

  private static TextNormalizer replacement(JsonObject json) {
    JsonObject pattern = json.object("pattern");
    String replacement = json.string("content");
    if (pattern.has("Regex")) {
      String regex = pattern.string("Regex");
      if (!regex.equals(" {2,}")) {
        throw pattern.error("Regex", "\"" + regex + "\"", "\" {2,}\", two or more spaces");
      }
      return new TextNormalizer.CollapsedSpaces(replacement);
    }
    String searched = pattern.string("String");
    if (searched.isEmpty()) {
      throw pattern.error("String", "empty", "the text to be replaced");
    }
    return new TextNormalizer.Replacement(searched, replacement);
  }

  /**
   * Reads how {@code pre_tokenizer} splits text into words for a BPE model.
   *
   * @param model the model, which states the other options
   */
  static BpeModel.Options bpeOptions(JsonObject parts, JsonObject model) {
    List<JsonObject> steps =
        parts
            .findObject(PRE_TOKENIZER)
            .map(
                json ->
                    json.string(TYPE).equals("Sequence")
                        ? json.objects("pretokenizers")
                        : List.of(json))
            .orElse(List.of());
    WordSplitting splitting = WordSplitting.NONE;
    boolean byteLevel = false;
    boolean prefixSpace = false;
    for (JsonObject step : steps) {
      boolean first = splitting == WordSplitting.NONE && !byteLevel;
      if (first && step.string(TYPE).equals("Split")) {
        splitting = splitting(parts, step);
      } else if (!byteLevel && step.string(TYPE).equals("ByteLevel")) {
        byteLevel = true;
        prefixSpace = step.booleanOrDefault("add_prefix_space", true);
        if (step.booleanOrDefault("use_regex", true)) {
          if (splitting != WordSplitting.NONE) {
            throw step.error("use_regex", "true", "false after a step that splits words");
          }
          splitting = WordSplitting.GPT2;
        } else if (prefixSpace && splitting != WordSplitting.NONE) {
          throw step.error("add_prefix_space", "true", "false after a step that splits words");
        }
      } else {
        throw new UnsupportedTokenizerException(
            step.error(
                TYPE,
                "\"" + step.string(TYPE) + "\"",
                "ByteLevel, Split, or both in this order for a BPE model"));
      }
    }
    return new BpeModel.Options(
        splitting,
        byteLevel,
        prefixSpace,
        model.booleanOrDefault("byte_fallback", false),
        model.booleanOrDefault("fuse_unk", false),
        model.booleanOrDefault("ignore_merges", false));
  }

  private static WordSplitting splitting(JsonObject parts, JsonObject step) {
    JsonObject pattern = step.object("pattern");
    if (step.booleanOrDefault("invert", false)) {
      throw step.error("invert", "true", "false");
    }
    if (pattern.has("String")) {
      boolean noSpaces =
          normalizers(parts).stream()
              .anyMatch(
                  normalizer ->
                      normalizer instanceof TextNormalizer.Replacement(String from, String to)
                          && from.equals(" ")
                          && !to.contains(" "));
      if (!pattern.string("String").equals(" ") || !noSpaces) {
        throw pattern.error(
            "String",
            Excerpt.quote(pattern.string("String")),
            "a space, which the normalizer replaces");
      }
      return WordSplitting.NONE;
    }
    String behavior = step.string("behavior");
    if (!behavior.equals("Isolated")) {
      throw step.error("behavior", Excerpt.quote(behavior), "Isolated");
    }
    String expression = pattern.string("Regex");
    return WordSplitting.ofExpression(expression)
        .orElseThrow(
            () ->
                pattern.error(
                    "Regex",
                    Excerpt.quote(expression),
                    "the expression of GPT-2, of Qwen 2 or of Llama 3"));
  }

  /** Reads how {@code pre_tokenizer} splits text into words. */
  static Metaspace metaspace(JsonObject parts) {
    JsonObject json = parts.object(PRE_TOKENIZER);
    if (!json.string(TYPE).equals("Sequence")) {
      return metaspace(json, false);
    }
    List<JsonObject> steps = json.objects("pretokenizers");
    if (steps.size() == 1) {
      return metaspace(steps.getFirst(), false);
    }
    if (steps.size() != 2 || !steps.getFirst().string(TYPE).equals("WhitespaceSplit")) {
      throw json.error(
          "pretokenizers",
          steps.stream().map(step -> step.string(TYPE)).toList().toString(),
          "[WhitespaceSplit, Metaspace] or [Metaspace]");
    }
    return metaspace(steps.getLast(), true);
  }

  private static Metaspace metaspace(JsonObject json, boolean splitWhiteSpace) {
    if (!json.string(TYPE).equals("Metaspace")) {
      throw json.error(TYPE, "\"" + json.string(TYPE) + "\"", "Metaspace for a Unigram model");
    }
    String marker = json.string("replacement");
    if (marker.length() != 1 || Character.isSurrogate(marker.charAt(0))) {
      throw json.error("replacement", "\"" + marker + "\"", "one character");
    }
    return new Metaspace(
        marker.charAt(0), prepend(json), json.booleanOrDefault("split", true), splitWhiteSpace);
  }

  /** Older files have {@code add_prefix_space} instead of {@code prepend_scheme}. */
  private static Metaspace.Prepend prepend(JsonObject json) {
    if (json.has("prepend_scheme")) {
      return json.enumConstant("prepend_scheme", Metaspace.Prepend.class);
    }
    return json.booleanOrDefault("add_prefix_space", true)
        ? Metaspace.Prepend.ALWAYS
        : Metaspace.Prepend.NEVER;
  }
}
