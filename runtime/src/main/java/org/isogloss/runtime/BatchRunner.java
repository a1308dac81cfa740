package org.isogloss.runtime;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs the token sequences of many callers through one session. What waits at the same time goes
 * into the same batches; what comes alone runs at once.
 */
final class BatchRunner implements AutoCloseable {
  /** So many tokens of a batch for each thread keep a processor busy within its cache. */
  private static final int TOKENS = 512;

  /** Makes a sequence's result of its part of an output. */
  @FunctionalInterface
  interface Reading {
    /**
     * Reads one row.
     *
     * @param output at the beginning of the row
     * @param size how many numbers the row has
     * @param tokens length of the sequence
     */
    float[] read(FloatBuffer output, int size, int tokens);
  }

  private final OnnxSession session;
  private final String output;
  private final Reading reading;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final PendingSequences pending;
  private final Thread thread;
  private boolean closed;

  /**
   * Begins to run what comes.
   *
   * @param session closed with this
   */
  BatchRunner(OnnxSession session, String output, Reading reading, int threads) {
    this.session = session;
    this.output = output;
    this.reading = reading;
    this.pending = new PendingSequences(TOKENS * threads);
    this.thread = Thread.ofPlatform().daemon().name("isogloss-batches").unstarted(this::runAll);
    thread.start();
  }

  /**
   * Adds the sequences of a caller, who then waits for them.
   *
   * @throws IllegalStateException if this is closed
   */
  BatchCall submit(List<TokenSequence> sequences) {
    BatchCall call = new BatchCall(sequences);
    lock.lock();
    try {
      if (closed) {
        throw closedException();
      }
      pending.add(call);
      work.signal();
    } finally {
      lock.unlock();
    }
    return call;
  }

  private void runAll() {
    while (true) {
      List<PendingSequences.Item> batch;
      lock.lock();
      try {
        while (pending.isEmpty() && !closed) {
          work.awaitUninterruptibly();
        }
        if (closed) {
          break;
        }
        batch = pending.next();
      } finally {
        lock.unlock();
      }
      run(batch);
    }
    session.close();
  }

  private void run(List<PendingSequences.Item> batch) {
    try {
      FloatBuffer numbers =
          session.run(batch.stream().map(PendingSequences.Item::sequence).toList(), output);
      int size = numbers.remaining() / batch.size();
      for (int row = 0; row < batch.size(); row++) {
        PendingSequences.Item item = batch.get(row);
        numbers.position(row * size);
        item.call().succeeded(item.index(), reading.read(numbers, size, item.sequence().length()));
      }
    } catch (RuntimeException e) {
      batch.forEach(item -> item.call().failed(e));
    } catch (Error e) {
      // The thread must live for the other callers; this one is told.
      batch.forEach(item -> item.call().failed(new IllegalStateException(e)));
    }
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("the model is closed");
  }

  /** Callers that wait are told so; what is running goes on to its end first. */
  @Override
  public void close() {
    List<PendingSequences.Item> waiting;
    lock.lock();
    try {
      closed = true;
      waiting = pending.drain();
      work.signal();
    } finally {
      lock.unlock();
    }
    waiting.forEach(item -> item.call().failed(closedException()));
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
