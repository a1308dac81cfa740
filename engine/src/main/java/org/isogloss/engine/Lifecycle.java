// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Tracks whether an engine is open and which operations use it. Closing rejects new operations,
 * waits for running operations, and then releases the resources.
 */
final class Lifecycle {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final String name;
  private volatile boolean closing;

  /**
   * Creates the lifecycle of an open engine.
   *
   * @param name name of the engine, for messages
   */
  Lifecycle(String name) {
    this.name = name;
  }

  /**
   * Runs an operation of the engine. Nested calls on the same thread are part of the operation.
   *
   * @throws IllegalStateException if the engine is closed or is being closed
   */
  <T> T run(Supplier<T> action) {
    boolean nested = lock.getReadHoldCount() > 0;
    // tryLock never waits: it fails only while the engine releases its resources.
    if ((closing && !nested) || !lock.readLock().tryLock()) {
      throw closed();
    }
    try {
      if (closing && !nested) {
        throw closed();
      }
      return action.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the engine of " + name + " is closed");
  }

  /**
   * Closes the engine. A second call only waits for the first one.
   *
   * @param release called once, after all running operations have finished
   * @throws IllegalStateException if the calling thread is running an operation of the engine
   */
  void close(Runnable release) {
    if (lock.getReadHoldCount() > 0) {
      throw new IllegalStateException(
          "the engine of " + name + " cannot be closed from within one of its operations");
    }
    boolean first;
    synchronized (this) {
      first = !closing;
      closing = true;
    }
    lock.writeLock().lock();
    try {
      if (first) {
        release.run();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
