package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Query;

/**
 * A question about a paragraph.
 *
 * @param query its id, the same in every language of a parallel set, its language and its text
 * @param answers none for a question that cannot be answered
 */
public record SquadQuestion(Query query, List<SquadAnswer> answers) {
  public SquadQuestion {
    requireNonNull(query, "query is null");
    answers = List.copyOf(answers);
  }
}
