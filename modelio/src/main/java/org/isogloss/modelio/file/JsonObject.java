// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.format.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * An object in a JSON file. Every value is read by key and type; errors name the file and the key.
 */
public final class JsonObject {
  private final Path file;
  private final String prefix;
  private final ObjectNode node;
  private final Set<String> requestedKeys = ConcurrentHashMap.newKeySet();

  private JsonObject(Path file, String prefix, ObjectNode node) {
    this.file = file;
    this.prefix = prefix;
    this.node = node;
  }

  public static JsonObject read(Path file) {
    return of(file, ModelJson.readObject(file));
  }

  /** Wraps an object that was read from a file. */
  public static JsonObject of(Path file, ObjectNode node) {
    return new JsonObject(file, "", node);
  }

  public Path file() {
    return file;
  }

  public boolean has(String key) {
    return node.hasNonNull(key);
  }

  public boolean isObject(String key) {
    return node.path(key).isObject();
  }

  public JsonObject object(String key) {
    return new JsonObject(
        file, prefix + key + ".", (ObjectNode) of(key, "an object", JsonNode::isObject));
  }

  /** Returns the objects of an array; an empty list if the key is missing. */
  public List<JsonObject> objects(String key) {
    requestedKeys.add(key);
    if (!has(key)) {
      return List.of();
    }
    List<JsonObject> objects = new ArrayList<>();
    for (JsonNode element : of(key, "an array", JsonNode::isArray)) {
      String path = prefix + key + "[" + objects.size() + "]";
      if (!(element instanceof ObjectNode object)) {
        throw new ModelFormatException(
            file, path + " is " + excerpt(element) + ", expected an object");
      }
      objects.add(new JsonObject(file, path + ".", object));
    }
    return objects;
  }

  public Optional<JsonObject> findObject(String key) {
    requestedKeys.add(key);
    return has(key) ? Optional.of(object(key)) : Optional.empty();
  }

  /** Returns the string at an index of an array. */
  public String string(String key, int index) {
    JsonNode element = of(key, "an array", JsonNode::isArray).path(index);
    if (!element.isTextual()) {
      throw error(
          key + "[" + index + "]",
          element.isMissingNode() ? "missing" : excerpt(element),
          "a string");
    }
    return element.textValue();
  }

  public String string(String key) {
    return of(key, "a string", JsonNode::isTextual).textValue();
  }

  public Optional<String> findString(String key) {
    requestedKeys.add(key);
    return has(key) ? Optional.of(string(key)) : Optional.empty();
  }

  public long integer(String key) {
    return of(key, "a whole number of at most 64 bits", JsonObject::isLong).longValue();
  }

  /** Returns an integer that is at least {@code min} and fits an int. */
  public int intAtLeast(String key, int min) {
    long value = integer(key);
    if (value < min || value > Integer.MAX_VALUE) {
      throw error(key, String.valueOf(value), min + " or more");
    }
    return (int) value;
  }

  public OptionalInt findIntAtLeast(String key, int min) {
    requestedKeys.add(key);
    return has(key) ? OptionalInt.of(intAtLeast(key, min)) : OptionalInt.empty();
  }

  /** Returns a finite number. */
  public double number(String key) {
    return of(key, "a finite number", JsonObject::isFinite).doubleValue();
  }

  private static boolean isLong(JsonNode value) {
    return value.canConvertToExactIntegral() && value.canConvertToLong();
  }

  private static boolean isFinite(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue());
  }

  public boolean booleanOrDefault(String key, boolean defaultValue) {
    requestedKeys.add(key);
    return has(key) ? of(key, "true or false", JsonNode::isBoolean).booleanValue() : defaultValue;
  }

  /** Returns an enum constant, whose name is written in lower case. */
  public <E extends Enum<E>> E enumConstant(String key, Class<E> type) {
    String found = string(key);
    List<String> known =
        Arrays.stream(type.getEnumConstants()).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();
    if (!known.contains(found)) {
      throw error(key, Excerpt.quote(found), "one of " + known + didYouMean(found, known));
    }
    return type.getEnumConstants()[known.indexOf(found)];
  }

  /** Rejects every key that was not read. */
  public void rejectUnknownKeys() {
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!requestedKeys.contains(key)) {
                throw new ModelFormatException(
                    file,
                    "unknown key "
                        + prefix
                        + Excerpt.unquoted(key)
                        + didYouMean(key, requestedKeys));
              }
            });
  }

  public ModelFormatException error(String key, String found, String expected) {
    return new ModelFormatException(file, prefix + key + " is " + found + ", expected " + expected);
  }

  private static String excerpt(JsonNode value) {
    return Excerpt.unquoted(value.toString());
  }

  private static String didYouMean(String found, Collection<String> known) {
    return NameSuggestions.nearest(found, known)
        .map(near -> "; did you mean " + near + "?")
        .orElse("");
  }

  private JsonNode of(String key, String what, Predicate<JsonNode> type) {
    requestedKeys.add(key);
    if (!node.has(key)) {
      throw new ModelFormatException(file, prefix + key + " is missing, expected " + what);
    }
    JsonNode value = node.get(key);
    if (!type.test(value)) {
      throw error(key, excerpt(value), what);
    }
    return value;
  }
}
