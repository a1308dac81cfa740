// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.adapter;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.Role;

/**
 * The task whose adapter is applied to the texts of each role.
 *
 * @param query such as {@code retrieval.query}
 * @param passage such as {@code retrieval.passage}
 */
public record RoleTasks(String query, String passage) {
  public RoleTasks {
    requireNonNull(query, "query is null");
    requireNonNull(passage, "passage is null");
  }

  /** Returns the task of a role. */
  public String of(Role role) {
    return role == Role.QUERY ? query : passage;
  }

  /** Returns the tasks, each once: one or two. */
  public List<String> distinct() {
    return Stream.of(query, passage).distinct().toList();
  }
}
