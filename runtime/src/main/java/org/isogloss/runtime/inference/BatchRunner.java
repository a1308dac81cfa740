// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.nio.Buffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.export.GraphOutputs;

/**
 * Runs the token sequences of many callers in one session. Sequences that wait at the same time
 * share batches; a single sequence runs immediately. Several threads run one batch each; this uses
 * processors better than several threads per batch, which wait for each other at every operator.
 */
public final class BatchRunner implements AutoCloseable {
  /** Maximum number of tokens of the texts that are longer than a batch and run at a time. */
  private static final int MAX_LONG_TOKENS = 1 << 14;

  /** Converts the part of an output that belongs to a sequence to the result of this sequence. */
  @FunctionalInterface
  public interface OutputReader {
    /**
     * Reads one row.
     *
     * @param output the output, positioned at the beginning of the row; of several outputs, one row
     *     after the other
     * @param size number of values of the row
     * @param tokens length of the sequence
     */
    float[] read(FloatBuffer output, int size, int tokens);
  }

  /** Converts the output of a sequence of a request to its result. */
  @FunctionalInterface
  public interface SequenceReader {
    /**
     * Reads one row.
     *
     * @param index the index of the sequence in its request
     * @param output the output, positioned at the beginning of the row; of several outputs, one row
     *     after the other
     * @param size number of values of the row
     */
    float[] read(int index, FloatBuffer output, int size);
  }

  private final OnnxSession session;
  private final List<String> outputs;
  private final OutputReader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final FairBatchQueue pending;
  private final TokenBudget budget;
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder batches = new LongAdder();
  private final LongAdder batchedSequences = new LongAdder();
  private int idle;
  private boolean closed;
  private boolean sessionClosed;

  /**
   * Starts the threads.
   *
   * @param session the session, closed together with the runner
   * @param threadCount number of threads that run batches; a GPU needs no more than two
   */
  public BatchRunner(OnnxSession session, String output, OutputReader reader, int threadCount) {
    this(session, List.of(output), reader, threadCount);
  }

  /**
   * Starts the threads.
   *
   * @param session the session, closed together with the runner
   * @param outputs the outputs that are read, one or more
   * @param threadCount number of threads that run batches
   */
  public BatchRunner(
      OnnxSession session, List<String> outputs, OutputReader reader, int threadCount) {
    this.session = session;
    this.outputs = List.copyOf(outputs);
    this.reader = reader;
    int batchTokens = session.device().batchTokens();
    this.pending = new FairBatchQueue(batchTokens);
    this.budget = new TokenBudget(batchTokens, MAX_LONG_TOKENS, session.attentionMayBeQuadratic());
    int concurrent = session.device().concurrentBatches(threadCount);
    this.idle = concurrent;
    for (int i = 0; i < concurrent; i++) {
      threads.add(Thread.ofPlatform().daemon().name("isogloss-batches-" + i).start(this::runAll));
    }
  }

  /**
   * Opens a graph whose result for a sequence is the vectors of all tokens, {@code [tokens,
   * hidden]}.
   *
   * @param threadCount number of threads that run batches
   * @throws ModelFormatException if the graph is damaged or has no such output
   */
  public static BatchRunner ofTokenVectors(
      GraphFile graph, InferenceDevice device, int threadCount) {
    return ofHiddenStates(graph, device, BatchRunner::copy, threadCount);
  }

