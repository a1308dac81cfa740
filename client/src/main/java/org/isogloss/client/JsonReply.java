// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.util.Excerpt;

/**
 * An object in a reply, whose values are read by key and type. Other keys are ignored, because a
 * later version of the server may add some.
 */
final class JsonReply {
  private final String request;
  private final String prefix;
  private final ObjectNode node;

  private JsonReply(String request, String prefix, ObjectNode node) {
    this.request = request;
    this.prefix = prefix;
    this.node = node;
  }

  /**
   * Wraps a reply.
   *
   * @param request names the request in messages
   * @throws RequestFailedException if the reply is not an object
   */
  static JsonReply of(String request, JsonNode reply) {
    return of(request, "", reply);
  }

  private static JsonReply of(String request, String path, JsonNode value) {
    if (value instanceof ObjectNode object) {
      return new JsonReply(request, path.isEmpty() ? "" : path + ".", object);
    }
    throw unexpected(request, path.isEmpty() ? "it" : path, value, "an object");
  }

  private static RequestFailedException unexpected(
      String request, String path, JsonNode value, String expected) {
    return malformed(
        request,
        path
            + " is "
            + (value.isMissingNode() ? "missing" : Excerpt.unquoted(value.toString()))
            + ", expected "
            + expected);
  }

  /** Returns the exception for a reply that a server of Isogloss does not send. */
  static RequestFailedException malformed(String request, String problem) {
    return RequestFailedException.failed(
        request,
        "the reply cannot be read: "
            + problem
            + "; check that the URL is that of an Isogloss server of this version",
        null);
  }

  /** Returns the exception for an object that a server of Isogloss does not send. */
  RequestFailedException malformed(String problem) {
    return malformed(request, prefix + problem);
  }

  private JsonNode value(String key, String expected, Predicate<JsonNode> type) {
    JsonNode value = node.path(key);
    if (!type.test(value)) {
      throw unexpected(request, prefix + key, value, expected);
    }
    return value;
  }

  private boolean has(String key) {
    return node.hasNonNull(key);
  }

  String text(String key) {
    return value(key, "a string", JsonNode::isTextual).textValue();
  }

  Optional<String> findText(String key) {
    return has(key) ? Optional.of(text(key)) : Optional.empty();
  }

  int integer(String key) {
    return value(key, "an integer", JsonReply::isInt).intValue();
  }

  private static boolean isInt(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToInt();
  }

  long longInteger(String key) {
    return value(key, "an integer", v -> v.isIntegralNumber() && v.canConvertToLong()).longValue();
  }

  double number(String key) {
    return value(key, "a number", JsonNode::isNumber).doubleValue();
  }

  OptionalDouble findNumber(String key) {
    return has(key) ? OptionalDouble.of(number(key)) : OptionalDouble.empty();
  }

  boolean bool(String key) {
    return value(key, "true or false", JsonNode::isBoolean).booleanValue();
  }

  boolean boolOrFalse(String key) {
    return has(key) && bool(key);
  }

  Language language(String key) {
    return parseLanguage(key, text(key));
  }

  /** Parses the tag of a language that was read at a key. */
  Language parseLanguage(String key, String tag) {
    try {
      return Language.of(tag);
    } catch (IsoglossException e) {
      throw malformed(key + ": " + e.getMessage());
    }
  }

  /** Returns the objects of an array. */
  <T> List<T> list(String key, Function<JsonReply, T> element) {
    JsonNode array = value(key, "an array", JsonNode::isArray);
    List<T> list = new ArrayList<>(array.size());
    for (JsonNode one : array) {
      list.add(element.apply(of(request, prefix + key + "[" + list.size() + "]", one)));
    }
    return list;
  }

  <T> List<T> listOrEmpty(String key, Function<JsonReply, T> element) {
    return has(key) ? list(key, element) : List.of();
  }

  /** Returns the elements of an array of pairs of integers. */
  <T> List<T> pairs(String key, BiFunction<Integer, Integer, T> element) {
    List<T> pairs = new ArrayList<>();
    for (JsonNode one : value(key, "an array", JsonNode::isArray)) {
      if (one.size() != 2 || !isInt(one.path(0)) || !isInt(one.path(1))) {
        throw unexpected(request, prefix + key, one, "two integers");
      }
      try {
        pairs.add(element.apply(one.get(0).intValue(), one.get(1).intValue()));
      } catch (IllegalArgumentException e) {
        throw malformed(key + ": " + e.getMessage());
      }
    }
    return pairs;
  }

  /** Returns the arrays of an array, each with a number of numbers. */
  float[][] vectors(String key, int dimension) {
    JsonNode array = value(key, "an array", JsonNode::isArray);
    float[][] vectors = new float[array.size()][dimension];
    for (int i = 0; i < vectors.length; i++) {
      JsonNode vector = array.get(i);
      if (vector.size() != dimension) {
        throw malformed(
            key + "[" + i + "] has " + vector.size() + " numbers, expected " + dimension);
      }
      for (int j = 0; j < dimension; j++) {
        vectors[i][j] = vector.get(j).floatValue();
      }
    }
    return vectors;
  }

  JsonReply object(String key) {
    return of(request, prefix + key, node.path(key));
  }

  OptionalInt findInteger(String key) {
    return has(key) ? OptionalInt.of(integer(key)) : OptionalInt.empty();
  }

  Optional<JsonReply> findObject(String key) {
    return has(key) ? Optional.of(object(key)) : Optional.empty();
  }

  /** The keys, in the order of the reply. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  Metadata metadata(String key) {
    JsonNode value = value(key, "an object", JsonNode::isObject);
    try {
      return MetadataJson.read((ObjectNode) value);
    } catch (IllegalArgumentException e) {
      throw malformed(key + ": " + e.getMessage());
    }
  }

  /**
   * Reads a passage from the keys {@code passage}, {@code start}, {@code end} and {@code text}.
   *
   * @param document has the keys {@code id}, {@code language} and {@code title}
   */
  Passage passage(JsonReply document) {
    return create(
        () ->
            new Passage(
                document.text("id"),
                integer("passage"),
                document.language("language"),
                document.text("title"),
                text("text"),
                integer("start"),
                integer("end")));
  }

  /** Returns the object that a constructor creates from the values, which it may reject. */
  <T> T create(Supplier<T> constructor) {
    try {
      return constructor.get();
    } catch (IllegalArgumentException e) {
      throw malformed(request, e.getMessage());
    }
  }
}
