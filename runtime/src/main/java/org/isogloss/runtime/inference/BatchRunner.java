package org.isogloss.runtime.inference;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Runs the token sequences of many callers through one session. What waits at the same time goes
 * into the same batches; what comes alone runs at once. Several threads run a batch each: that
 * keeps processors busier than several threads at one batch, which wait for each other at every
 * operator.
 */
public final class BatchRunner implements AutoCloseable {
  /** So many tokens in a batch keep a processor busy within its cache. */
  private static final int MAX_BATCH_TOKENS = 512;

  /** Makes a sequence's result of its part of an output. */
  @FunctionalInterface
  public interface OutputReader {
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
  private final OutputReader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final FairBatchQueue pending = new FairBatchQueue(MAX_BATCH_TOKENS);
  private final List<Thread> threads = new ArrayList<>();
  private int idle;
  private boolean closed;
  private boolean sessionClosed;

  /**
   * Begins to run what comes.
   *
   * @param session closed with this
   * @param threadCount how many threads run batches
   */
  public BatchRunner(OnnxSession session, String output, OutputReader reader, int threadCount) {
    this.session = session;
    this.output = output;
    this.reader = reader;
    this.idle = threadCount;
    for (int i = 0; i < threadCount; i++) {
      threads.add(Thread.ofPlatform().daemon().name("isogloss-batches-" + i).start(this::runAll));
    }
  }

  /**
   * Adds the sequences of a caller, who then waits for them. One sequence that need not wait runs
   * on the caller's own thread: waking another would take longer than a good part of the work.
   *
   * @throws IllegalStateException if this is closed
   */
  public BatchRequest submit(List<TokenSequence> sequences) {
    BatchRequest call = new BatchRequest(sequences);
    List<FairBatchQueue.Item> alone = List.of();
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
        alone = pending.nextBatch(idle--);
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
    for (List<FairBatchQueue.Item> batch = next(); !batch.isEmpty(); batch = next()) {
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
  private List<FairBatchQueue.Item> next() {
    lock.lock();
    try {
      while ((pending.isEmpty() || idle == 0) && !closed) {
        work.awaitUninterruptibly();
      }
      return closed ? List.of() : pending.nextBatch(idle--);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs a batch.
   *
   * @param othersIdle whether the batch is one sequence and all other threads are idle
   */
  private void run(List<FairBatchQueue.Item> batch, boolean othersIdle) {
    try {
      FloatBuffer numbers =
          othersIdle
              ? session.runAlone(batch.getFirst().sequence(), output)
              : session.run(batch.stream().map(FairBatchQueue.Item::sequence).toList(), output);
      int size = numbers.remaining() / batch.size();
      for (int row = 0; row < batch.size(); row++) {
        FairBatchQueue.Item item = batch.get(row);
        numbers.position(row * size);
        float[] result = reader.read(numbers, size, item.sequence().length());
        requireFinite(result);
        item.call().complete(item.index(), result);
      }
    } catch (RuntimeException e) {
      batch.forEach(item -> item.call().fail(e));
    } catch (Error e) {
      // The thread must live for the other callers; this one is told.
      batch.forEach(item -> item.call().fail(new IllegalStateException(e)));
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
    List<FairBatchQueue.Item> waiting;
    lock.lock();
    try {
      closed = true;
      waiting = pending.removeAll();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    waiting.forEach(item -> item.call().fail(closedException()));
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
