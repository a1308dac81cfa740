// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.neural.batch.Batches;

/**
 * Batches with the number of the step to which they belong, on which the regulariser depends; a
 * resumed training continues to count.
 */
final class NumberedBatches implements Batches<NumberedBatches.Batch> {
  private static final String COUNT = "count";

  private final Batches<List<RetrievalExample>> source;
  private final int perStep;
  private long count;

  /**
   * Creates the batches.
   *
   * @param perStep number of batches of a step
   */
  NumberedBatches(Batches<List<RetrievalExample>> source, int perStep) {
    this.source = source;
    this.perStep = perStep;
  }

  /**
   * A batch.
   *
   * @param step number of steps before it
   */
  record Batch(long step, List<RetrievalExample> examples) {}

  @Override
  public Batch next() {
    return new Batch(count++ / perStep, source.next());
  }

  @Override
  public int exampleCount(Batch batch) {
    return batch.examples().size();
  }

  @Override
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>(source.position());
    position.put(COUNT, new long[] {count});
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    source.seek(position);
    count = position.get(COUNT)[0];
  }

  @Override
  public void close() {
    source.close();
  }
}
