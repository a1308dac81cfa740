// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

/**
 * How many documents of a result have a value of a field.
 *
 * @param value the value as it was written; for the field {@code language} the language code,
 *     without script (a document in {@code zh-Hant} counts as {@code zh}); for a {@link
 *     Facet.Calendar} a date such as {@code 2024-05}; for other groups {@code 10..20} (from 10 to
 *     below 20), {@code ..10} or {@code 20..}
 * @param documents number of documents, 1 or more
 */
public record FacetCount(String value, long documents) {
  public FacetCount {
    requireNonNull(value, "value is null");
  }
}
