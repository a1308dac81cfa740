// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;

/**
 * The keys of a JSON object in a request, read one after the other. A key with the value null
 * counts as absent. {@link #requireNoOthers} rejects the keys that were not read, so that a
 * misspelt or unsupported option is never ignored. Every error names its key.
 */
public final class Arguments {
  private final ObjectNode object;
  private final Set<String> read = new LinkedHashSet<>();

  public Arguments(ObjectNode object) {
    this.object = object;
  }

  /** Returns the value of a key; empty if it is absent or null. */
  public Optional<JsonNode> find(String key) {
    read.add(key);
    return Optional.ofNullable(object.get(key)).filter(value -> !value.isNull());
  }

  /** Returns an object with the values of those of these keys that are given. */
  public ObjectNode copy(String... keys) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    for (String key : keys) {
      find(key).ifPresent(value -> copy.set(key, value));
    }
    return copy;
  }

  /** Whether a key has a value. */
  public boolean has(String key) {
    return find(key).isPresent();
  }

  /** Returns a value that must be there. */
  public JsonNode require(String key) {
    return find(key)
        .orElseThrow(() -> RequestException.invalid(key, key + " is missing: add this key"));
  }

  /** Returns a string that must be there. */
  public String string(String key) {
    return text(key, require(key));
  }

  public Optional<String> findString(String key) {
    return find(key).map(value -> text(key, value));
  }

  /** Returns a string that must be there and may not be blank. */
  public String nonBlank(String key) {
    String text = string(key);
    if (text.isBlank()) {
      throw RequestException.invalid(key, key + " is blank, expected text");
    }
    return text;
  }

  /** Returns a boolean, or a default. */
  public boolean bool(String key, boolean defaultValue) {
    Optional<JsonNode> value = find(key);
    if (value.isPresent() && !value.get().isBoolean()) {
      throw wrongType(key, value.get(), "true or false");
    }
    return value.map(JsonNode::booleanValue).orElse(defaultValue);
  }

  /**
   * Returns an integer between two numbers, which may be written as 34.0; empty if it is absent.
   */
  public OptionalInt integer(String key, int min, int max) {
    Optional<JsonNode> value = find(key);
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    String expected = String.format(Locale.ROOT, "an integer from %d to %d", min, max);
    if (!value.get().isNumber() || !value.get().canConvertToExactIntegral()) {
      throw wrongType(key, value.get(), expected);
    }
    if (!value.get().canConvertToInt()
        || value.get().intValue() < min
        || value.get().intValue() > max) {
      throw RequestException.invalid(key, key + " is " + value.get() + ", expected " + expected);
    }
    return OptionalInt.of(value.get().intValue());
  }

  /** Returns a number from 0 to 1; empty if it is absent. */
  public OptionalDouble fraction(String key) {
    Optional<JsonNode> value = find(key);
    if (value.isEmpty()) {
      return OptionalDouble.empty();
    }
    if (!value.get().isNumber()) {
      throw wrongType(key, value.get(), "a number from 0 to 1");
    }
    double number = value.get().doubleValue();
    if (!(number >= 0 && number <= 1)) {
      throw RequestException.invalid(
          key, key + " is " + value.get() + ", expected a number from 0 to 1");
    }
    return OptionalDouble.of(number);
  }

  /** Returns a list of strings; empty if it is absent. */
  public List<String> strings(String key) {
    return find(key).map(value -> strings(key, value)).orElse(List.of());
  }

  /** Returns the strings of a value that must be a list of strings. */
  public static List<String> strings(String key, JsonNode value) {
    if (!value.isArray()) {
      throw wrongType(key, value, "a list of strings");
    }
    List<String> all = new ArrayList<>(value.size());
    for (int i = 0; i < value.size(); i++) {
      all.add(text(key + "[" + i + "]", value.get(i)));
    }
    return all;
  }

  /**
   * Returns the token ids of a value that must be a list of them.
   *
   * @param vocabularySize number of tokens of the model
   */
  public static int[] tokenIds(String key, JsonNode value, int vocabularySize) {
    if (!value.isArray()) {
      throw wrongType(key, value, "a list of token ids");
    }
    int[] ids = new int[value.size()];
    for (int i = 0; i < ids.length; i++) {
      JsonNode id = value.get(i);
      if (!id.isIntegralNumber() || id.asLong() < 0 || id.asLong() >= vocabularySize) {
        throw RequestException.invalid(
            key,
            key
                + "["
                + i
                + "] is no token id of the model, expected an integer from 0 to "
                + (vocabularySize - 1)
                + ": token ids of other models have other meanings, so send the text instead");
      }
      ids[i] = id.intValue();
    }
    return ids;
  }

  /** Returns the text of a value that must be a string. */
  public static String text(String key, JsonNode value) {
    if (!value.isTextual()) {
      throw wrongType(key, value, "a string");
    }
    return value.textValue();
  }

  /**
   * Requires that no text is blank. Such a text has the vector of zeros, which is similar to
   * nothing.
   *
   * @param key name of the text or of the list of texts, for messages
   */
  public static void requireNonBlank(String key, List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i).isBlank()) {
        throw RequestException.of(
            RequestException.Reason.EMPTY,
            key,
            (texts.size() == 1 ? key : key + "[" + i + "]")
                + " is blank, expected text: leave out texts without characters");
      }
    }
  }

  /** Returns the value of a key that is one of several names; empty if it is absent. */
  public <T> Optional<T> choice(String key, Map<String, T> values) {
    return findString(key)
        .map(
            name -> {
              T chosen = values.get(name);
              if (chosen == null) {
                throw RequestException.invalid(
                    key,
                    key
                        + " is "
                        + Excerpt.quote(name)
                        + ", expected one of "
                        + String.join(", ", values.keySet().stream().sorted().toList()));
              }
              return chosen;
            });
  }

  /**
   * Parses a value.
   *
   * @param parser throws an {@link IsoglossException} or {@link IllegalArgumentException} with a
   *     message for the user
   */
  public static <S, T> T parse(String key, S value, Function<S, T> parser) {
    try {
      return parser.apply(value);
    } catch (RequestException e) {
      throw e;
    } catch (IsoglossException | IllegalArgumentException e) {
      throw RequestException.invalid(key, key + ": " + e.getMessage());
    }
  }

  /**
   * Rejects keys that have not been read.
   *
   * @throws RequestException that names the first one, and a similar key if there is one
   */
  public void requireNoOthers() {
    object
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!read.contains(key)) {
                String suggestion =
                    NameSuggestions.nearest(key, read)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(", expected " + String.join(", ", read));
                throw RequestException.invalid(
                    key, "unknown key " + Excerpt.quote(key) + suggestion);
              }
            });
  }

  /** Returns an exception about a value of a type that is not allowed. */
  public static RequestException wrongType(String key, JsonNode value, String expected) {
    String found =
        switch (value.getNodeType()) {
          case ARRAY -> "a list";
          case OBJECT -> "an object";
          case STRING -> "a string";
          case NUMBER -> "the number " + Excerpt.unquoted(value.asText());
          case BOOLEAN -> value.asText();
          default -> "null";
        };
    return RequestException.invalid(key, key + " is " + found + ", expected " + expected);
  }
}
