// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.util.List;
import java.util.Random;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;

/** Queries and passages in both languages for training, validation and test. */
public interface RelevanceSource {
  /** Returns the description for tables. */
  String name();

  /** Returns what the candidates of a query are, and which queries are left out: for tables. */
  String candidates();

  /**
   * Returns training pairs in random order: queries with relevant and non-relevant passages.
   *
   * @param maxPairs maximum number of pairs
   */
  List<BilingualPair> training(int maxPairs, Random random);

  /**
   * Returns validation queries.
   *
   * @param maxQuestions maximum number of queries
   * @param candidates maximum number of candidate passages of each
   */
  BilingualQuestionSet validation(int maxQuestions, int candidates, Random random);

  /** Returns test queries, like {@link #validation}. */
  BilingualQuestionSet test(int maxQuestions, int candidates, Random random);
}
