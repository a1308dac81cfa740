package org.isogloss.neural;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What YAML says, with where it says it. */
sealed interface RecipeNode {
  /** {@code file:line}, or the option of the command line that says it. */
  String place();

  /** A word, a number, a text; empty for a key without a value. */
  record Scalar(String place, String text) implements RecipeNode {}

  record Sequence(String place, List<RecipeNode> items) implements RecipeNode {}

  /** Keys in the order of the file, with what they stand for and where they stand. */
  record Mapping(String place, Map<String, RecipeNode> values, Map<String, String> keyPlaces)
      implements RecipeNode {}

  /**
   * Reads YAML.
   *
   * @param source what to call it in errors
   * @throws RecipeException if it is not YAML, or names a key twice
   */
  static RecipeNode parse(String source, String yaml) {
    try (YAMLParser parser = YAMLFactory.builder().build().createParser(yaml)) {
      if (parser.nextToken() == null) {
        return new Mapping(source + ":1", Map.of(), Map.of());
      }
      RecipeNode root = read(source, parser);
      if (parser.nextToken() != null) {
        throw new RecipeException(
            place(source, parser), "a second document begins here, expected one: remove it");
      }
      return root;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new RecipeException(source + ":" + line, "not YAML: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new RecipeException(source, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static RecipeNode read(String source, YAMLParser parser) throws IOException {
    String place = place(source, parser);
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, RecipeNode> values = new LinkedHashMap<>();
        Map<String, String> keyPlaces = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String key = parser.currentName();
          String keyPlace = place(source, parser);
          parser.nextToken();
          if (values.put(key, read(source, parser)) != null) {
            throw new RecipeException(
                keyPlace, "\"" + key + "\" stands twice, first at " + keyPlaces.get(key));
          }
          keyPlaces.put(key, keyPlace);
        }
        yield new Mapping(place, values, keyPlaces);
      }
      case START_ARRAY -> {
        List<RecipeNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(read(source, parser));
        }
        yield new Sequence(place, items);
      }
      case VALUE_NULL -> new Scalar(place, "");
      default -> new Scalar(place, parser.getText());
    };
  }

  private static String place(String source, YAMLParser parser) {
    return source + ":" + parser.currentTokenLocation().getLineNr();
  }
}
