// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;

/**
 * The indexes that a client may use.
 *
 * @param names their names, or the beginnings of names that end with {@code *}; empty for all
 *     indexes, and for everything that belongs to none
 */
public record Grant(Optional<List<String>> names) {
  /** All indexes, and everything that belongs to none. */
  public static final Grant ALL = new Grant(Optional.empty());

  public Grant {
    names = names.map(List::copyOf);
  }

  /** Some indexes. */
  static Grant of(List<String> names) {
    return new Grant(Optional.of(names));
  }

  /** Whether it includes an index of this name. */
  public boolean includes(String index) {
    return names.isEmpty() || names.get().stream().anyMatch(name -> matches(name, index));
  }

  private static boolean matches(String name, String index) {
    return name.endsWith("*")
        ? index.startsWith(name.substring(0, name.length() - 1))
        : index.equals(name);
  }

  /**
   * Rejects an index that it does not include.
   *
   * @throws RequestException whether or not there is such an index
   */
  public void require(String index) {
    require("index", index);
  }

  /**
   * Rejects the name of an index, or of something else that tokens name like indexes.
   *
   * @param parameter what has the name, such as {@code corpus}, which is also the parameter that
   *     names it
   * @throws RequestException whether or not there is one of this name
   */
  public void require(String parameter, String name) {
    if (!includes(name)) {
      throw RequestException.of(
          RequestException.Reason.FORBIDDEN,
          parameter,
          "the token is not for the " + parameter + " " + Excerpt.quote(name));
    }
  }

  /**
   * Rejects a grant for some indexes only.
   *
   * @param purpose what needs all of them, such as {@code metrics}
   */
  public void requireAll(String purpose) {
    if (names.isPresent()) {
      throw RequestException.of(
          RequestException.Reason.FORBIDDEN,
          "the token is for some indexes only; " + purpose + " need one without names of indexes");
    }
  }
}
