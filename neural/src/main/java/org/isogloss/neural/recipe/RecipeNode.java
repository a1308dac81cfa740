// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.io.FileErrors;

/** A node of a parsed YAML file, with its location. */
sealed interface RecipeNode {
  /** Limits the recursion over a recipe; no recipe needs nearly as much. */
  int MAX_DEPTH = 50;

  /** Maximum length of a key, and of a text quoted in an error message. */
  int MAX_QUOTED_LENGTH = 80;

  /** Returns {@code file:line}, or the override that contains the node. */
  String location();

  /** A string, a number or a boolean as text; empty for a key without a value. */
  record Scalar(String location, String text) implements RecipeNode {}

  record Sequence(String location, List<RecipeNode> items) implements RecipeNode {}

  /** Keys in the order of the file, with their values and their locations. */
  record Mapping(String location, Map<String, RecipeNode> values, Map<String, String> keyLocations)
      implements RecipeNode {}

  /**
   * Parses YAML.
   *
   * @param source name of the source in error messages
   * @throws RecipeException if the text is not valid YAML, defines a key twice, is nested deeper
   *     than {@link #MAX_DEPTH}, or contains anchors or aliases
   */
  static RecipeNode parse(String source, String yaml) {
    try (YAMLParser parser = YAMLFactory.builder().build().createParser(yaml)) {
      if (parser.nextToken() == null) {
        return new Mapping(source + ":1", Map.of(), Map.of());
      }
      RecipeNode root = read(source, parser, 1);
      if (parser.nextToken() != null) {
        throw new RecipeException(
            location(source, parser), "a second document starts here, expected one: remove it");
      }
      return root;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw new RecipeException(
          source + ":" + line, "not YAML: " + e.getOriginalMessage().replaceAll("\\s+", " "), e);
    } catch (IOException e) {
      throw new RecipeException(source, "cannot read the recipe: " + FileErrors.describe(e), e);
    }
  }

  private static RecipeNode read(String source, YAMLParser parser, int depth) throws IOException {
    String location = location(source, parser);
    if (depth > MAX_DEPTH) {
      throw new RecipeException(
          location, "found keys or lists nested " + depth + " deep, expected at most " + MAX_DEPTH);
    }
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      throw new RecipeException(
          location,
          "anchors (&name) and aliases (*name) are not supported: write the value itself");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, RecipeNode> values = new LinkedHashMap<>();
        Map<String, String> keyLocations = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String key = parser.currentName();
          String keyLocation = location(source, parser);
          if (key.length() > MAX_QUOTED_LENGTH) {
            throw new RecipeException(
                keyLocation,
                "found a key of "
                    + key.length()
                    + " characters, expected at most "
                    + MAX_QUOTED_LENGTH);
          }
          parser.nextToken();
          if (values.put(key, read(source, parser, depth + 1)) != null) {
            throw new RecipeException(
                keyLocation, "\"" + key + "\" is defined twice, first at " + keyLocations.get(key));
          }
          keyLocations.put(key, keyLocation);
        }
        yield new Mapping(location, values, keyLocations);
      }
      case START_ARRAY -> {
        List<RecipeNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(read(source, parser, depth + 1));
        }
        yield new Sequence(location, items);
      }
      case VALUE_NULL -> new Scalar(location, "");
      default -> new Scalar(location, parser.getText());
    };
  }

  /** Shortens a text for error messages. */
  static String abbreviate(String text) {
    return text.length() <= MAX_QUOTED_LENGTH ? text : text.substring(0, MAX_QUOTED_LENGTH) + "...";
  }

  private static String location(String source, YAMLParser parser) {
    return source + ":" + parser.currentTokenLocation().getLineNr();
  }
}
