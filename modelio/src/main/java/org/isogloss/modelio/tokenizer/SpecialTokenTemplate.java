// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;

/**
 * The special tokens around texts, from {@code post_processor} of {@code tokenizer.json}: the
 * tokens before, between and after the texts, and the segment (token type) of the second text.
 */
record SpecialTokenTemplate(
    List<String> prefix, List<String> separator, List<String> suffix, int secondTypeId) {
  private static final String KEY = "post_processor";

  /** Maximum number of parts of a template; each token is looked up in the vocabulary. */
  private static final int MAX_PARTS = 64;

  private static final SpecialTokenTemplate NONE =
      new SpecialTokenTemplate(List.of(), List.of(), List.of(), 0);

  /** The template of BERT. */
  static final SpecialTokenTemplate BERT =
      new SpecialTokenTemplate(List.of("[CLS]"), List.of("[SEP]"), List.of("[SEP]"), 1);

  static SpecialTokenTemplate parse(JsonObject parts) {
    return parts.findObject(KEY).map(SpecialTokenTemplate::processor).orElse(NONE);
  }

  private static SpecialTokenTemplate processor(JsonObject json) {
    String type = json.string("type");
    return switch (type) {
      case "TemplateProcessing" -> template(json);
      case "ByteLevel" -> NONE; // Changes offsets only.
      case "Sequence" -> sequence(json);
      case "RobertaProcessing" -> {
        String sep = json.string("sep", 0);
        yield new SpecialTokenTemplate(
            List.of(json.string("cls", 0)), List.of(sep, sep), List.of(sep), 0);
      }
      case "BertProcessing" -> {
        String sep = json.string("sep", 0);
        yield new SpecialTokenTemplate(
            List.of(json.string("cls", 0)), List.of(sep), List.of(sep), 1);
      }
      default ->
          throw json.error(
              "type",
              "\"" + type + "\"",
              "one of TemplateProcessing, RobertaProcessing, BertProcessing");
    };
  }

  private static SpecialTokenTemplate sequence(JsonObject json) {
    List<SpecialTokenTemplate> steps =
        json.objects("processors").stream()
            .filter(step -> !step.string("type").equals("ByteLevel"))
            .map(SpecialTokenTemplate::processor)
            .toList();
    if (steps.size() > 1) {
      throw json.error("processors", steps.size() + " steps", "one step that adds special tokens");
    }
    return steps.isEmpty() ? NONE : steps.getFirst();
  }

  /**
   * Requires that the ids that the post-processor states are those of its tokens in the vocabulary.
   *
   * @param vocabulary returns the id of a token
   * @throws org.isogloss.modelio.format.ModelFormatException if an id is another one
   */
  void requireIds(TokenizerJsonFile json, ToIntFunction<String> vocabulary) {
    JsonNode processor = json.tree().path(KEY);
    for (String role : List.of("sep", "cls")) {
      JsonNode token = processor.path(role);
      if (token.isArray()) {
        requireId(json, token.path(0).asText(), List.of(token.path(1)), vocabulary);
      }
    }
    for (List<String> names : List.of(prefix, separator, suffix)) {
      for (String name : names) {
        JsonNode ids = processor.path("special_tokens").path(name).path("ids");
        if (ids.isArray()) {
          List<JsonNode> stated = new ArrayList<>();
          ids.forEach(stated::add);
          requireId(json, name, stated, vocabulary);
        }
      }
    }
  }

  private static void requireId(
      TokenizerJsonFile json,
      String token,
      List<JsonNode> stated,
      ToIntFunction<String> vocabulary) {
    int expected = vocabulary.applyAsInt(token);
    if (stated.size() != 1 || !stated.getFirst().isInt() || stated.getFirst().asInt() != expected) {
      throw json.parts()
          .error(
              KEY,
              Excerpt.unquoted(stated.toString()) + " for " + Excerpt.quote(token),
              expected + ", the id of this token in the vocabulary");
    }
  }

  /** A part of a template with its segment: a special token, or the text A or B. */
  private record Part(boolean isText, String name, int type) {
    static final Part FIRST = new Part(true, "A", 0);

    @Override
    public String toString() {
      return (isText ? "$" : "") + name + ":" + type;
    }
  }

  private static SpecialTokenTemplate template(JsonObject json) {
    List<Part> single = parts(json, "single");
    List<Part> pair = parts(json, "pair");
    int only = single.indexOf(Part.FIRST);
    int first = pair.indexOf(Part.FIRST);
    int second = first + 1;
    while (second < pair.size() && !pair.get(second).isText()) {
      second++;
    }
    if (only < 0 || first < 0 || second == pair.size()) {
      throw json.error(
          "pair",
          single + " and " + pair,
          "a text $A:0 in \"single\", followed by a second text in \"pair\"");
    }
    SpecialTokenTemplate template =
        new SpecialTokenTemplate(
            names(single.subList(0, only)),
            names(pair.subList(first + 1, second)),
            names(single.subList(only + 1, single.size())),
            pair.get(second).type());
    if (!single.equals(template.single())
        || !sameIgnoringSeparators(pair, template, first, second)) {
      throw json.error(
          "pair",
          single + " and " + pair,
          template.single()
              + " and "
              + template.pair()
              + ": the same tokens around one text and two, and one segment from the second text"
              + " on");
    }
    return template;
  }

  /**
   * Compares the parts of a pair. Gemma gives a token between the texts the segment of the second
   * text, which only models with segments would see, and these have no such token.
   */
  private static boolean sameIgnoringSeparators(
      List<Part> pair, SpecialTokenTemplate template, int first, int second) {
    List<Part> normalized = new ArrayList<>(pair);
    boolean begins = false;
    for (int i = first + 1; i < second; i++) {
      begins |= template.prefix.contains(pair.get(i).name());
      if (begins) {
        normalized.set(i, new Part(false, pair.get(i).name(), 0));
      }
    }
    return normalized.equals(template.pair());
  }

  private static List<Part> parts(JsonObject json, String key) {
    List<JsonObject> parts = json.objects(key);
    if (parts.size() > MAX_PARTS) {
      throw json.error(key, "an array of " + parts.size() + " parts", "at most " + MAX_PARTS);
    }
    return parts.stream()
        .map(
            part -> {
              boolean isText = part.has("Sequence");
              JsonObject content = part.object(isText ? "Sequence" : "SpecialToken");
              return new Part(isText, content.string("id"), content.intAtLeast("type_id", 0));
            })
        .toList();
  }

  private static List<String> names(List<Part> parts) {
    return parts.stream().map(Part::name).toList();
  }

  private List<Part> single() {
    List<Part> parts = new ArrayList<>(tokens(prefix, 0));
    parts.add(Part.FIRST);
    parts.addAll(tokens(suffix, 0));
    return parts;
  }

  private List<Part> pair() {
    List<Part> parts = new ArrayList<>(tokens(prefix, 0));
    parts.add(Part.FIRST);
    parts.addAll(tokens(separator, 0));
    parts.add(new Part(true, "B", secondTypeId));
    parts.addAll(tokens(suffix, secondTypeId));
    return parts;
  }

  private static List<Part> tokens(List<String> names, int type) {
    return names.stream().map(name -> new Part(false, name, type)).toList();
  }
}
