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
 * @param domain kind of insurance: {@code life-insurance}
 * @param answers labels of the right answers
 * @param candidates labels of the answers to rank, where the file has them: found by a search
 *     engine, with or without the right ones among them
 */
public record InsuranceQaQuestion(
    Query query, String domain, List<String> answers, List<String> candidates) {
  public InsuranceQaQuestion {
    requireNonNull(query, "query is null");
    requireNonNull(domain, "domain is null");
    answers = List.copyOf(answers);
    candidates = List.copyOf(candidates);
  }

  /** Right answers with grade 1, then the other candidates with grade 0. */
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
