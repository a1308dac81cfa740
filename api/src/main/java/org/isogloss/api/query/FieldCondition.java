// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.query;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.metadata.MetadataValue;

/** The conditions {@code field:value} of an index. */
record FieldCondition(FieldTypes types) {
  /** Whether documents have a field of this name. */
  boolean isField(String name) {
    return name.equals(Filter.ID) || name.equals(Filter.LANGUAGE) || types.find(name).isPresent();
  }

  /** Returns the condition that a field has a value; empty if the value is not one of its type. */
  Optional<Filter> of(String field, String value) {
    return value(field, value)
        .map(typed -> new Filter.Comparison(field, Filter.Operator.EQUAL, typed));
  }

  private Optional<MetadataValue> value(String field, String value) {
    if (field.equals(Filter.ID)) {
      return Optional.of(MetadataValue.of(value));
    }
    if (field.equals(Filter.LANGUAGE)) {
      return isLanguage(value) ? Optional.of(MetadataValue.of(value)) : Optional.empty();
    }
    return switch (types.find(field).orElse(FieldType.STRING)) {
      case STRING -> Optional.of(MetadataValue.of(value));
      case BOOLEAN ->
          switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(MetadataValue.of(true));
            case "false" -> Optional.of(MetadataValue.of(false));
            default -> Optional.empty();
          };
      case NUMBER -> number(value);
      case DATE -> DatePeriod.parse(value).map(period -> MetadataValue.of(value));
    };
  }

  private static Optional<MetadataValue> number(String value) {
    try {
      BigDecimal number = new BigDecimal(value);
      return Double.isFinite(number.doubleValue())
          ? Optional.of(new MetadataValue.NumberValue(number))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isLanguage(String tag) {
    try {
      LanguageRange.of(tag);
      return true;
    } catch (IsoglossException e) {
      return false;
    }
  }
}
