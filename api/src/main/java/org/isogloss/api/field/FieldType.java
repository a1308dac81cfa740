// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.field;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;

/** The type of a field of documents; a list has the type of its values. */
public enum FieldType {
  STRING,
  NUMBER,
  BOOLEAN,
  /** A string in the form of ISO 8601, which {@link DatePeriod} reads. */
  DATE;

  /**
   * Returns the type with a name.
   *
   * @throws IsoglossException if there is none
   */
  public static FieldType named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "unknown type \""
                        + name
                        + "\", expected one of "
                        + String.join(", ", names())));
  }

  static Optional<FieldType> find(String name) {
    return Arrays.stream(values()).filter(type -> type.toString().equals(name)).findFirst();
  }

  private static List<String> names() {
    return Arrays.stream(values()).map(FieldType::toString).collect(Collectors.toList());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
