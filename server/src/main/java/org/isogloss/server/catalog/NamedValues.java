// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.Map;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.http.RequestException;

/** Finds what a client names. */
final class NamedValues {
  private NamedValues() {}

  /**
   * Returns a value.
   *
   * @param key name of the parameter that names it, for messages
   * @param kind what it is, such as {@code an index}
   * @param name its name; empty for the only one
   * @throws RequestException if there is no such value
   */
  static <T> T find(String key, String kind, Map<String, T> all, Optional<String> name) {
    if (name.isEmpty() && all.size() == 1) {
      return all.values().iterator().next();
    }
    T found = name.map(all::get).orElse(null);
    if (found == null) {
      throw RequestException.of(
          RequestException.Reason.NOT_FOUND,
          key,
          all.isEmpty()
              ? "the server does not have " + kind
              : name.map(given -> key + " is " + Excerpt.quote(given)).orElse(key + " is missing")
                  + ", expected "
                  + (all.size() == 1 ? "" : "one of ")
                  + String.join(", ", all.keySet()));
    }
    return found;
  }
}
