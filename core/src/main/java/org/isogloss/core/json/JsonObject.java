// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;

/**
 * An object in a JSON file. Every value is read by key and type; errors name the file and the key.
 */
public final class JsonObject {
  private final Path file;
  private final String prefix;
  private final ObjectNode node;
  private final JsonErrors errors;
  private final Set<String> requestedKeys = ConcurrentHashMap.newKeySet();

  private JsonObject(Path file, String prefix, ObjectNode node, JsonErrors errors) {
    this.file = file;
    this.prefix = prefix;
    this.node = node;
    this.errors = errors;
  }

  /**
   * Reads a file that contains one object.
   *
   * @param maxBytes maximum size of the file
   * @param errors creates the exceptions for the file and its values
   * @throws IsoglossException if the file is missing or cannot be read
   */
  public static JsonObject read(Path file, long maxBytes, JsonErrors errors) {
    return of(file, JsonFile.read(file, maxBytes, errors), errors);
  }

  /** Wraps an object that was read from a file. */
  public static JsonObject of(Path file, ObjectNode node, JsonErrors errors) {
    return new JsonObject(file, "", node, errors);
  }

  /**
   * Wraps an object that was not read from a file, such as a reply of a server.
   *
   * @param errors creates an exception from a problem: the key, what was found, and what was
   *     expected
   */
  public static JsonObject of(ObjectNode node, Function<String, IsoglossException> errors) {
    return new JsonObject(Path.of(""), "", node, (file, problem, cause) -> errors.apply(problem));
  }

  /** The file; an empty path if the object was not read from one. */
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
        file, prefix + key + ".", (ObjectNode) of(key, "an object", JsonNode::isObject), errors);
  }

  /** Returns the objects of an array; an empty list if the key is missing. */
  public List<JsonObject> objects(String key) {
    requestedKeys.add(key);
    return has(key) ? requiredObjects(key) : List.of();
  }

  /** Returns the objects of an array, which must be there. */
  public List<JsonObject> requiredObjects(String key) {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonNode element : of(key, "an array", JsonNode::isArray)) {
      String path = prefix + key + "[" + objects.size() + "]";
      if (!(element instanceof ObjectNode object)) {
        throw problem(path + " is " + excerpt(element) + ", expected an object");
      }
      objects.add(new JsonObject(file, path + ".", object, errors));
    }
    return objects;
  }

  public Optional<JsonObject> findObject(String key) {
    requestedKeys.add(key);
    return has(key) ? Optional.of(object(key)) : Optional.empty();
  }

  /** Returns the keys, in the order of the file. */
  public List<String> keys() {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** Returns the strings of an array; an empty list if the key is missing. */
  public List<String> strings(String key) {
    requestedKeys.add(key);
    if (!node.has(key)) {
      return List.of();
    }
    int size = of(key, "an array", JsonNode::isArray).size();
    return IntStream.range(0, size).mapToObj(i -> string(key, i)).toList();
  }

  /** Returns the whole numbers of an array; an empty list if the key is missing. */
  public List<Integer> integers(String key) {
    requestedKeys.add(key);
    if (!node.has(key)) {
      return List.of();
    }
    List<Integer> values = new ArrayList<>();
    for (JsonNode element : of(key, "an array", JsonNode::isArray)) {
      if (!element.canConvertToExactIntegral() || !element.canConvertToInt()) {
        throw error(key + "[" + values.size() + "]", excerpt(element), "a whole number");
      }
      values.add(element.intValue());
    }
    return values;
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

  public String nonBlankString(String key) {
    String value = string(key);
    if (value.isBlank()) {
      throw error(key, "blank", "a string with characters");
    }
    return value;
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

  /** Returns an integer from {@code min} to {@code max}. */
  public int intInRange(String key, int min, int max) {
    long value = integer(key);
    if (value < min || value > max) {
      throw error(key, String.valueOf(value), "a number from " + min + " to " + max);
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

  /** Returns a finite number; empty if the key is missing. */
  public OptionalDouble findNumber(String key) {
    requestedKeys.add(key);
    return has(key) ? OptionalDouble.of(number(key)) : OptionalDouble.empty();
  }

  /** Returns the language with a tag. */
  public Language language(String key) {
    return language(key, string(key));
  }

  /** Returns the language with a tag that was read at a key. */
  public Language language(String key, String tag) {
    try {
      return Language.of(tag);
    } catch (IsoglossException e) {
      throw problem(prefix + key + ": " + e.getMessage());
    }
  }

  /** Returns the fields of a document. */
  public Metadata metadata(String key) {
    ObjectNode fields = (ObjectNode) of(key, "an object", JsonNode::isObject);
    return create(() -> MetadataJson.read(fields));
  }

  /** Returns the elements of an array of pairs of offsets. */
  public List<Span> spans(String key) {
    List<Span> spans = new ArrayList<>();
    for (JsonNode pair : of(key, "an array", JsonNode::isArray)) {
      JsonNode start = pair.path(0);
      JsonNode end = pair.path(1);
      if (pair.size() != 2 || !isInt(start) || !isInt(end)) {
        throw error(key + "[" + spans.size() + "]", excerpt(pair), "two integers");
      }
      spans.add(create(() -> new Span(start.intValue(), end.intValue())));
    }
    return spans;
  }

  private static boolean isInt(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToInt();
  }

  /**
   * Returns the elements of an array of vectors.
   *
   * @return {@code float[vectors][dimension]}
   */
  public float[][] vectors(String key, int dimension) {
    JsonNode array = of(key, "an array", JsonNode::isArray);
    float[][] vectors = new float[array.size()][dimension];
    for (int i = 0; i < vectors.length; i++) {
      JsonNode vector = array.get(i);
      if (vector.size() != dimension) {
        throw problem(
            prefix + key + "[" + i + "] has " + vector.size() + " numbers, expected " + dimension);
      }
      for (int j = 0; j < dimension; j++) {
        JsonNode number = vector.get(j);
        if (!number.isNumber()) {
          throw error(key + "[" + i + "][" + j + "]", excerpt(number), "a number");
        }
        vectors[i][j] = number.floatValue();
      }
    }
    return vectors;
  }

  /**
   * Returns a value that is made of the values of this object.
   *
   * @param constructor may reject them by an {@link IllegalArgumentException}
   */
  public <T> T create(Supplier<T> constructor) {
    try {
      return constructor.get();
    } catch (IllegalArgumentException e) {
      throw problem(prefix + e.getMessage());
    }
  }

  private static boolean isLong(JsonNode value) {
    return value.canConvertToExactIntegral() && value.canConvertToLong();
  }

  private static boolean isFinite(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue());
  }

  public boolean booleanValue(String key) {
    return of(key, "true or false", JsonNode::isBoolean).booleanValue();
  }

  public boolean booleanOrDefault(String key, boolean defaultValue) {
    requestedKeys.add(key);
    return has(key) ? booleanValue(key) : defaultValue;
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
                throw problem(
                    "unknown key "
                        + prefix
                        + Excerpt.unquoted(key)
                        + didYouMean(key, requestedKeys));
              }
            });
  }

  /** Returns the exception for a value that was read and is not valid. */
  public IsoglossException error(String key, String found, String expected) {
    return problem(prefix + key + " is " + found + ", expected " + expected);
  }

  /** Returns the exception for a problem that does not concern a single key. */
  public IsoglossException problem(String description) {
    return errors.create(file, description, null);
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
      throw error(key, "missing", what);
    }
    JsonNode value = node.get(key);
    if (!type.test(value)) {
      throw error(key, excerpt(value), what);
    }
    return value;
  }
}
