package org.isogloss.neural.judgement;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.neural.batch.PairSampler;

/**
 * Goes through judged queries in an order that the seed shuffles anew for every round, and chooses
 * for each a relevant passage and some that were judged lower; where there are too few, those of
 * other queries, as irrelevant ones.
 */
public final class JudgedQuerySampler {
  private static final String QUERY_COUNT = "judged";

  /**
   * What was chosen, numbers of texts.
   *
   * @param positiveGrade of the better passage
   * @param negatives passages that were judged lower, or those of other queries
   * @param negativeGrades theirs, each below {@code grade}
   */
  public record SampledQuery(
      int query, int positive, int positiveGrade, int[] negatives, int[] negativeGrades) {}

  private final List<JudgedQueries.JudgedQuery> queries;
  private final int negativeCount;
  private final long seed;
  private long sampledQueries;
  private int[] order = new int[0];

  /**
   * Draws.
   *
   * @param negativeCount how many passages stand against each better one
   */
  public JudgedQuerySampler(List<JudgedQueries.JudgedQuery> queries, int negativeCount, long seed) {
    this.queries = queries;
    this.negativeCount = negativeCount;
    this.seed = seed;
  }

  /** The next query, with passages. */
  public SampledQuery next() {
    int size = queries.size();
    if (order.length == 0 || sampledQueries % size == 0) {
      order = PairSampler.permutation(size, PairSampler.mixSeeds(seed, sampledQueries / size));
    }
    SplittableRandom random = new SplittableRandom(PairSampler.mixSeeds(~seed, sampledQueries));
    JudgedQueries.JudgedQuery judged = queries.get(order[(int) (sampledQueries++ % size)]);
    int relevant = countAbove(judged, 0);
    int better = random.nextInt(relevant);
    int grade = judged.grades()[better];
    int from = countAbove(judged, grade - 1);
    int[] order = PairSampler.permutation(judged.passages().length - from, random.nextLong());
    int[] worse = new int[negativeCount];
    int[] grades = new int[negativeCount];
    for (int i = 0; i < negativeCount; i++) {
      if (i < order.length) {
        worse[i] = judged.passages()[from + order[i]];
        grades[i] = judged.grades()[from + order[i]];
      } else {
        worse[i] = sampleOtherPassage(judged, random);
      }
    }
    return new SampledQuery(judged.query(), judged.passages()[better], grade, worse, grades);
  }

  /** A relevant passage of another query; any passage if all are this one's. */
  private int sampleOtherPassage(JudgedQueries.JudgedQuery judged, SplittableRandom random) {
    int passage = judged.passages()[0];
    for (int tries = 0; tries < 50; tries++) {
      JudgedQueries.JudgedQuery other = queries.get(random.nextInt(queries.size()));
      passage = other.passages()[random.nextInt(other.passages().length)];
      if (!containsPassage(judged, passage)) {
        return passage;
      }
    }
    return passage;
  }

  private static boolean containsPassage(JudgedQueries.JudgedQuery judged, int passage) {
    for (int own : judged.passages()) {
      if (own == passage) {
        return true;
      }
    }
    return false;
  }

  /** How many passages have a grade above this; they stand first. */
  private static int countAbove(JudgedQueries.JudgedQuery judged, int grade) {
    int count = 0;
    while (count < judged.grades().length && judged.grades()[count] > grade) {
      count++;
    }
    return count;
  }

  /** Where the draws are, for {@link #seek}. */
  public Map<String, long[]> position() {
    return Map.of(QUERY_COUNT, new long[] {sampledQueries});
  }

  /** Goes on from a {@link #position}. */
  public void seek(Map<String, long[]> position) {
    sampledQueries = position.get(QUERY_COUNT)[0];
    order =
        sampledQueries % queries.size() == 0
            ? new int[0]
            : PairSampler.permutation(
                queries.size(), PairSampler.mixSeeds(seed, sampledQueries / queries.size()));
  }
}
