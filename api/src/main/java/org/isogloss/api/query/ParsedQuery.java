// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.query;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.isogloss.api.filter.Filter;

/**
 * What a user typed, divided into words and conditions.
 *
 * @param text the words that are searched, without operators; blank if there are only conditions
 *     that add none
 * @param conditions the conditions that documents must meet, in the order of the text
 */
public record ParsedQuery(String text, List<Filter> conditions) {
  public ParsedQuery {
    requireNonNull(text, "text is null");
    conditions = List.copyOf(conditions);
  }

  /** All conditions as one filter; empty if there is none. */
  public Optional<Filter> filter() {
    return switch (conditions.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(conditions.getFirst());
      default -> Optional.of(new Filter.And(conditions));
    };
  }
}
