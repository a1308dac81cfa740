// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The ranking of one query with the grades of its documents: the input of every measure. */
public final class JudgedRanking {
  /** The grade of a document that is not in the qrels. */
  static final int NOT_IN_POOL = -1;

  /** The grade of a document with a grade below 0 in the qrels: pooled, but not judged. */
  static final int NOT_JUDGED = -2;

  private final int[] grades;
  private final int[] judgedGrades;
  private Relevance relevance;

  /**
   * The ranking with binary relevance.
   *
   * @param level the lowest grade of a relevant document
   * @param ranks the ranks of the relevant documents that were retrieved, from 1
   * @param relevant number of relevant documents
   * @param nonrelevant number of documents that were judged and are not relevant
   */
  public record Relevance(int level, int[] ranks, int relevant, int nonrelevant) {
    public int relevantRetrieved() {
      return ranks.length;
    }

    /** Number of relevant documents within the first {@code depth} ranks. */
    int relevantRetrievedAt(int depth) {
      int at = Arrays.binarySearch(ranks, depth);
      return at >= 0 ? at + 1 : -at - 1;
    }
  }

  public JudgedRanking(RankedDocuments ranked, JudgedDocuments judged) {
    grades = new int[ranked.size()];
    for (int i = 0; i < grades.length; i++) {
      int position = judged.positionOf(ranked.document(i));
      int grade = position < 0 ? NOT_IN_POOL : judged.grade(position);
      grades[i] = position >= 0 && grade < 0 ? NOT_JUDGED : grade;
    }
    judgedGrades =
        IntStream.range(0, judged.size()).map(judged::grade).filter(g -> g >= 0).toArray();
    Arrays.sort(judgedGrades);
    relevance = relevance(1);
  }

  /** Number of retrieved documents. */
  public int size() {
    return grades.length;
  }

  /**
   * The grade of the document at a rank: 0 or above, {@link #NOT_IN_POOL} or {@link #NOT_JUDGED}.
   *
   * @param index from 0
   */
  int grade(int index) {
    return grades[index];
  }

  /** Number of judged documents. */
  int judgedCount() {
    return judgedGrades.length;
  }

  /**
   * The grades of the judged documents in descending order.
   *
   * @param index from 0
   */
  int idealGrade(int index) {
    return judgedGrades[judgedGrades.length - 1 - index];
  }

  /** The ranking with binary relevance at a level. */
  public Relevance relevanceAt(int level) {
    if (relevance.level != level) {
      relevance = relevance(level);
    }
    return relevance;
  }

  private Relevance relevance(int level) {
    int[] ranks =
        IntStream.range(0, grades.length).filter(i -> grades[i] >= level).map(i -> i + 1).toArray();
    int relevant = (int) Arrays.stream(judgedGrades).filter(grade -> grade >= level).count();
    return new Relevance(level, ranks, relevant, judgedGrades.length - relevant);
  }
}
