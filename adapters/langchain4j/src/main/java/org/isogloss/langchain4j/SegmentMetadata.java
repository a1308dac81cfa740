// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import dev.langchain4j.data.document.Metadata;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.metadata.MetadataValue.BooleanValue;
import org.isogloss.core.metadata.MetadataValue.ListValue;
import org.isogloss.core.metadata.MetadataValue.NumberValue;
import org.isogloss.core.metadata.MetadataValue.StringValue;

/**
 * Converts metadata of segments to fields of documents and back. A key is a field of the same name,
 * with two exceptions:
 *
 * <ul>
 *   <li>Filters of Isogloss take {@code id} and {@code language} for those of the document. These
 *       keys, and keys that begin with {@value #PREFIX}, get this prefix.
 *   <li>An index does not distinguish blank strings from missing values. The field {@value #BLANKS}
 *       lists them as {@code key=string}.
 * </ul>
 */
final class SegmentMetadata {
  static final String BLANKS = "langchain4j.blank";

  private static final String PREFIX = "langchain4j.";
  private static final Set<String> RESERVED = Set.of(Filter.ID, Filter.LANGUAGE);

  private SegmentMetadata() {}

  /** Returns the name of the field that holds the value of a key. */
  static String fieldName(String key) {
    return RESERVED.contains(key) || key.startsWith(PREFIX) ? PREFIX + key : key;
  }

  private static String key(String fieldName) {
    return fieldName.startsWith(PREFIX) ? fieldName.substring(PREFIX.length()) : fieldName;
  }

  /** Converts the metadata of a segment to fields, in the order of their names. */
  static org.isogloss.core.metadata.Metadata toFields(Metadata metadata) {
    List<MetadataValue> blanks = new ArrayList<>();
    var fields = org.isogloss.core.metadata.Metadata.EMPTY;
    for (Map.Entry<String, Object> entry : new TreeMap<>(metadata.toMap()).entrySet()) {
      if (entry.getValue() instanceof String string && string.isBlank()) {
        blanks.add(MetadataValue.of(entry.getKey() + "=" + string));
      } else {
        MetadataValue value =
            value(entry.getValue())
                .orElseThrow(
                    () -> new IllegalArgumentException(describe(entry.getKey(), entry.getValue())));
        fields = fields.with(fieldName(entry.getKey()), value);
      }
    }
    return blanks.isEmpty() ? fields : fields.with(BLANKS, new ListValue(blanks));
  }

  private static String describe(String key, Object value) {
    return "the metadata key \""
        + key
        + "\" has the value "
        + value
        + ", expected a string, a UUID or a finite number";
  }

  /** Converts fields to the metadata of the segment of which {@link #toFields} made them. */
  static Metadata toSegment(org.isogloss.core.metadata.Metadata fields) {
    Metadata metadata = new Metadata();
    fields
        .fields()
        .forEach(
            (name, value) -> {
              if (name.equals(BLANKS)) {
                value.elements().forEach(blank -> putBlank(metadata, blank.toString()));
              } else {
                put(metadata, key(name), value);
              }
            });
    return metadata;
  }

  private static void putBlank(Metadata metadata, String blank) {
    int end = blank.lastIndexOf('=');
    metadata.put(blank.substring(0, end), blank.substring(end + 1));
  }

  /**
   * Converts a value of a segment or filter.
   *
   * @return empty if it is neither a string, a UUID, a boolean nor a finite number
   */
  static Optional<MetadataValue> value(Object value) {
    return switch (value) {
      case String string -> Optional.of(MetadataValue.of(string));
      case UUID uuid -> Optional.of(MetadataValue.of(uuid.toString()));
      case Boolean bool -> Optional.of(MetadataValue.of(bool));
      case Number number -> number(number.toString());
      default -> Optional.empty();
    };
  }

  private static Optional<MetadataValue> number(String number) {
    try {
      // The shortest decimal number: 1.2f is 1.2, not the nearest double to it.
      return Optional.of(new NumberValue(new BigDecimal(number)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Puts a value of a document into metadata, which has neither booleans nor lists: these become
   * strings such as {@code true} and {@code a, b}. A whole number becomes an integer or long,
   * another number a double.
   */
  static void put(Metadata metadata, String key, MetadataValue value) {
    switch (value) {
      case StringValue string -> metadata.put(key, string.value());
      case NumberValue number -> put(metadata, key, number.value());
      case BooleanValue bool -> metadata.put(key, bool.toString());
      case ListValue list -> metadata.put(key, list.toString());
    }
  }

  private static void put(Metadata metadata, String key, BigDecimal number) {
    // The precision of a long is at most 19 digits, which also keeps 1e300 from being expanded.
    boolean whole = number.scale() <= 0 && number.precision() - number.scale() <= 19;
    if (whole && number.toBigInteger().bitLength() < Integer.SIZE) {
      metadata.put(key, number.intValueExact());
    } else if (whole && number.toBigInteger().bitLength() < Long.SIZE) {
      metadata.put(key, number.longValueExact());
    } else {
      metadata.put(key, number.doubleValue());
    }
  }
}
