// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;

/**
 * Reads a YAML document with its aliases: {@code *me} stands for the value that {@code &me} marks,
 * and the key {@code <<} for the keys of its value. Each alias counts with all values that it
 * stands for, so that a few lines cannot become billions of values.
 */
final class FrontMatterReader {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final int MAX_VALUES = 100_000;
  private static final String MERGE = "<<";

  /** The keys whose values are texts: the language {@code no} is not a false one. */
  private static final Set<String> TEXTS = Set.of("title", "lang", "language");

  /** A value that an alias can stand for, with the number of values in it. */
  private record Anchored(JsonNode node, int values) {}

  /** The mark of a value, after its tag if it has one. */
  private static final Pattern ANCHOR = Pattern.compile("(?:![^\\s]*+\\s++)?&([^\\s\\[\\]{},]++)");

  private static final int MAX_ANCHOR = 200;

  private final YAMLParser parser;
  private final int[] characters;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private int values;

  private FrontMatterReader(YAMLParser parser, String yaml) {
    this.parser = parser;
    this.characters = yaml.codePoints().toArray();
  }

  /**
   * Reads a document.
   *
   * @return its keys and values; empty if the document is
   * @throws MalformedRecordException if it is not YAML, not a list of keys and values, or has an
   *     alias of nothing or of too much
   */
  static ObjectNode read(String yaml) throws MalformedRecordException {
    try (YAMLParser parser = YAML.getFactory().createParser(yaml)) {
      FrontMatterReader reader = new FrontMatterReader(parser, yaml);
      JsonNode root =
          parser.nextToken() == null ? JsonNodeFactory.instance.nullNode() : reader.value();
      if (root.isNull()) {
        return JsonNodeFactory.instance.objectNode();
      }
      if (root instanceof ObjectNode object) {
        return object;
      }
      throw new MalformedRecordException(
          "the front matter between the lines --- is not a list of keys and values: correct it");
    } catch (JsonProcessingException e) {
      throw new MalformedRecordException(
          "the front matter between the lines --- is not YAML, at its line "
              + (e.getLocation() == null ? 1 : e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (IOException e) {
      throw new IllegalStateException("a string cannot be read", e);
    }
  }

  private JsonNode value() throws IOException, MalformedRecordException {
    return value(/* asWritten= */ false);
  }

  /**
   * Reads the value at the current token.
   *
   * @param asWritten whether a value that is not a string, such as {@code no}, is its own text
   */
  private JsonNode value(boolean asWritten) throws IOException, MalformedRecordException {
    if (parser.isCurrentAlias()) {
      return alias(parser.getText());
    }
    int before = values;
    Optional<String> anchor = anchor();
    JsonNode node =
        switch (parser.currentToken()) {
          case START_OBJECT -> object();
          case START_ARRAY -> array();
          case VALUE_TRUE, VALUE_FALSE, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
              asWritten ? TextNode.valueOf(parser.getText()) : parser.readValueAsTree();
          default -> parser.<JsonNode>readValueAsTree();
        };
    count(1);
    if (anchor.isPresent()) {
      anchors.put(anchor.get(), new Anchored(node, values - before));
    }
    return node;
  }

  /** The mark of the value at the current token, which the parser reports only for collections. */
  private Optional<String> anchor() {
    int start = (int) parser.currentTokenLocation().getCharOffset();
    if (start >= characters.length || (characters[start] != '&' && characters[start] != '!')) {
      return Optional.empty();
    }
    int length = Math.min(MAX_ANCHOR, characters.length - start);
    Matcher anchor = ANCHOR.matcher(new String(characters, start, length));
    return anchor.lookingAt() ? Optional.of(anchor.group(1)) : Optional.empty();
  }

  private JsonNode alias(String name) throws MalformedRecordException {
    Anchored anchored = anchors.get(name);
    if (anchored == null) {
      throw new MalformedRecordException(
          "the front matter has the alias "
              + Excerpt.quote("*" + name)
              + ", but no earlier value is marked "
              + Excerpt.quote("&" + name)
              + ": write the value itself");
    }
    count(anchored.values());
    return anchored.node();
  }

  private void count(int added) throws MalformedRecordException {
    values += added;
    if (values > MAX_VALUES) {
      throw new MalformedRecordException(
          "the front matter has more than 100,000 values with those of its aliases: shorten it");
    }
  }

  private ObjectNode object() throws IOException, MalformedRecordException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      JsonNode value = value(TEXTS.contains(key));
      if (key.equals(MERGE) && value instanceof ObjectNode merged) {
        merged.properties().forEach(field -> object.putIfAbsent(field.getKey(), field.getValue()));
      } else {
        object.set(key, value);
      }
    }
    return object;
  }

  private ArrayNode array() throws IOException, MalformedRecordException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value());
    }
    return array;
  }
}
