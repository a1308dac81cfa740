// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.isogloss.core.Deadline;
import org.isogloss.core.DeadlineExceededException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerPoolTest {
  @ParameterizedTest
  @CsvSource({"1,1,100", "3,1,100", "3,64,1000", "4,64,10", "2,1,0"})
  void runsEveryTaskOnce(int threads, int chunk, int count) {
    AtomicIntegerArray runs = new AtomicIntegerArray(count);
    try (WorkerPool pool = new WorkerPool("test", threads)) {
      pool.forEach(count, chunk, runs::incrementAndGet);
    }
    for (int i = 0; i < count; i++) {
      assertThat(runs.get(i)).as("task %d", i).isEqualTo(1);
    }
  }

  @Test
  void givesEachThreadItsOwnWorkingMemory() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch allWork = new CountDownLatch(3);
    try (WorkerPool pool = new WorkerPool("test", 3)) {
      pool.forEach(
          3,
          1,
          Thread::currentThread,
          (own, i) -> {
            assertThat(own).isSameAs(Thread.currentThread());
            threads.add(own);
            allWork.countDown();
            awaitQuietly(allWork);
          });
    }
    assertThat(threads).hasSize(3).contains(Thread.currentThread());
  }

  @Test
  void throwsTheFailureOfAnyThread() {
    try (WorkerPool pool = new WorkerPool("test", 3)) {
      assertThatThrownBy(
              () ->
                  pool.forEach(
                      100,
                      1,
                      i -> {
                        if (i == 50) {
                          throw new IllegalArgumentException("task 50");
                        }
                      }))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("task 50");
    }
  }

  @Test
  void mapsInOrder() {
    try (WorkerPool pool = new WorkerPool("test", 3)) {
      assertThat(pool.map(5, i -> i * i)).containsExactly(0, 1, 4, 9, 16);
    }
    assertThat(WorkerPool.CALLER.map(3, i -> Thread.currentThread()))
        .containsOnly(Thread.currentThread());
  }

  @Test
  void everyThreadHasTheDeadlineOfTheCaller() {
    CountDownLatch allWork = new CountDownLatch(3);
    Set<Thread> late = ConcurrentHashMap.newKeySet();
    try (WorkerPool pool = new WorkerPool("test", 3)) {
      Deadline.<Boolean, RuntimeException>call(
          Duration.ZERO,
          () -> {
            pool.forEach(
                3,
                1,
                i -> {
                  allWork.countDown();
                  awaitQuietly(allWork);
                  try {
                    Deadline.check();
                  } catch (DeadlineExceededException e) {
                    late.add(Thread.currentThread());
                  }
                });
            assertThatThrownBy(() -> pool.map(3, i -> i))
                .isInstanceOf(DeadlineExceededException.class);
            return true;
          });
    }
    assertThat(late).hasSize(3);
  }

  @Test
  void restoresTheInterruptFlagAndFinishes() {
    AtomicIntegerArray runs = new AtomicIntegerArray(200);
    try (WorkerPool pool = new WorkerPool("test", 3)) {
      Thread.currentThread().interrupt();
      pool.forEach(200, 1, runs::incrementAndGet);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(runs.toString()).doesNotContain("0");
  }

  @Test
  void rejectsWorkOnceClosed() {
    WorkerPool pool = new WorkerPool("encoder", 2);
    pool.close();
    assertThatThrownBy(() -> pool.forEach(1, 1, i -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the encoder is closed");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
