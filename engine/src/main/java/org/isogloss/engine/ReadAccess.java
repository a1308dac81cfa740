// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads the current commit of an open engine.
 *
 * @param lifecycle rejects operations after the engine is closed
 * @param current the commit that new operations use
 */
record ReadAccess(Lifecycle lifecycle, CurrentCommit current) {
  /** Applies a function to the current commit, which stays open until the function returns. */
  <T> T read(Function<Commit, T> function) {
    return lifecycle.run(() -> current.read(function));
  }

  /** Runs an operation that uses no commit. */
  <T> T run(Supplier<T> operation) {
    return lifecycle.run(operation);
  }
}
