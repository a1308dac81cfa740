// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** The token sequences of one caller, which waits until all of them have been run. */
public final class BatchRequest {
  private final List<TokenSequence> sequences;
  private final BatchRunner.SequenceReader reader;
  private final float[][] results;
  private final CountDownLatch pending;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

  BatchRequest(List<TokenSequence> sequences, BatchRunner.SequenceReader reader) {
    this.sequences = sequences;
    this.reader = reader;
    this.results = new float[sequences.size()][];
    this.pending = new CountDownLatch(sequences.size());
  }

  TokenSequence sequence(int index) {
    return sequences.get(index);
  }

  /** Returns the indices of the sequences, longest sequence first. */
  int[] indicesLongestFirst() {
    return IntStream.range(0, sequences.size())
        .boxed()
        .sorted((a, b) -> Integer.compare(sequences.get(b).length(), sequences.get(a).length()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  float[] read(int index, FloatBuffer output, int size) {
    return reader.read(index, output, size);
  }

  void complete(int index, float[] result) {
    results[index] = result;
    pending.countDown();
  }

  void fail(RuntimeException problem) {
    failure.compareAndSet(null, problem);
    pending.countDown();
  }

  /** Waits for all results and returns one per sequence. */
  public float[][] await() {
    boolean interrupted = false;
    while (true) {
      try {
        pending.await();
        break;
      } catch (InterruptedException e) {
        // Running batches cannot be stopped and finish soon: wait for them, then restore the
        // interrupt flag.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    return results;
  }
}
