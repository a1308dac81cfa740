package org.isogloss.model;

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
import org.isogloss.core.Names;

/**
 * An object in a JSON file, of which every value is asked for by key and type; whatever is wrong is
 * told with file and key.
 */
final class JsonObject {
  private final Path file;
  private final String place;
  private final ObjectNode node;
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  private JsonObject(Path file, String place, ObjectNode node) {
    this.file = file;
    this.place = place;
    this.node = node;
  }

  static JsonObject read(Path file) {
    return of(file, Json.readObject(file));
  }

  /** What was read from a file. */
  static JsonObject of(Path file, ObjectNode node) {
    return new JsonObject(file, "", node);
  }

  Path file() {
    return file;
  }

  boolean has(String key) {
    return node.hasNonNull(key);
  }

  boolean isObject(String key) {
    return node.path(key).isObject();
  }

  JsonObject object(String key) {
    return new JsonObject(
        file, place + key + ".", (ObjectNode) of(key, "an object", JsonNode::isObject));
  }

  /** The objects of an array; none where the key is missing. */
  List<JsonObject> objects(String key) {
    asked.add(key);
    if (!has(key)) {
      return List.of();
    }
    List<JsonObject> objects = new ArrayList<>();
    for (JsonNode element : of(key, "an array", JsonNode::isArray)) {
      String where = place + key + "[" + objects.size() + "]";
      if (!(element instanceof ObjectNode object)) {
        throw new ModelFormatException(
            file, where + " is " + excerpt(element) + ", expected an object");
      }
      objects.add(new JsonObject(file, where + ".", object));
    }
    return objects;
  }

  Optional<JsonObject> findObject(String key) {
    asked.add(key);
    return has(key) ? Optional.of(object(key)) : Optional.empty();
  }

  /** The element of an array that is at a place in it, a string. */
  String string(String key, int index) {
    JsonNode element = of(key, "an array", JsonNode::isArray).path(index);
    if (!element.isTextual()) {
      throw bad(
          key + "[" + index + "]",
          element.isMissingNode() ? "missing" : excerpt(element),
          "a string");
    }
    return element.textValue();
  }

  String string(String key) {
    return of(key, "a string", JsonNode::isTextual).textValue();
  }

  Optional<String> findString(String key) {
    asked.add(key);
    return has(key) ? Optional.of(string(key)) : Optional.empty();
  }

  long integer(String key) {
    return of(key, "a whole number of at most 64 bits", JsonObject::isLong).longValue();
  }

  /** A whole number that is at least {@code least} and fits an int. */
  int count(String key, int least) {
    long value = integer(key);
    if (value < least || value > Integer.MAX_VALUE) {
      throw bad(key, String.valueOf(value), least + " or more");
    }
    return (int) value;
  }

  OptionalInt findCount(String key, int least) {
    asked.add(key);
    return has(key) ? OptionalInt.of(count(key, least)) : OptionalInt.empty();
  }

  /** A finite number. */
  double number(String key) {
    return of(key, "a finite number", JsonObject::isFinite).doubleValue();
  }

  private static boolean isLong(JsonNode value) {
    return value.canConvertToExactIntegral() && value.canConvertToLong();
  }

  private static boolean isFinite(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue());
  }

  boolean flag(String key, boolean otherwise) {
    asked.add(key);
    return has(key) ? of(key, "true or false", JsonNode::isBoolean).booleanValue() : otherwise;
  }

  /** One of an enum's constants, written in lower case. */
  <E extends Enum<E>> E constant(String key, Class<E> type) {
    String found = string(key);
    List<String> known =
        Arrays.stream(type.getEnumConstants()).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();
    if (!known.contains(found)) {
      throw bad(key, Excerpt.of(found), "one of " + known + didYouMean(found, known));
    }
    return type.getEnumConstants()[known.indexOf(found)];
  }

  /** Refuses every key that nobody asked for. */
  void refuseOthers() {
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!asked.contains(key)) {
                throw new ModelFormatException(
                    file, "unknown key " + place + Excerpt.unquoted(key) + didYouMean(key, asked));
              }
            });
  }

  ModelFormatException bad(String key, String found, String expected) {
    return new ModelFormatException(file, place + key + " is " + found + ", expected " + expected);
  }

  private static String excerpt(JsonNode value) {
    return Excerpt.unquoted(value.toString());
  }

  private static String didYouMean(String found, Collection<String> known) {
    return Names.nearest(found, known).map(near -> "; did you mean " + near + "?").orElse("");
  }

  private JsonNode of(String key, String what, Predicate<JsonNode> type) {
    asked.add(key);
    if (!node.has(key)) {
      throw new ModelFormatException(file, place + key + " is missing, expected " + what);
    }
    JsonNode value = node.get(key);
    if (!type.test(value)) {
      throw bad(key, excerpt(value), what);
    }
    return value;
  }
}
