// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import java.util.List;
import java.util.Optional;

/** Releases several resources, each even if the release of another one fails. */
public final class Cleanup {
  private Cleanup() {}

  /**
   * Runs all actions in their order, even if some of them fail, and then throws the first failure.
   */
  public static void runAll(Runnable... actions) {
    runAll(List.of(actions));
  }

  /** Runs all actions like {@link #runAll(Runnable...)}. */
  public static void runAll(Iterable<? extends Runnable> actions) {
    Optional<RuntimeException> first = Optional.empty();
    for (Runnable action : actions) {
      try {
        action.run();
      } catch (RuntimeException e) {
        first.ifPresent(failure -> failure.addSuppressed(e));
        first = first.or(() -> Optional.of(e));
      }
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }
}
