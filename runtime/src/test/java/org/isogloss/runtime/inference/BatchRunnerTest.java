// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BatchRunnerTest {
  private static final TokenSequence SEQUENCE =
      new TokenSequence(new int[] {2, 5, 6, 3}, new int[4]);

  @TempDir Path scratch;

  private BatchRunner runner(int threads, BatchRunner.OutputReader reader) {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxSession session =
          OnnxSession.open(GraphFile.findOrExport(model, Precision.FP32), InferenceDevice.CPU);
      return new BatchRunner(session, GraphOutputs.SENTENCE_EMBEDDING, reader, threads);
    }
  }

  @Test
  void singleSequenceRunsOnCallerThread() {
    Set<Thread> ran = ConcurrentHashMap.newKeySet();
    BatchRunner.OutputReader noting =
        (output, size, tokens) -> {
          ran.add(Thread.currentThread());
          return new float[size];
        };
    try (BatchRunner runner = runner(2, noting)) {
      runner.submit(List.of(SEQUENCE)).await();
      assertThat(ran).containsExactly(Thread.currentThread());
      ran.clear();
      runner.submit(Collections.nCopies(300, SEQUENCE)).await();
      assertThat(ran).isNotEmpty().doesNotContain(Thread.currentThread());
    }
  }

  @Test
  void runsBatchesConcurrently() {
    CyclicBarrier both = new CyclicBarrier(2);
    Set<Thread> ran = ConcurrentHashMap.newKeySet();
    BatchRunner.OutputReader meeting =
        (output, size, tokens) -> {
          if (ran.add(Thread.currentThread())) {
            try {
              both.await();
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          }
          return new float[size];
        };
    try (BatchRunner runner = runner(2, meeting)) {
      runner.submit(Collections.nCopies(300, SEQUENCE)).await();
    }
    assertThat(ran).hasSize(2);
  }

  @Test
  void closeWaitsForRunningSequence() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    BatchRunner.OutputReader slow =
        (output, size, tokens) -> {
          running.countDown();
          try {
            enough.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return new float[size];
        };
    BatchRunner runner = runner(2, slow);
    Thread caller = Thread.ofPlatform().start(() -> runner.submit(List.of(SEQUENCE)).await());
    running.await();
    Thread closing = Thread.ofPlatform().start(runner::close);
    assertThat(closing.join(Duration.ofMillis(200)))
        .as("closed before the sequence has finished")
        .isFalse();
    enough.countDown();
    closing.join(TimeUnit.SECONDS.toMillis(30));
    caller.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(closing.isAlive()).isFalse();
    assertThat(caller.isAlive()).isFalse();
  }
}
