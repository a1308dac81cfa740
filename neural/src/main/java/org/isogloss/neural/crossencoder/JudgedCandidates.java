package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.Batches;
import org.isogloss.neural.ranker.JudgedDraws;
import org.isogloss.neural.ranker.JudgedSet;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.text.Encoding;

/** Draws judged queries for a cross-encoder: a passage and one or more that were judged lower. */
final class JudgedCandidates implements Batches<List<Candidates>> {
  private final JudgedSet judged;
  private final RankerBase base;
  private final int size;
  private final int lower;
  private final JudgedDraws draws;

  /**
   * Draws.
   *
   * @param size queries of a batch
   * @param lower how many passages stand against each better one
   */
  JudgedCandidates(JudgedSet judged, RankerBase base, int size, int lower, long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.lower = lower;
    this.draws = new JudgedDraws(judged.training(), lower, seed);
  }

  @Override
  public List<Candidates> next() {
    List<Candidates> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      JudgedDraws.Choice choice = draws.next();
      String query = judged.text(choice.query());
      List<Encoding> pairs = new ArrayList<>();
      pairs.add(base.together(query, judged.text(choice.better())));
      int[] grades = new int[lower + 1];
      grades[0] = choice.grade();
      for (int j = 0; j < lower; j++) {
        pairs.add(base.together(query, judged.text(choice.worse()[j])));
        grades[j + 1] = choice.worseGrades()[j];
      }
      all.add(new Candidates(pairs, grades));
    }
    return all;
  }

  @Override
  public Map<String, long[]> position() {
    return draws.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    draws.seek(position);
  }
}
