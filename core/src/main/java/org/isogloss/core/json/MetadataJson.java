// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;

/**
 * Metadata as the keys of a JSON object. A nested object becomes fields with names such as {@code
 * author.name}; a list of objects becomes a list of the values of each key. Null, empty lists and
 * blank keys are left out.
 */
public final class MetadataJson {
  /** Greatest number of digits of an exponent, so that a number is not expanded to gigabytes. */
  private static final int MAX_SCALE = 400;

  /** Maximum number of characters of a field's name: each level of nesting repeats those above. */
  private static final int MAX_NAME = 1_000;

  /** Maximum number of fields of an object. */
  private static final int MAX_FIELDS = 1_000;

  /** Reads numbers as they were written, of any length: only what is written limits it. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNumberLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private MetadataJson() {}

  /**
   * Parses what {@link #write} returned.
   *
   * @throws JsonProcessingException if it is not JSON
   * @throws IllegalArgumentException if it is not an object, or has a list of different types
   */
  public static Metadata parse(String json) throws JsonProcessingException {
    if (!(MAPPER.readTree(json) instanceof ObjectNode object)) {
      throw new IllegalArgumentException("metadata is not a JSON object");
    }
    return convert(object, /* limited= */ false);
  }

  /**
   * Converts the keys of an object.
   *
   * @throws IllegalArgumentException if a list contains values of different types, if two keys lead
   *     to the same field, if a field's name has more than {@value #MAX_NAME} characters, or if
   *     there are more than {@value #MAX_FIELDS} fields; the message names the field
   */
  public static Metadata read(ObjectNode object) {
    return convert(object, /* limited= */ true);
  }

  /** Converts an object; what was written before has no limits, so that it stays readable. */
  private static Metadata convert(ObjectNode object, boolean limited) {
    SequencedMap<String, List<MetadataValue>> found = new LinkedHashMap<>();
    SequencedMap<String, Boolean> lists = new LinkedHashMap<>();
    object
        .properties()
        .forEach(entry -> collect(entry.getKey(), entry.getValue(), false, limited, found, lists));
    SequencedMap<String, MetadataValue> fields = new LinkedHashMap<>();
    found.forEach(
        (name, values) -> {
          if (values.size() > 1 && !lists.get(name)) {
            throw new IllegalArgumentException(
                "the field \"" + name + "\" is given by two keys: remove one of them");
          }
          try {
            fields.put(
                name, lists.get(name) ? new MetadataValue.ListValue(values) : values.getFirst());
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + name + "\": " + e.getMessage(), e);
          }
        });
    return new Metadata(fields);
  }

  private static void collect(
      String name,
      JsonNode value,
      boolean inList,
      boolean limited,
      Map<String, List<MetadataValue>> found,
      Map<String, Boolean> lists) {
    if (limited && name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "the name of the field "
              + Excerpt.quote(name)
              + " has more than "
              + MAX_NAME
              + " characters: shorten it, or nest objects less");
    }
    if (value.isObject()) {
      value
          .properties()
          .forEach(
              entry ->
                  collect(
                      name + "." + entry.getKey(),
                      entry.getValue(),
                      inList,
                      limited,
                      found,
                      lists));
    } else if (value.isArray()) {
      value.forEach(element -> collect(name, element, true, limited, found, lists));
    } else if (!value.isNull() && !value.isMissingNode() && !name.isBlank()) {
      found.computeIfAbsent(name, key -> new ArrayList<>()).add(scalar(name, value));
      if (limited && found.size() > MAX_FIELDS) {
        throw new IllegalArgumentException(
            "there are more than " + MAX_FIELDS + " fields: leave out those that no search needs");
      }
      lists.merge(name, inList, Boolean::logicalOr);
    }
  }

  private static MetadataValue scalar(String name, JsonNode value) {
    if (value.isBoolean()) {
      return MetadataValue.of(value.booleanValue());
    }
    if (value.isNumber()) {
      boolean finite = !value.isFloatingPointNumber() || Double.isFinite(value.doubleValue());
      BigDecimal number = finite ? value.decimalValue() : BigDecimal.ZERO;
      if (!finite || Math.abs(number.precision() - number.scale()) > MAX_SCALE) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is a number out of range, expected one below 1e308");
      }
      return new MetadataValue.NumberValue(number);
    }
    return MetadataValue.of(value.asText());
  }

  /** Converts metadata to an object with a key for each field. */
  public static ObjectNode write(Metadata metadata) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    metadata.fields().forEach((name, value) -> object.set(name, node(value)));
    return object;
  }

  private static JsonNode node(MetadataValue value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (value) {
      case MetadataValue.StringValue text -> nodes.textNode(text.value());
      case MetadataValue.BooleanValue bool -> nodes.booleanNode(bool.value());
      case MetadataValue.NumberValue number ->
          number.value().scale() <= 0 && number.value().precision() - number.value().scale() < 40
              ? nodes.numberNode(number.value().toBigIntegerExact())
              : nodes.numberNode(number.value());
      case MetadataValue.ListValue list -> {
        ArrayNode array = nodes.arrayNode();
        list.values().forEach(element -> array.add(node(element)));
        yield array;
      }
    };
  }
}
