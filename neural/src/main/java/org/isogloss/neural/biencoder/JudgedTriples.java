package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.Batches;
import org.isogloss.neural.ranker.JudgedDraws;
import org.isogloss.neural.ranker.JudgedSet;
import org.isogloss.neural.ranker.RankerBase;

/** Draws judged queries with passages, cut into pieces, for a bi-encoder. */
final class JudgedTriples implements Batches<List<JudgedTriple>> {
  private final JudgedSet judged;
  private final RankerBase base;
  private final int size;
  private final JudgedDraws draws;

  /**
   * Draws.
   *
   * @param size triples of a batch
   */
  JudgedTriples(JudgedSet judged, RankerBase base, int size, long seed) {
    this.judged = judged;
    this.base = base;
    this.size = size;
    this.draws = new JudgedDraws(judged.training(), 1, seed);
  }

  @Override
  public List<JudgedTriple> next() {
    List<JudgedTriple> triples = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      JudgedDraws.Choice choice = draws.next();
      triples.add(
          new JudgedTriple(
              base.query(judged.text(choice.query())),
              base.passage(judged.text(choice.better())),
              base.passage(judged.text(choice.worse()[0])),
              choice.grade() - choice.worseGrades()[0],
              choice.query(),
              choice.better(),
              choice.worse()[0]));
    }
    return triples;
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
