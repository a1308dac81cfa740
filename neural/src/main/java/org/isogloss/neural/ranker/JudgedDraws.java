package org.isogloss.neural.ranker;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.neural.PairDraws;

/**
 * Goes through judged queries in an order that the seed shuffles anew for every round, and chooses
 * for each a relevant passage and one that was judged lower; where none was, another query's.
 */
final class JudgedDraws {
  private static final String DRAWN = "judged";

  /**
   * What was chosen, numbers of texts.
   *
   * @param grades by how many grades the one is better, above 0
   */
  record Choice(int query, int better, int worse, int grades) {}

  private final List<JudgedSet.Judged> queries;
  private final long seed;
  private long drawn;
  private int[] order = new int[0];

  JudgedDraws(List<JudgedSet.Judged> queries, long seed) {
    this.queries = queries;
    this.seed = seed;
  }

  Choice next() {
    int size = queries.size();
    if (order.length == 0 || drawn % size == 0) {
      order = PairDraws.shuffled(size, PairDraws.mix(seed, drawn / size));
    }
    SplittableRandom random = new SplittableRandom(PairDraws.mix(~seed, drawn));
    JudgedSet.Judged judged = queries.get(order[(int) (drawn++ % size)]);
    int relevant = countAbove(judged, 0);
    int better = random.nextInt(relevant);
    int grade = judged.grades()[better];
    int firstLower = countAbove(judged, grade - 1);
    if (firstLower < judged.passages().length) {
      int worse = firstLower + random.nextInt(judged.passages().length - firstLower);
      return new Choice(
          judged.query(),
          judged.passages()[better],
          judged.passages()[worse],
          grade - judged.grades()[worse]);
    }
    return new Choice(judged.query(), judged.passages()[better], another(judged, random), grade);
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

  Map<String, long[]> position() {
    return Map.of(DRAWN, new long[] {drawn});
  }

  void seek(Map<String, long[]> position) {
    drawn = position.get(DRAWN)[0];
    order =
        drawn % queries.size() == 0
            ? new int[0]
            : PairDraws.shuffled(queries.size(), PairDraws.mix(seed, drawn / queries.size()));
  }
}
