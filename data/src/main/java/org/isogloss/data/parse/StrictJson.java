// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Reads JSON strictly: duplicate keys, values of the wrong type and unpaired surrogates are
 * malformed. Unknown keys are ignored.
 */
public final class StrictJson {
  static final JsonFactory FACTORY = JsonFactory.builder().streamReadConstraints(limits()).build();

  /** Maximum number of keys, values and brackets of a line, each of which uses some 50 bytes. */
  private static final int MAX_LINE_TOKENS = 1_000_000;

  private static final JsonFactory LINE_FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(limits().rebuild().maxTokenCount(MAX_LINE_TOKENS).build())
          .build();

  private static final Pattern MARKER = Pattern.compile(" *\\(start marker at .*");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private StrictJson() {}

  private static StreamReadConstraints limits() {
    return StreamReadConstraints.builder()
        .maxStringLength(Utf8LineReader.MAX_LINE_BYTES)
        .maxNestingDepth(100)
        .build();
  }

  /** Parses a line that is one JSON object. */
  public static ObjectNode object(String line) throws MalformedRecordException {
    try (JsonParser parser = LINE_FACTORY.createParser(line)) {
      parser.nextToken();
      TreeReader tree = new TreeReader();
      JsonNode node = tree.read(parser);
      if (parser.nextToken() != null) {
        throw new MalformedRecordException(
            "there is more data after the JSON value that ends at column "
                + parser.currentTokenLocation().getColumnNr()
                + ": put one object on each line");
      }
      tree.requireUniqueKeys();
      if (!(node instanceof ObjectNode object)) {
        throw new MalformedRecordException(
            "found " + kind(node) + ", expected a JSON object such as {\"id\": ..., ...}");
      }
      return object;
    } catch (JsonProcessingException e) {
      // An exception about a limit of the parser has no location.
      String position =
          e.getLocation() == null ? "" : ", at column " + e.getLocation().getColumnNr();
      throw new MalformedRecordException("is not JSON" + position + ": " + describeError(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A parser of the tokens of a text, for a look at its beginning. */
  public static JsonParser parser(String text) throws IOException {
    return FACTORY.createParser(text);
  }

  /** Describes a JSON error without its position. */
  static String describeError(JsonProcessingException e) {
    return MARKER.matcher(e.getOriginalMessage()).replaceAll("")
        + ": correct it, or write it with a JSON library";
  }

  /** Reads values; records the lines of objects and the first duplicate key. */
  public static final class TreeReader {
    private final IdentityHashMap<JsonNode, Integer> lines = new IdentityHashMap<>();
    private String duplicate;

    /**
     * Reads the value at the current token and leaves the parser at the last token of the value.
     */
    JsonNode read(JsonParser parser) throws IOException {
      JsonToken token = parser.currentToken();
      return switch (token) {
        case null -> NODES.missingNode();
        case START_OBJECT -> readObject(parser);
        case START_ARRAY -> readArray(parser);
        case VALUE_STRING -> NODES.textNode(parser.getText());
        case VALUE_NUMBER_INT -> NODES.numberNode(new BigInteger(parser.getText()));
        case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
        case VALUE_TRUE -> NODES.booleanNode(true);
        case VALUE_FALSE -> NODES.booleanNode(false);
        default -> NODES.nullNode();
      };
    }

    private ObjectNode readObject(JsonParser parser) throws IOException {
      ObjectNode object = NODES.objectNode();
      lines.put(object, parser.currentTokenLocation().getLineNr());
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        if (object.replace(key, read(parser)) != null && duplicate == null) {
          duplicate = key;
        }
      }
      return object;
    }

    private ArrayNode readArray(JsonParser parser) throws IOException {
      ArrayNode array = NODES.arrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(read(parser));
      }
      return array;
    }

    /** The line number, from 1, of the beginning of an object. */
    public int lineNumber(ObjectNode object) {
      return lines.getOrDefault(object, 0);
    }

    /** Rejects a value in which an object contains a key twice. */
    public void requireUniqueKeys() throws MalformedRecordException {
      if (duplicate != null) {
        throw new MalformedRecordException(
            "contains the key \"" + duplicate + "\" twice: remove one of them");
      }
    }
  }

  /**
   * The value of the first key that is present; null counts as missing.
   *
   * @param keys the keys, in order of preference
   */
  public static Optional<JsonNode> find(ObjectNode object, List<String> keys) {
    for (String key : keys) {
      JsonNode value = object.get(key);
      if (value != null && !value.isNull()) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  /** The first key that is present, for messages about its value; the first one if none is. */
  public static String presentKey(ObjectNode object, List<String> keys) {
    return keys.stream().filter(object::hasNonNull).findFirst().orElse(keys.getFirst());
  }

  /** The value of the first key that is present, which is required. */
  public static JsonNode require(ObjectNode object, List<String> keys)
      throws MalformedRecordException {
    Optional<JsonNode> value = find(object, keys);
    if (value.isPresent()) {
      return value.get();
    }
    throw missing(object, keys);
  }

  /** Creates the exception for an object in which none of these keys has a value. */
  public static MalformedRecordException missing(ObjectNode object, List<String> keys) {
    return keys.stream()
        .filter(object::has)
        .findFirst()
        .map(key -> "\"" + key + "\" is null: fill it in or remove the record")
        .map(MalformedRecordException::new)
        .orElseGet(
            () ->
                new MalformedRecordException(
                    "has no "
                        + quoted(keys, " or ")
                        + "; "
                        + describeKeys(object, keys.getFirst())));
  }

  /** Lists the keys of an object, and names the one that may be a mistyped {@code expected}. */
  public static String describeKeys(ObjectNode object, String expected) {
    List<String> present = new ArrayList<>();
    object.fieldNames().forEachRemaining(present::add);
    return "it has "
        + (present.isEmpty() ? "nothing" : quoted(present, ", "))
        + NameSuggestions.nearest(expected, present)
            .map(near -> "; did you mean \"" + near + "\"?")
            .orElse("");
  }

  private static String quoted(List<String> keys, String separator) {
    StringJoiner joined = new StringJoiner(separator);
    for (String key : keys.subList(0, Math.min(keys.size(), 8))) {
      joined.add(Excerpt.quote(key));
    }
    return joined + (keys.size() > 8 ? separator + "..." : "");
  }

  /**
   * The value of a string.
   *
   * @param fieldName the name of the field in the format
   */
  public static String text(JsonNode value, String fieldName) throws MalformedRecordException {
    if (!value.isTextual()) {
      throw new MalformedRecordException(
          "\"" + fieldName + "\" is " + kind(value) + ", expected a string");
    }
    return requireWellFormed(value.textValue(), fieldName);
  }

  /** An id that {@link IdValidator} allows: a string or an integer. */
  public static String id(JsonNode value, String fieldName) throws MalformedRecordException {
    if (value.isIntegralNumber()) {
      return FieldParsing.requireId(value.asText(), "\"" + fieldName + "\"");
    }
    if (!value.isTextual()) {
      throw new MalformedRecordException(
          "\"" + fieldName + "\" is " + kind(value) + ", expected a string or a whole number");
    }
    return FieldParsing.requireId(
        requireWellFormed(value.textValue(), fieldName), "\"" + fieldName + "\"");
  }

  /** The value of an integer. */
  public static int integer(JsonNode value, String fieldName) throws MalformedRecordException {
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw new MalformedRecordException(
          "\"" + fieldName + "\" is " + kind(value) + ", expected a whole number");
    }
    return value.intValue();
  }

  /** The value as an object. */
  public static ObjectNode object(JsonNode value, String fieldName)
      throws MalformedRecordException {
    if (!(value instanceof ObjectNode object)) {
      throw new MalformedRecordException(
          "\"" + fieldName + "\" is " + kind(value) + ", expected an object");
    }
    return object;
  }

  /** The value as a list. */
  public static ArrayNode array(JsonNode value, String fieldName) throws MalformedRecordException {
    if (!(value instanceof ArrayNode array)) {
      throw new MalformedRecordException(
          "\"" + fieldName + "\" is " + kind(value) + ", expected a list");
    }
    return array;
  }

  /** The value as a list of ids. */
  public static List<String> ids(JsonNode value, String fieldName) throws MalformedRecordException {
    List<String> ids = new ArrayList<>();
    for (JsonNode id : array(value, fieldName)) {
      ids.add(id(id, fieldName));
    }
    return ids;
  }

  /** Rejects a text with a NUL or an unpaired surrogate. */
  public static String requireWellFormed(String text, String fieldName)
      throws MalformedRecordException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\0') {
        throw new MalformedRecordException(
            "\"" + fieldName + "\" contains a NUL character: remove it");
      }
      boolean unpaired =
          Character.isHighSurrogate(c)
              ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
              : Character.isLowSurrogate(c)
                  && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
      if (unpaired) {
        throw new MalformedRecordException(
            "\""
                + fieldName
                + "\" contains an unpaired surrogate, which is not a character: correct the text");
      }
    }
    return text;
  }

  private static String kind(JsonNode value) {
    return value.getNodeType() == JsonNodeType.STRING
        ? Excerpt.quote(value.textValue())
        : switch (value.getNodeType()) {
          case ARRAY -> "a list";
          case OBJECT -> "an object";
          case NUMBER -> "the number " + value.asText();
          case MISSING -> "nothing";
          default -> value.toString().toLowerCase(Locale.ROOT);
        };
  }
}
