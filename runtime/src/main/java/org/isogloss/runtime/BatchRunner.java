package org.isogloss.runtime;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.isogloss.model.ModelFormatException;

/**
 * Runs the token sequences of many callers through one session. What waits at the same time goes
 * into the same batches; what comes alone runs at once. Several threads run a batch each: that
 * keeps processors busier than several threads at one batch, which wait for each other at every
 * operator.
 */
final class BatchRunner implements AutoCloseable {
  /** So many tokens in a batch keep a processor busy within its cache. */
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
  private final PendingSequences pending = new PendingSequences(TOKENS);
  private final List<Thread> threads = new ArrayList<>();
  private int idle;
  private boolean closed;
  private boolean sessionClosed;

  /**
   * Begins to run what comes.
   *
   * @param session closed with this
   * @param count how many threads run batches
   */
  BatchRunner(OnnxSession session, String output, Reading reading, int count) {
    this.session = session;
    this.output = output;
    this.reading = reading;
    this.idle = count;
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().daemon().name("isogloss-batches-" + i).start(this::runAll));
    }
  }

  /**
   * Adds the sequences of a caller, who then waits for them. One sequence that need not wait runs
   * on the caller's own thread: waking another would take longer than a good part of the work.
   *
   * @throws IllegalStateException if this is closed
   */
  BatchCall submit(List<TokenSequence> sequences) {
    BatchCall call = new BatchCall(sequences);
    List<PendingSequences.Item> alone = List.of();
    boolean othersIdle;
    lock.lock();
    try {
      if (closed) {
        throw closedException();
      }
      boolean free = idle > 0 && pending.isEmpty();
      othersIdle = idle == threads.size() && idle > 1;
      pending.add(call);
      if (free && sequences.size() == 1) {
        alone = pending.next(idle--);
      } else {
        work.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (!alone.isEmpty()) {
      run(alone, othersIdle);
      free();
    }
    return call;
  }

  private void runAll() {
    for (List<PendingSequences.Item> batch = next(); !batch.isEmpty(); batch = next()) {
      run(batch, false);
      free();
    }
  }

  private void free() {
    lock.lock();
    try {
      idle++;
      work.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next batch; an empty one when this is closed. */
  private List<PendingSequences.Item> next() {
    lock.lock();
    try {
      while ((pending.isEmpty() || idle == 0) && !closed) {
        work.awaitUninterruptibly();
      }
      return closed ? List.of() : pending.next(idle--);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs a batch.
   *
   * @param othersIdle whether the batch is one sequence and all other threads are idle
   */
  private void run(List<PendingSequences.Item> batch, boolean othersIdle) {
    try {
      FloatBuffer numbers =
          othersIdle
              ? session.runAlone(batch.getFirst().sequence(), output)
              : session.run(batch.stream().map(PendingSequences.Item::sequence).toList(), output);
      int size = numbers.remaining() / batch.size();
      for (int row = 0; row < batch.size(); row++) {
        PendingSequences.Item item = batch.get(row);
        numbers.position(row * size);
        float[] result = reading.read(numbers, size, item.sequence().length());
        requireFinite(result);
        item.call().succeeded(item.index(), result);
      }
    } catch (RuntimeException e) {
      batch.forEach(item -> item.call().failed(e));
    } catch (Error e) {
      // The thread must live for the other callers; this one is told.
      batch.forEach(item -> item.call().failed(new IllegalStateException(e)));
    }
  }

  /** Weights that are damaged but not out of range show here at the latest. */
  private void requireFinite(float[] result) {
    for (float number : result) {
      if (!Float.isFinite(number)) {
        throw new ModelFormatException(
            session.file(),
            "gives "
                + number
                + ", expected finite numbers: its weights are damaged, get a whole copy");
      }
    }
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("the model is closed");
  }

  /**
   * Callers that wait are told so; what is running goes on to its end first. Closing twice does
   * nothing.
   */
  @Override
  public void close() {
    List<PendingSequences.Item> waiting;
    lock.lock();
    try {
      closed = true;
      waiting = pending.drain();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    waiting.forEach(item -> item.call().failed(closedException()));
    threads.forEach(BatchRunner::join);
    lock.lock();
    try {
      while (idle < threads.size()) {
        work.awaitUninterruptibly();
      }
      if (!sessionClosed) {
        sessionClosed = true;
        session.close();
      }
    } finally {
      lock.unlock();
    }
  }

  private static void join(Thread thread) {
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
