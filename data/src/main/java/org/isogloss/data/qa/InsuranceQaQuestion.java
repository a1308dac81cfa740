// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;

/**
 * A question of InsuranceQA.
 *
 * @param domain the kind of insurance: {@code life-insurance}
 * @param answers labels of the correct answers
 * @param candidates labels of the answers to rank, which a search engine found; they may not
 *     include the correct answers. Empty if the file has no candidates
 */
public record InsuranceQaQuestion(
    Query query, String domain, List<String> answers, List<String> candidates) {
  public InsuranceQaQuestion {
    requireNonNull(query, "query is null");
    requireNonNull(domain, "domain is null");
    answers = List.copyOf(answers);
    candidates = List.copyOf(candidates);
  }

  /**
   * Judgements with grade 1 for the correct answers, then with grade 0 for the other candidates.
   */
  public JudgedQuery toJudgedQuery() {
    List<Judgement> judgements = new ArrayList<>();
    for (String answer : answers) {
      judgements.add(new Judgement(query.id(), answer, 1));
    }
    for (String candidate : candidates) {
      if (!answers.contains(candidate)) {
        judgements.add(new Judgement(query.id(), candidate, 0));
      }
    }
    return new JudgedQuery(query, judgements);
  }
}
