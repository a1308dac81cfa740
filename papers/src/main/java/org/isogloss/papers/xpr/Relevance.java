package org.isogloss.papers.xpr;

import java.util.List;
import java.util.Random;

/** Queries and passages in both languages: to train on, to choose a state by, and to test on. */
interface Relevance {
  /** Names what it is made of, in tables. */
  String name();

  /**
   * Pairs to train on, in an order without meaning: queries with passages that answer them, and
   * with such as do not.
   *
   * @param most how many at most
   */
  List<TwinPair> training(int most, Random random);

  /**
   * Queries that choose which state is kept.
   *
   * @param most how many at most
   * @param candidates passages ranked for each, at most
   */
  TwinQuestions validation(int most, int candidates, Random random);

  /** Queries of the test, as {@link #validation}. */
  TwinQuestions test(int most, int candidates, Random random);
}
