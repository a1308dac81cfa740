// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A query with the texts of judged passages. */
public record JudgedExample(String query, List<JudgedPassage> passages) {
  public JudgedExample {
    requireNonNull(query, "query is null");
    passages = List.copyOf(passages);
  }

  /** Returns a query with one passage. */
  public JudgedExample(String query, String passage, boolean relevant) {
    this(query, List.of(JudgedPassage.of(passage, relevant)));
  }
}
