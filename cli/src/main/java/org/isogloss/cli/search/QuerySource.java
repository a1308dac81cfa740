// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.Optional;

/** Where the queries of a session are from. */
interface QuerySource extends AutoCloseable {
  /** A line of input. */
  sealed interface Line {}

  /** A query. */
  record QueryLine(String text) implements Line {}

  /**
   * The request to show a hit of the last query.
   *
   * @param rank its rank in the results
   */
  record HitLine(int rank) implements Line {}

  /** Returns the next line; empty at the end. Blank lines are left out. */
  Optional<Line> next();

  /** Receives the number of hits of the last query, which can be shown. */
  default void show(int hits) {}

  @Override
  default void close() {}
}
