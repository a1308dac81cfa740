package org.isogloss.neural.batch;

import java.util.Collection;
import java.util.Map;

/**
 * Batches without end, in an order that the seed alone decides.
 *
 * @param <B> what a step looks at
 */
public interface Batches<B> extends AutoCloseable {
  B next();

  /** How many examples a batch has: what a rate of examples counts. */
  default int exampleCount(B batch) {
    return batch instanceof Collection<?> several ? several.size() : 1;
  }

  /** Where in its order this stands, to go on from there in another process. */
  Map<String, long[]> position();

  /** Goes on from a position that {@link #position} told. */
  void seek(Map<String, long[]> position);

  /** Ends what prepares batches, where something does. */
  @Override
  default void close() {}
}
