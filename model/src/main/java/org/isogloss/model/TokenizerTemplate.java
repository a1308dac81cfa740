package org.isogloss.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The special tokens around texts, as {@code post_processor} of {@code tokenizer.json} has them:
 * those before, between and behind the texts, and the segment of the second text.
 */
record TokenizerTemplate(
    List<String> before, List<String> between, List<String> after, int secondType) {
  private static final String KEY = "post_processor";

  /** Limit of the tokens of a template, each of which is searched for in the vocabulary. */
  private static final int MAX_PARTS = 64;

  private static final TokenizerTemplate NONE =
      new TokenizerTemplate(List.of(), List.of(), List.of(), 0);

  /** As BERT has it. */
  static final TokenizerTemplate BERT =
      new TokenizerTemplate(List.of("[CLS]"), List.of("[SEP]"), List.of("[SEP]"), 1);

  static TokenizerTemplate of(JsonObject parts) {
    return parts.findObject(KEY).map(TokenizerTemplate::processor).orElse(NONE);
  }

  private static TokenizerTemplate processor(JsonObject json) {
    String type = json.string("type");
    return switch (type) {
      case "TemplateProcessing" -> template(json);
      case "RobertaProcessing" -> {
        String sep = json.string("sep", 0);
        yield new TokenizerTemplate(
            List.of(json.string("cls", 0)), List.of(sep, sep), List.of(sep), 0);
      }
      case "BertProcessing" -> {
        String sep = json.string("sep", 0);
        yield new TokenizerTemplate(List.of(json.string("cls", 0)), List.of(sep), List.of(sep), 1);
      }
      default ->
          throw json.bad(
              "type",
              "\"" + type + "\"",
              "one of TemplateProcessing, RobertaProcessing, BertProcessing");
    };
  }

  /** One place of a template: a special token, or the text A or B; and its segment. */
  private record Part(boolean isText, String name, int type) {
    static final Part FIRST = new Part(true, "A", 0);

    @Override
    public String toString() {
      return (isText ? "$" : "") + name + ":" + type;
    }
  }

  private static TokenizerTemplate template(JsonObject json) {
    List<Part> single = parts(json, "single");
    List<Part> pair = parts(json, "pair");
    int only = single.indexOf(Part.FIRST);
    int first = pair.indexOf(Part.FIRST);
    int second = first + 1;
    while (second < pair.size() && !pair.get(second).isText()) {
      second++;
    }
    if (only < 0 || first < 0 || second == pair.size()) {
      throw json.bad(
          "pair",
          single + " and " + pair,
          "a text $A:0 in \"single\", and in \"pair\" another one behind it");
    }
    TokenizerTemplate template =
        new TokenizerTemplate(
            names(single.subList(0, only)),
            names(pair.subList(first + 1, second)),
            names(single.subList(only + 1, single.size())),
            pair.get(second).type());
    if (!single.equals(template.single()) || !pair.equals(template.pair())) {
      throw json.bad(
          "pair",
          single + " and " + pair,
          template.single()
              + " and "
              + template.pair()
              + ": the same tokens around one text and two, all from the second on of one segment");
    }
    return template;
  }

  private static List<Part> parts(JsonObject json, String key) {
    List<JsonObject> parts = json.objects(key);
    if (parts.size() > MAX_PARTS) {
      throw json.bad(key, "an array of " + parts.size() + " parts", "at most " + MAX_PARTS);
    }
    return parts.stream()
        .map(
            part -> {
              boolean isText = part.has("Sequence");
              JsonObject what = part.object(isText ? "Sequence" : "SpecialToken");
              return new Part(isText, what.string("id"), what.count("type_id", 0));
            })
        .toList();
  }

  private static List<String> names(List<Part> parts) {
    return parts.stream().map(Part::name).toList();
  }

  private List<Part> single() {
    List<Part> parts = new ArrayList<>(tokens(before, 0));
    parts.add(Part.FIRST);
    parts.addAll(tokens(after, 0));
    return parts;
  }

  private List<Part> pair() {
    List<Part> parts = new ArrayList<>(tokens(before, 0));
    parts.add(Part.FIRST);
    parts.addAll(tokens(between, 0));
    parts.add(new Part(true, "B", secondType));
    parts.addAll(tokens(after, secondType));
    return parts;
  }

  private static List<Part> tokens(List<String> names, int type) {
    return names.stream().map(name -> new Part(false, name, type)).toList();
  }
}
