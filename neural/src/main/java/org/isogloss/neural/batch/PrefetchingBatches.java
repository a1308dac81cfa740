// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.isogloss.neural.TrainingException;

/**
 * Prepares batches in a separate thread, a few batches ahead of the training steps. The position is
 * the one after the last batch returned, not after the last one prepared.
 *
 * @param <B> the batch of a step
 */
public final class PrefetchingBatches<B> implements Batches<B> {
  /** The result of the thread: a batch and the position after it, or an exception. */
  private sealed interface Prepared<B> {
    record Batch<B>(B batch, Map<String, long[]> position) implements Prepared<B> {}

    record Failed<B>(Throwable problem) implements Prepared<B> {}
  }

  /** Default maximum number of prepared batches. */
  private static final int DEFAULT_CAPACITY = 4;

  private final Batches<B> source;
  private final int capacity;
  private BlockingQueue<Prepared<B>> queue;
  private Thread thread;
  private volatile boolean stopping;
  private Map<String, long[]> position;

  /**
   * Creates the batches.
   *
   * @param source source of the batches; only the thread uses it from now on
   * @param capacity maximum number of prepared batches
   */
  public PrefetchingBatches(Batches<B> source, int capacity) {
    this.source = requireNonNull(source, "source is null");
    this.capacity = capacity;
    this.position = source.position();
    this.queue = new ArrayBlockingQueue<>(capacity);
  }

  /** Creates the batches with the default capacity. */
  public PrefetchingBatches(Batches<B> source) {
    this(source, DEFAULT_CAPACITY);
  }

  @Override
  public int exampleCount(B batch) {
    return source.exampleCount(batch);
  }

  private void start() {
    BlockingQueue<Prepared<B>> out = queue;
    stopping = false;
    thread = Thread.ofPlatform().daemon().name("batches").start(() -> prepare(out));
  }

  private void prepare(BlockingQueue<Prepared<B>> out) {
    try {
      while (!stopping) {
        Prepared<B> prepared;
        try {
          B batch = source.next();
          prepared = new Prepared.Batch<>(batch, source.position());
        } catch (RuntimeException | Error e) {
          prepared = new Prepared.Failed<>(e);
        }
        out.put(prepared);
        if (prepared instanceof Prepared.Failed<B>) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public B next() {
    if (thread == null) {
      start();
    }
    try {
      return switch (queue.take()) {
        case Prepared.Batch<B> prepared -> {
          position = prepared.position();
          yield prepared.batch();
        }
        case Prepared.Failed<B> failed -> throw rethrow(failed.problem());
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TrainingException("interrupted while waiting for a batch");
    }
  }

  private static RuntimeException rethrow(Throwable problem) {
    if (problem instanceof Error error) {
      throw error;
    }
    return (RuntimeException) problem;
  }

  @Override
  public Map<String, long[]> position() {
    return position;
  }

  @Override
  public void seek(Map<String, long[]> to) {
    stop();
    source.seek(to);
    position = source.position();
    queue = new ArrayBlockingQueue<>(capacity);
  }

  private void stop() {
    if (thread == null) {
      return;
    }
    // An interrupt would close the files that the thread reads. A full queue would make it wait.
    stopping = true;
    queue.clear();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TrainingException("interrupted while stopping the preparation of batches");
    }
    thread = null;
  }

  @Override
  public void close() {
    stop();
    source.close();
  }
}
