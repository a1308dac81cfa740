package org.isogloss.neural.ranker;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.neural.PairDraws;

/**
 * Goes through judged queries in an order that the seed shuffles anew for every round, and chooses
 * for each a relevant passage and some that were judged lower; where there are too few, those of
 * other queries, as irrelevant ones.
 */
public final class JudgedDraws {
  private static final String DRAWN = "judged";

  /**
   * What was chosen, numbers of texts.
   *
   * @param grade of the better passage
   * @param worse passages that were judged lower, or those of other queries
   * @param worseGrades theirs, each below {@code grade}
   */
  public record Choice(int query, int better, int grade, int[] worse, int[] worseGrades) {}

  private final List<JudgedSet.Judged> queries;
  private final int lower;
  private final long seed;
  private long drawn;
  private int[] order = new int[0];

  /**
   * Draws.
   *
   * @param lower how many passages stand against each better one
   */
  public JudgedDraws(List<JudgedSet.Judged> queries, int lower, long seed) {
    this.queries = queries;
    this.lower = lower;
    this.seed = seed;
  }

  /** The next query, with passages. */
  public Choice next() {
    int size = queries.size();
    if (order.length == 0 || drawn % size == 0) {
      order = PairDraws.shuffled(size, PairDraws.mix(seed, drawn / size));
    }
    SplittableRandom random = new SplittableRandom(PairDraws.mix(~seed, drawn));
    JudgedSet.Judged judged = queries.get(order[(int) (drawn++ % size)]);
    int relevant = countAbove(judged, 0);
    int better = random.nextInt(relevant);
    int grade = judged.grades()[better];
    int from = countAbove(judged, grade - 1);
    int[] order = PairDraws.shuffled(judged.passages().length - from, random.nextLong());
    int[] worse = new int[lower];
    int[] grades = new int[lower];
    for (int i = 0; i < lower; i++) {
      if (i < order.length) {
        worse[i] = judged.passages()[from + order[i]];
        grades[i] = judged.grades()[from + order[i]];
      } else {
        worse[i] = another(judged, random);
      }
    }
    return new Choice(judged.query(), judged.passages()[better], grade, worse, grades);
  }

  /** A relevant passage of another query; any passage if all are this one's. */
  private int another(JudgedSet.Judged judged, SplittableRandom random) {
    int passage = judged.passages()[0];
    for (int tries = 0; tries < 50; tries++) {
      JudgedSet.Judged other = queries.get(random.nextInt(queries.size()));
      passage = other.passages()[random.nextInt(other.passages().length)];
      if (!holds(judged, passage)) {
        return passage;
      }
    }
    return passage;
  }

  private static boolean holds(JudgedSet.Judged judged, int passage) {
    for (int own : judged.passages()) {
      if (own == passage) {
        return true;
      }
    }
    return false;
  }

  /** How many passages have a grade above this; they stand first. */
  private static int countAbove(JudgedSet.Judged judged, int grade) {
    int count = 0;
    while (count < judged.grades().length && judged.grades()[count] > grade) {
      count++;
    }
    return count;
  }

  /** Where the draws are, for {@link #seek}. */
  public Map<String, long[]> position() {
    return Map.of(DRAWN, new long[] {drawn});
  }

  /** Goes on from a {@link #position}. */
  public void seek(Map<String, long[]> position) {
    drawn = position.get(DRAWN)[0];
    order =
        drawn % queries.size() == 0
            ? new int[0]
            : PairDraws.shuffled(queries.size(), PairDraws.mix(seed, drawn / queries.size()));
  }
}
