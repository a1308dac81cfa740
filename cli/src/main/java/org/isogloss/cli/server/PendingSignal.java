// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.util.Optional;

/** A signal that may arrive before its action is possible, and then runs it once. Thread-safe. */
final class PendingSignal {
  private Optional<Runnable> action = Optional.empty();
  private boolean pending;

  /** Runs the action, now or as soon as it is known. */
  synchronized void receive() {
    action.ifPresentOrElse(Runnable::run, () -> pending = true);
  }

  /** Sets the action. */
  synchronized void handle(Runnable known) {
    action = Optional.of(known);
    if (pending) {
      pending = false;
      known.run();
    }
  }
}
