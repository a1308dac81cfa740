package org.isogloss.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isogloss.neural.TrainingListener;

/**
 * When the process is told to end, by Ctrl-C for instance, lets the step that runs come to its end
 * and a checkpoint be written. Native code that computes would crash where the process ended under
 * it.
 */
final class TrainingStop implements TrainingListener, AutoCloseable {
  private static final long MOST_SECONDS = 120;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::waitForTheEnd, "training-stop");
  private volatile boolean wanted;

  TrainingStop() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void waitForTheEnd() {
    wanted = true;
    try {
      ended.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean shouldStop() {
    return wanted;
  }

  @Override
  public void close() {
    ended.countDown();
    if (!wanted) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process began to end just now: the hook runs, and finds that training has ended.
        wanted = true;
      }
    }
  }
}
