// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import static java.util.Objects.requireNonNull;

/**
 * A passage with its relevance to a query.
 *
 * @param grade 0 if it is irrelevant, otherwise 1 or more
 */
public record JudgedPassage(String text, int grade) {
  public JudgedPassage {
    requireNonNull(text, "text is null");
  }

  /** Returns a passage of grade 1 or 0. */
  public static JudgedPassage of(String text, boolean relevant) {
    return new JudgedPassage(text, relevant ? 1 : 0);
  }
}
