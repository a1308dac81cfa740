// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.metadata;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/**
 * The value of a field of {@link Metadata}: a string, a number, a boolean, or a list of these. A
 * date is a string in the form of ISO 8601.
 */
public sealed interface MetadataValue {
  /** A string. */
  record StringValue(String value) implements MetadataValue {
    public StringValue {
      requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
      return value;
    }
  }

  /** A number, exactly as it was written except for trailing zeros. */
  record NumberValue(BigDecimal value) implements MetadataValue {
    public NumberValue {
      value = requireNonNull(value, "value is null").stripTrailingZeros();
    }

    @Override
    public String toString() {
      return value.scale() < -20 || value.scale() > 40 ? value.toString() : value.toPlainString();
    }
  }

  /** True or false. */
  record BooleanValue(boolean value) implements MetadataValue {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** One or more values of the same type, none of them a list. */
  record ListValue(List<MetadataValue> values) implements MetadataValue {
    public ListValue {
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("a list of values is empty");
      }
      Class<?> type = values.getFirst().getClass();
      for (MetadataValue value : values) {
        if (value instanceof ListValue) {
          throw new IllegalArgumentException("a list of values contains a list");
        }
        if (value.getClass() != type) {
          throw new IllegalArgumentException(
              "a list contains "
                  + values.getFirst().describe()
                  + " and "
                  + value.describe()
                  + ", expected values of one type");
        }
      }
    }

    @Override
    public String toString() {
      return String.join(", ", values.stream().map(MetadataValue::toString).toList());
    }
  }

  static MetadataValue of(String value) {
    return new StringValue(value);
  }

  static MetadataValue of(long value) {
    return new NumberValue(BigDecimal.valueOf(value));
  }

  /**
   * Returns a number.
   *
   * @throws IllegalArgumentException if the value is infinite or not a number
   */
  static MetadataValue of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("the number is " + value + ", expected a finite one");
    }
    return new NumberValue(BigDecimal.valueOf(value));
  }

  static MetadataValue of(boolean value) {
    return new BooleanValue(value);
  }

  /** Returns a list of strings. */
  static MetadataValue of(String first, String... others) {
    return new ListValue(
        Stream.concat(Stream.of(first), Stream.of(others)).map(MetadataValue::of).toList());
  }

  /** The values of a list, or the value itself. */
  default List<MetadataValue> elements() {
    return this instanceof ListValue list ? list.values() : List.of(this);
  }

  /** Describes a value in a message: {@code the text "x"}, {@code the number 3}. */
  default String describe() {
    return switch (this) {
      case StringValue text -> "the string \"" + text.value() + "\"";
      case NumberValue number -> "the number " + number;
      case BooleanValue bool -> bool.toString();
      case ListValue list -> "a list";
    };
  }
}
