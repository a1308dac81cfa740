// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Query;

/**
 * A question about a paragraph.
 *
 * @param query the question; its id is the same in every language of a parallel dataset
 * @param answers the answers; empty for an unanswerable question
 */
public record SquadQuestion(Query query, List<SquadAnswer> answers) {
  public SquadQuestion {
    requireNonNull(query, "query is null");
    answers = List.copyOf(answers);
  }
}