  /**
   * Opens a graph that computes the vectors of all tokens.
   *
   * @param reader computes the result of a sequence from {@code [tokens, hidden]}
   * @param threadCount number of threads that run batches
   * @throws ModelFormatException if the graph is damaged or has no such output
   */
  public static BatchRunner ofHiddenStates(
      GraphFile graph, InferenceDevice device, OutputReader reader, int threadCount) {
    OnnxSession session = OnnxSession.open(graph, device);
    try {
      String output = GraphOutputs.requireHiddenStates(session.file(), session.outputs());
      return new BatchRunner(session, output, reader, threadCount);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Copies a row as it is. */
  public static float[] copy(FloatBuffer output, int size, int tokens) {
    float[] values = new float[size];
    output.get(values);
    return values;
  }

  /**
   * Adds the sequences of a caller, which then waits for them. A single sequence that need not wait
   * runs on the caller's thread, because waking another thread would take a considerable part of
   * the time.
   *
   * @throws IllegalStateException if the runner is closed
   */
  public BatchRequest submit(List<TokenSequence> sequences) {
    return submit(
        sequences,
        (index, output, size) -> reader.read(output, size, sequences.get(index).length()));
  }

  /**
   * Adds the sequences of a caller like {@link #submit(List)}.
   *
   * @param reader converts the outputs of these sequences, one at a time, so that they are never
   *     all in memory; called by any thread
   */
  public BatchRequest submit(List<TokenSequence> sequences, SequenceReader reader) {
    BatchRequest request = new BatchRequest(sequences, reader);
    List<FairBatchQueue.Item> immediate = List.of();
    boolean othersIdle;
    lock.lock();
    try {
      if (closed) {
        throw closedException();
      }
      boolean available = idle > 0 && pending.isEmpty();
      othersIdle = idle == threads.size() && idle > 1;
      pending.add(request);
      if (available && sequences.size() == 1) {
        immediate = pending.nextBatch(idle--);
      } else {
        work.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (!immediate.isEmpty()) {
      run(immediate, othersIdle);
      release();
    }
    return request;
  }

  /** Number of batches that have been started. */
  public long batches() {
    return batches.sum();
  }

  /** Number of sequences in these batches. */
  public long batchedSequences() {
    return batchedSequences.sum();
  }

  private void runAll() {
    for (List<FairBatchQueue.Item> batch = next(); !batch.isEmpty(); batch = next()) {
      run(batch, false);
      release();
    }
  }

  private void release() {
    lock.lock();
    try {
      idle++;
      work.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next batch; returns an empty one if the runner is closed. */
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
    batches.increment();
    batchedSequences.add(batch.size());
    int tokens = batch.size() * batch.getFirst().sequence().length();
    budget.acquire(tokens);
    try {
      List<FloatBuffer> values =
          othersIdle
              ? session.runAlone(batch.getFirst().sequence(), outputs)
              : session.run(batch.stream().map(FairBatchQueue.Item::sequence).toList(), outputs);
      for (int row = 0; row < batch.size(); row++) {
        FloatBuffer joined = row(values, row, batch.size());
        deliver(batch.get(row), joined, joined.remaining());
      }
    } catch (RuntimeException e) {
      batch.forEach(item -> item.request().fail(e));
    } catch (Error e) {
      // The thread must survive for other callers; the error is reported to the callers of this
      // batch.
      batch.forEach(item -> item.request().fail(new IllegalStateException(e)));
    } finally {
      budget.release(tokens);
    }
  }

  /** Returns a row of each output, one after the other. */
  private static FloatBuffer row(List<FloatBuffer> outputs, int row, int rows) {
    List<FloatBuffer> parts =
        outputs.stream()
            .map(all -> all.slice(row * (all.capacity() / rows), all.capacity() / rows))
            .toList();
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    FloatBuffer joined = FloatBuffer.allocate(parts.stream().mapToInt(Buffer::remaining).sum());
    parts.forEach(joined::put);
    return joined.flip();
  }

  /** A result that cannot be read concerns its own caller only. */
  private void deliver(FairBatchQueue.Item item, FloatBuffer values, int size) {
    float[] result;
    try {
      result = item.request().read(item.index(), values, size);
      requireFinite(result);
    } catch (RuntimeException e) {
      item.request().fail(e);
      return;
    }
    item.request().complete(item.index(), result);
  }

  /** Detects damaged weights that passed the earlier checks. */
  private void requireFinite(float[] result) {
    for (float number : result) {
      if (!Float.isFinite(number)) {
        throw new ModelFormatException(
            session.file(),
            "computed "
                + number
                + ", expected finite numbers: its weights are damaged, get a complete copy");
      }
    }
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("the model is closed");
  }

  /**
   * Waiting callers receive an exception; running batches are completed first. Closing twice has no
   * effect.
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
    waiting.forEach(item -> item.request().fail(closedException()));
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
