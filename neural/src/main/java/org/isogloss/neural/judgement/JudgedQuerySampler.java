// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.isogloss.neural.batch.PairSampler;

/**
 * Traverses judged queries in an order that the seed reshuffles in every epoch, and samples a
 * relevant passage and negatives with lower grades for each. If there are too few negatives,
 * passages of other queries are added as irrelevant ones.
 */
public final class JudgedQuerySampler {
  private static final String QUERY_COUNT = "judged";

  /**
   * The sampled indices of texts.
   *
   * @param query index of the query
   * @param positive index of the relevant passage
   * @param positiveGrade grade of the relevant passage
   * @param negatives indices of passages with lower grades, or of passages of other queries
   * @param negativeGrades grades of the negatives, each below {@code positiveGrade}
   * @param relevant indices of all passages of the query with the grade of the positive or a higher
   *     one
   */
  public record SampledQuery(
      int query,
      int positive,
      int positiveGrade,
      int[] negatives,
      int[] negativeGrades,
      Set<Integer> relevant) {}

  private final List<JudgedQueries.JudgedQuery> queries;
  private final int negativeCount;
  private final long seed;
  private long sampledQueries;
  private int[] order = new int[0];

  /**
   * Creates a sampler.
   *
   * @param negativeCount number of negatives per query
   */
  public JudgedQuerySampler(List<JudgedQueries.JudgedQuery> queries, int negativeCount, long seed) {
    this.queries = queries;
    this.negativeCount = negativeCount;
    this.seed = seed;
  }

  /** Returns the next query with its passages. */
  public SampledQuery next() {
    int size = queries.size();
    if (order.length == 0 || sampledQueries % size == 0) {
      order = PairSampler.permutation(size, PairSampler.mixSeeds(seed, sampledQueries / size));
    }
    SplittableRandom random = new SplittableRandom(PairSampler.mixSeeds(~seed, sampledQueries));
    JudgedQueries.JudgedQuery judged = queries.get(order[(int) (sampledQueries++ % size)]);
    int relevant = countAbove(judged, 0);
    int positive = random.nextInt(relevant);
    int grade = judged.grades()[positive];
    int from = countAbove(judged, grade - 1);
    int[] order = PairSampler.permutation(judged.passages().length - from, random.nextLong());
    int[] negatives = new int[negativeCount];
    int[] grades = new int[negativeCount];
    for (int i = 0; i < negativeCount; i++) {
      if (i < order.length) {
        negatives[i] = judged.passages()[from + order[i]];
        grades[i] = judged.grades()[from + order[i]];
      } else {
        negatives[i] = sampleOtherPassage(judged, random);
      }
    }
    Set<Integer> relevantPassages =
        Arrays.stream(judged.passages(), 0, from).boxed().collect(Collectors.toUnmodifiableSet());
    return new SampledQuery(
        judged.query(), judged.passages()[positive], grade, negatives, grades, relevantPassages);
  }

  /**
   * Returns a passage of another query that is not judged for this query, or, if none is found in
   * 50 attempts, any passage.
   */
  private int sampleOtherPassage(JudgedQueries.JudgedQuery judged, SplittableRandom random) {
    int passage = judged.passages()[0];
    for (int attempt = 0; attempt < 50; attempt++) {
      JudgedQueries.JudgedQuery other = queries.get(random.nextInt(queries.size()));
      passage = other.passages()[random.nextInt(other.passages().length)];
      if (!containsPassage(judged, passage)) {
        return passage;
      }
    }
    return passage;
  }

  private static boolean containsPassage(JudgedQueries.JudgedQuery judged, int passage) {
    for (int judgedPassage : judged.passages()) {
      if (judgedPassage == passage) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of passages with a higher grade; they are the first ones. */
  private static int countAbove(JudgedQueries.JudgedQuery judged, int grade) {
    int count = 0;
    while (count < judged.grades().length && judged.grades()[count] > grade) {
      count++;
    }
    return count;
  }

  /** Returns the position in the sequence, for {@link #seek}. */
  public Map<String, long[]> position() {
    return Map.of(QUERY_COUNT, new long[] {sampledQueries});
  }

  /** Resumes from a position that {@link #position} returned. */
  public void seek(Map<String, long[]> position) {
    sampledQueries = position.get(QUERY_COUNT)[0];
    order =
        sampledQueries % queries.size() == 0
            ? new int[0]
            : PairSampler.permutation(
                queries.size(), PairSampler.mixSeeds(seed, sampledQueries / queries.size()));
  }
}
