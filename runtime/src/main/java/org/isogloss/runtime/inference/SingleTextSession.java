// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A second session of a graph, which runs a single text on two threads while nothing else is
 * running. A text takes about three quarters of the time that it takes on one thread. Batches do
 * not become faster, and threads that share one session slow each other down; therefore this is a
 * separate session.
 *
 * <p>It is opened in the background after several single texts, so that a program that encodes only
 * one text does not load the graph twice. Thread-safe.
 */
final class SingleTextSession implements AutoCloseable {
  static final int THREADS = 2;

  /** Number of single texts before the session is opened. */
  static final int WARM_UP = 8;

  private final Supplier<OrtSession> opener;
  private Optional<CompletableFuture<OrtSession>> opening = Optional.empty();
  private int singleTexts;
  private boolean closed;

  /**
   * Creates a session that is not open yet.
   *
   * @param opener opens the session; if it fails, there is no second session
   */
  SingleTextSession(Supplier<OrtSession> opener) {
    this.opener = opener;
  }

  /** Returns the session for a single text, if it is open. */
  synchronized Optional<OrtSession> sessionIfOpen() {
    singleTexts++;
    if (singleTexts > WARM_UP && opening.isEmpty() && !closed) {
      CompletableFuture<OrtSession> future = new CompletableFuture<>();
      opening = Optional.of(future);
      Thread.ofPlatform().daemon().name("isogloss-second-session").start(() -> open(future));
    }
    return opening
        .filter(future -> future.isDone() && !future.isCompletedExceptionally())
        .map(CompletableFuture::join);
  }

  private void open(CompletableFuture<OrtSession> future) {
    try {
      future.complete(opener.get());
    } catch (RuntimeException | Error e) {
      // Not reported: the first session runs all texts instead.
      future.completeExceptionally(e);
    }
  }

  /**
   * Closes the session, after waiting until it is open. Must not be called while a text is running.
   */
  @Override
  public void close() {
    Optional<CompletableFuture<OrtSession>> opened;
    synchronized (this) {
      closed = true;
      opened = opening;
      opening = Optional.empty();
    }
    if (opened.isPresent()) {
      opened
          .get()
          .handle((session, failure) -> Optional.ofNullable(session))
          .join()
          .ifPresent(SingleTextSession::close);
    }
  }

  private static void close(OrtSession session) {
    try {
      session.close();
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot close a session", e);
    }
  }
}
