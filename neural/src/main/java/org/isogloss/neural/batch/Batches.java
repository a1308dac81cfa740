// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import java.util.Collection;
import java.util.Map;

/**
 * An endless sequence of batches, whose order depends only on the seed.
 *
 * @param <B> the batch of a step
 */
public interface Batches<B> extends AutoCloseable {
  /** Returns the next batch. */
  B next();

  /** Returns the number of examples in a batch, from which the examples per second are computed. */
  default int exampleCount(B batch) {
    return batch instanceof Collection<?> examples ? examples.size() : 1;
  }

  /** Returns the position in the sequence, from which another process can resume. */
  Map<String, long[]> position();

  /** Resumes from a position that {@link #position} returned. */
  void seek(Map<String, long[]> position);

  /** Stops the preparation of batches, if there is any. */
  @Override
  default void close() {}
}
