// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a process does when it is asked to end, for instance by Ctrl-C: first it finishes work that
 * must not be interrupted, which may still write files, and then it removes files that are not
 * complete.
 */
public final class Shutdown {
  private static final Set<Runnable> FINISHING = ConcurrentHashMap.newKeySet();
  private static final Set<Runnable> CLEANING = ConcurrentHashMap.newKeySet();

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Shutdown::run, "isogloss-shutdown"));
    } catch (IllegalStateException e) {
      // The process is already ending, and nothing has been registered that should be done.
    }
  }

  private Shutdown() {}

  /** An action that is done when the process ends, unless it is closed before. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Registers an action that ends work and waits for it. The process ends after it at the latest;
   * it must therefore limit its waiting.
   */
  public static Registration finishing(Runnable action) {
    FINISHING.add(action);
    return () -> FINISHING.remove(action);
  }

  /** Registers an action that is done after all work was finished. */
  static void cleaning(Runnable action) {
    CLEANING.add(action);
  }

  private static void run() {
    FINISHING.forEach(Runnable::run);
    CLEANING.forEach(Runnable::run);
  }
}
