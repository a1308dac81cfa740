package org.isogloss.neural.ranker;

import java.util.List;
import org.isogloss.model.Measurement;
import org.isogloss.model.Provenance;
import org.isogloss.model.Source;

/** Where a trained ranker comes from. */
final class RankerProvenance {
  private RankerProvenance() {}

  /**
   * What goes into the model folder.
   *
   * @param score of the best validation; negative infinity where there was none
   */
  static Provenance of(
      String asRun, long seed, List<Source> sources, double score, String measure) {
    Provenance provenance = new Provenance(asRun, seed, sources);
    return Double.isFinite(score)
        ? provenance.withMeasured(List.of(new Measurement("validation", measure, score)))
        : provenance;
  }
}
