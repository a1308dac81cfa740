// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.field;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.BuiltInFields;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;

/**
 * The types of the fields of an index. A type is declared, or that of the first value, except that
 * some {@link BuiltInFields} are always strings; later documents must conform. They are stored in
 * the user data of the Lucene commit, so that they are always consistent with the committed
 * documents.
 *
 * @param types types by name
 */
public record FieldTypes(SortedMap<String, FieldType> types) {
  public static final FieldTypes NONE = new FieldTypes(new TreeMap<>());

  /** Maximum number of characters of a number that is given as a string. */
  private static final int MAX_NUMBER_LENGTH = 400;

  /** Maximum number of fields, since each costs memory in every segment. */
  private static final int MAX_FIELDS = 1_000;

  private static final String PREFIX = "isogloss.field.";

  public FieldTypes {
    types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
  }

  /**
   * Reads the types from the user data of a commit.
   *
   * @throws IllegalArgumentException if the user data is damaged
   */
  public static FieldTypes fromUserData(Map<String, String> userData) {
    SortedMap<String, FieldType> types = new TreeMap<>();
    userData.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX)) {
            FieldType type =
                FieldType.find(value)
                    .orElseThrow(
                        () -> new IllegalArgumentException(key + " is of the type " + value));
            types.put(key.substring(PREFIX.length()), type);
          }
        });
    return new FieldTypes(types);
  }

  /** Returns the user data that {@link #fromUserData} reads. */
  public Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    types.forEach((name, type) -> userData.put(PREFIX + name, type.toString()));
    return userData;
  }

  /** Returns the type of a field; empty if no document has had it. */
  public Optional<FieldType> find(String name) {
    return Optional.ofNullable(types.get(name));
  }

  /**
   * Returns these types with declared ones.
   *
   * @throws IsoglossException if the type of a field is another one already
   */
  public FieldTypes declared(Map<String, FieldType> declared) {
    SortedMap<String, FieldType> all = new TreeMap<>(types);
    declared.forEach(
        (name, type) -> {
          FieldType known = all.putIfAbsent(name, type);
          if (known != null && known != type) {
            throw new IsoglossException(
                "the field "
                    + Excerpt.quote(name)
                    + " is a "
                    + known
                    + " in the index, found the declaration "
                    + type
                    + ": omit it, or index the collection again into another folder");
          }
        });
    return limited(all);
  }

  /** Returns these types with those of new fields of a document. */
  public FieldTypes withFieldsOf(Document document) {
    SortedMap<String, FieldType> added = null;
    for (Map.Entry<String, MetadataValue> field : document.metadata().fields().entrySet()) {
      if (!types.containsKey(field.getKey()) && !isBlank(field.getValue())) {
        added = added == null ? new TreeMap<>(types) : added;
        added.put(field.getKey(), typeOf(field.getKey(), field.getValue()));
      }
    }
    return added == null ? this : limited(added);
  }

  private static boolean isBlank(MetadataValue value) {
    return value.elements().stream().allMatch(one -> one.toString().isBlank());
  }

  private static FieldTypes limited(SortedMap<String, FieldType> types) {
    if (types.size() > MAX_FIELDS) {
      throw new IsoglossException(
          "the documents have more than "
              + MAX_FIELDS
              + " different fields, such as "
              + String.join(", ", types.keySet().stream().limit(5).map(Excerpt::quote).toList())
              + ": names of fields must not contain data; use a list of values instead");
    }
    return new FieldTypes(types);
  }

  private static FieldType typeOf(String name, MetadataValue value) {
    if (BuiltInFields.STRINGS.contains(name)) {
      return FieldType.STRING;
    }
    return switch (value.elements().getFirst()) {
      case MetadataValue.NumberValue number -> FieldType.NUMBER;
      case MetadataValue.BooleanValue bool -> FieldType.BOOLEAN;
      case MetadataValue.StringValue string ->
          value.elements().stream()
                  .map(MetadataValue::toString)
                  .allMatch(one -> one.isBlank() || DatePeriod.looksLikeDate(one))
              ? FieldType.DATE
              : FieldType.STRING;
      case MetadataValue.ListValue list -> throw new IllegalStateException("a list in a list");
    };
  }

  /**
   * Returns the metadata of a document with values of the recorded types: numbers and booleans that
   * are written as strings are parsed, and everything is a string if the field is one. Blank
   * strings are left out.
   *
   * @throws FieldTypeException if a value does not have the type of its field
   */
  public Metadata conform(Document document) {
    SequencedMap<String, MetadataValue> fields = new LinkedHashMap<>();
    document
        .metadata()
        .fields()
        .forEach(
            (name, value) -> {
              if (!isBlank(value)) {
                fields.put(name, conform(document.id(), name, value));
              }
            });
    return new Metadata(fields);
  }

  private MetadataValue conform(String document, String name, MetadataValue value) {
    FieldType type = types.get(name);
    if (value instanceof MetadataValue.ListValue list) {
      List<MetadataValue> values =
          list.values().stream()
              .filter(one -> !isBlank(one))
              .map(one -> scalar(document, name, type, one))
              .toList();
      return new MetadataValue.ListValue(values);
    }
    return scalar(document, name, type, value);
  }

  private static MetadataValue scalar(
      String document, String name, FieldType type, MetadataValue value) {
    Optional<MetadataValue> converted =
        switch (type) {
          case STRING -> Optional.of(MetadataValue.of(value.toString()));
          case NUMBER -> number(value);
          case BOOLEAN ->
              value instanceof MetadataValue.BooleanValue
                      || value.toString().equals("true")
                      || value.toString().equals("false")
                  ? Optional.of(MetadataValue.of(value.toString().equals("true")))
                  : Optional.empty();
          case DATE ->
              DatePeriod.parse(value.toString()).map(period -> MetadataValue.of(value.toString()));
        };
    return converted.orElseThrow(
        () ->
            new FieldTypeException(
                name,
                "document "
                    + Excerpt.quote(document)
                    + ": the field "
                    + Excerpt.quote(name)
                    + " is "
                    + Excerpt.unquoted(value.describe())
                    + ", but in this index it is a "
                    + type
                    + ": correct it, or declare it a string when the index is created"));
  }

  private static Optional<MetadataValue> number(MetadataValue value) {
    if (value instanceof MetadataValue.StringValue string) {
      String text = string.value().strip();
      if (text.length() > MAX_NUMBER_LENGTH) {
        return Optional.empty();
      }
      try {
        BigDecimal parsed = new BigDecimal(text);
        return Double.isFinite(parsed.doubleValue())
            ? Optional.of(new MetadataValue.NumberValue(parsed))
            : Optional.empty();
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return value instanceof MetadataValue.NumberValue ? Optional.of(value) : Optional.empty();
  }
}
