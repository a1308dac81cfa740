// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.UUID;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;

/** Converts the metadata of Spring AI's documents to fields of Isogloss, and back. */
final class SpringMetadata {
  private SpringMetadata() {}

  /**
   * Returns the fields with the values of a map.
   *
   * @param values scalars, as {@link #scalar} accepts them, and collections and arrays of these;
   *     empty ones are left out, because a field has at least one value
   * @throws IsoglossException if a value is anything else, such as a map, or the values of a list
   *     have different types
   */
  static Metadata fields(Map<String, Object> values) {
    SequencedMap<String, MetadataValue> fields = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          try {
            Collection<?> elements = elements(value);
            if (!elements.isEmpty()) {
              fields.put(name, value(value, elements));
            }
          } catch (IllegalArgumentException e) {
            throw new IsoglossException(
                "the metadata field \"" + name + "\": " + e.getMessage(), e);
          }
        });
    return new Metadata(fields);
  }

  /** The elements of a collection or array, or the value itself. */
  static Collection<?> elements(Object value) {
    return switch (value) {
      case Collection<?> collection -> collection;
      case Object[] array -> Arrays.asList(array);
      default -> List.of(value);
    };
  }

  private static MetadataValue value(Object value, Collection<?> elements) {
    boolean isScalar = elements.size() == 1 && elements.iterator().next() == value;
    return isScalar
        ? scalar(value)
        : new MetadataValue.ListValue(elements.stream().map(SpringMetadata::scalar).toList());
  }

  /**
   * Converts a value that is not a list. Dates become strings in the form of ISO 8601; {@link Date}
   * and {@link ZonedDateTime} lose their time zone, not their instant or offset.
   *
   * @throws IllegalArgumentException if the type is not supported, or the number is not finite
   */
  @SuppressWarnings("JavaUtilDate") // Metadata of Spring AI may have such dates.
  static MetadataValue scalar(Object value) {
    return switch (value) {
      case String text -> MetadataValue.of(text);
      case Boolean bool -> MetadataValue.of(bool);
      case Number number -> new MetadataValue.NumberValue(decimal(number));
      case Enum<?> constant -> MetadataValue.of(constant.name());
      case UUID uuid -> MetadataValue.of(uuid.toString());
      // Dates and times of SQL have no instant of their own.
      case Date date -> MetadataValue.of(Instant.ofEpochMilli(date.getTime()).toString());
      case ZonedDateTime time -> MetadataValue.of(time.toOffsetDateTime().toString());
      case Instant time -> MetadataValue.of(time.toString());
      case OffsetDateTime time -> MetadataValue.of(time.toString());
      case LocalDateTime time -> MetadataValue.of(time.toString());
      case LocalDate date -> MetadataValue.of(date.toString());
      default ->
          throw new IllegalArgumentException(
              "found a value of the type "
                  + value.getClass().getName()
                  + ", expected a string, number, boolean, date, or list of these");
    };
  }

  private static BigDecimal decimal(Number number) {
    try {
      // Unlike doubleValue, this keeps the digits of a long and those with which a float is shown.
      return new BigDecimal(number.toString());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("found " + number + ", expected a finite number", e);
    }
  }

  /**
   * Returns the values of fields. A number is of the first of the types {@link Integer}, {@link
   * Long}, {@link BigInteger}, {@link Double} and {@link BigDecimal} that holds it exactly.
   */
  static Map<String, Object> values(Metadata fields) {
    Map<String, Object> values = new LinkedHashMap<>();
    fields.fields().forEach((name, value) -> values.put(name, value(value)));
    return values;
  }

  private static Object value(MetadataValue value) {
    return switch (value) {
      case MetadataValue.StringValue text -> text.value();
      case MetadataValue.BooleanValue bool -> bool.value();
      case MetadataValue.NumberValue number -> number(number.value());
      case MetadataValue.ListValue list ->
          list.values().stream().map(SpringMetadata::value).toList();
    };
  }

  private static Number number(BigDecimal value) {
    if (value.scale() > 0) {
      double nearest = value.doubleValue();
      boolean exact = Double.isFinite(nearest) && BigDecimal.valueOf(nearest).compareTo(value) == 0;
      return exact ? (Number) nearest : value;
    }
    BigInteger integer = value.toBigInteger();
    if (integer.bitLength() < Integer.SIZE) {
      return integer.intValue();
    }
    return integer.bitLength() < Long.SIZE ? (Number) integer.longValue() : integer;
  }
}
