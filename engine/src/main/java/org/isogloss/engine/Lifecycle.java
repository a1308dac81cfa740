package org.isogloss.engine;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Whether an engine is open, and who uses it: closing refuses new operations, waits for those that
 * are running, and then releases what they used.
 */
final class Lifecycle {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final String name;
  private volatile boolean closing;

  /**
   * An open engine.
   *
   * @param name of it, for messages
   */
  Lifecycle(String name) {
    this.name = name;
  }

  /**
   * Does something that needs the engine. What runs within it on the same thread is part of it.
   *
   * @throws IllegalStateException if the engine is closed, or being closed
   */
  <T> T run(Supplier<T> action) {
    boolean nested = lock.getReadHoldCount() > 0;
    // tryLock never waits: it fails only while the engine is being released.
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
   * Closes the engine. A second call waits for the first one, and does nothing else.
   *
   * @param release called once, when nothing is running any more
   * @throws IllegalStateException if the calling thread is in the middle of an operation
   */
  void close(Runnable release) {
    if (lock.getReadHoldCount() > 0) {
      throw new IllegalStateException(
          "the engine of " + name + " cannot be closed by what one of its operations calls");
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
