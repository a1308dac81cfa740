// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.concurrent;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.isogloss.core.Deadline;

/**
 * Runs numbered tasks on several threads, of which the caller is one. All of them have the {@link
 * Deadline} of the caller. Several threads may call a pool at the same time; they share its
 * helpers.
 */
public final class WorkerPool implements AutoCloseable {
  /** Runs all tasks on the thread of the caller. */
  public static final WorkerPool CALLER = new WorkerPool("caller", 1);

  private final String owner;
  private final int threads;
  private final ExecutorService helpers;
  private volatile boolean closed;

  /**
   * Creates a pool.
   *
   * @param owner what the pool works for, such as "encoder": part of the names of the threads and
   *     of messages
   * @param threads number of threads that work on one call, including the caller; from 1
   */
  public WorkerPool(String owner, int threads) {
    this.owner = requireNonNull(owner, "owner is null");
    this.threads = threads;
    this.helpers =
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1),
            Thread.ofPlatform().daemon().name("isogloss-" + owner + "-", 0).factory());
  }

  /**
   * Runs an action for 0, 1, ... {@code count - 1}, in no particular order, and waits for all of
   * them.
   *
   * @param chunk how many indices a thread takes at a time; from 1
   * @throws IllegalStateException if the pool is closed
   */
  public void forEach(int count, int chunk, IntConsumer action) {
    forEach(count, chunk, () -> "", (none, i) -> action.accept(i));
  }

  /**
   * Runs tasks 0, 1, ... {@code count - 1}, in no particular order, and waits for all of them. An
   * interrupt does not end the wait, because tasks write to memory of the caller; the flag is
   * restored. After a failure no more tasks are started, and the failure is thrown.
   *
   * @param chunk how many tasks a thread takes at a time; from 1
   * @param scratch creates the working memory of a thread
   * @throws IllegalStateException if the pool is closed
   */
  public <S> void forEach(int count, int chunk, Supplier<S> scratch, ObjIntConsumer<S> task) {
    if (closed) {
      throw closed();
    }
    AtomicLong next = new AtomicLong();
    Runnable share =
        () -> {
          try {
            S own = scratch.get();
            for (long from = next.getAndAdd(chunk); from < count; from = next.getAndAdd(chunk)) {
              for (int i = (int) from; i < Math.min(from + chunk, count); i++) {
                task.accept(own, i);
              }
            }
          } catch (RuntimeException | Error e) {
            next.set(count);
            throw e;
          }
        };
    FutureTask<?> own = new FutureTask<>(share, "");
    List<Future<?>> shares = new ArrayList<>(List.of(own));
    try {
      for (int i = 1; i < threads && (long) i * chunk < count; i++) {
        shares.add(helpers.submit(Deadline.inherited(share)));
      }
    } catch (RejectedExecutionException e) {
      IllegalStateException closing = closed();
      closing.initCause(e);
      throw closing;
    }
    own.run();
    await(shares);
  }

  /**
   * Applies a function to 0, 1, ... {@code count - 1}, and waits for all results.
   *
   * @return the results, in the order of the numbers
   * @throws org.isogloss.core.DeadlineExceededException if the deadline of the caller passes
   * @throws IllegalStateException if the pool is closed
   */
  public <T> List<T> map(int count, IntFunction<T> function) {
    List<T> results = new ArrayList<>(Collections.nCopies(count, null));
    forEach(
        count,
        1,
        i -> {
          Deadline.check();
          results.set(i, function.apply(i));
        });
    return Collections.unmodifiableList(results);
  }

  /** Waits for all, then throws the first failure. */
  private static void await(List<Future<?>> shares) {
    List<Throwable> failures = new ArrayList<>();
    boolean interrupted = false;
    for (Future<?> share : shares) {
      while (!share.isDone()) {
        try {
          share.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          break; // Done; collected below.
        }
      }
      if (share.state() == Future.State.FAILED) {
        failures.add(share.exceptionNow());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failures.isEmpty()) {
      throw Futures.failure(failures.getFirst());
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the " + owner + " is closed");
  }

  /** Work in progress is completed. */
  @Override
  public void close() {
    closed = true;
    helpers.shutdown();
  }
}
