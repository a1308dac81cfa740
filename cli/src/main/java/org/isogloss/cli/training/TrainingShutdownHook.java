// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.io.Shutdown;
import org.isogloss.neural.TrainingListener;

/**
 * Lets the current step finish and write a checkpoint when the process is asked to end, for
 * instance by Ctrl-C. Native code would crash if the process ended during its computation.
 */
public final class TrainingShutdownHook implements TrainingListener, AutoCloseable {
  private static final long MAX_WAIT_SECONDS = 120;

  private final CountDownLatch trainingEnded = new CountDownLatch(1);
  private final Shutdown.Registration registration = Shutdown.finishing(this::waitForTraining);
  private volatile boolean stopRequested;

  private void waitForTraining() {
    stopRequested = true;
    try {
      trainingEnded.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean shouldStop() {
    return stopRequested;
  }

  @Override
  public void close() {
    trainingEnded.countDown();
    registration.close();
  }
}
