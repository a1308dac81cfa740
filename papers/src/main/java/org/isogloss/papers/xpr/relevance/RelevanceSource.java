package org.isogloss.papers.xpr.relevance;

import java.util.List;
import java.util.Random;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;

/** Queries and passages in both languages: to train on, to choose a state by, and to test on. */
public interface RelevanceSource {
  /** Names what it is made of, in tables. */
  String name();

  /**
   * Pairs to train on, in an order without meaning: queries with passages that answer them, and
   * with such as do not.
   *
   * @param maxPairs how many at most
   */
  List<BilingualPair> training(int maxPairs, Random random);

  /**
   * Queries that choose which state is kept.
   *
   * @param maxQuestions how many at most
   * @param candidates passages ranked for each, at most
   */
  BilingualQuestionSet validation(int maxQuestions, int candidates, Random random);

  /** Queries of the test, as {@link #validation}. */
  BilingualQuestionSet test(int maxQuestions, int candidates, Random random);
}
