// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.administration;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.storage.DataFolder;
import org.isogloss.server.storage.ResourceName;

/** Makes one change after the other. Thread-safe. */
final class Changes {
  private static final System.Logger LOG = System.getLogger(Changes.class.getName());

  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Optional<DataFolder> data;
  private final Duration timeLimit;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * @param data the folder for indexes of clients; empty to refuse changes of indexes
   * @param timeLimit how long a change waits for the one before it
   */
  Changes(Optional<DataFolder> data, Duration timeLimit) {
    this.data = data;
    this.timeLimit = timeLimit;
  }

  /** Makes a change of the folder for indexes, like {@link #make(Supplier)}. */
  void makeInFolder(Consumer<DataFolder> change) {
    DataFolder folder = folder();
    make(
        () -> {
          change.accept(folder);
          return true;
        });
  }

  /**
   * Makes a change.
   *
   * @throws RequestException if the change throws one, or fails; then its failure is logged
   */
  <T> T make(Supplier<T> change) {
    try {
      if (!lock.tryLock(timeLimit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw RequestException.unavailable(
            "another change of indexes or models is being made; try again later", RETRY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RequestException.of(RequestException.Reason.UNAVAILABLE, "the server is stopping");
    }
    try {
      return reporting(change);
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the message of a failure, which names folders of the server. */
  static <T> T reporting(Supplier<T> action) {
    try {
      return action.get();
    } catch (RequestException e) {
      throw e;
    } catch (IsoglossException e) {
      LOG.log(Level.ERROR, "a change of indexes or models failed: {0}", e.getMessage());
      throw RequestException.of(
          RequestException.Reason.FAILED,
          "the change failed, and nothing is changed; the log of the server has more");
    }
  }

  /**
   * Returns the folder for indexes.
   *
   * @throws RequestException if there is none
   */
  DataFolder folder() {
    return data.orElseThrow(
        () ->
            RequestException.of(
                RequestException.Reason.FORBIDDEN,
                "the server has no folder for indexes of clients: start it with one"));
  }

  /** Rejects a name that is not allowed. */
  static void requireAllowed(String key, String name) {
    ResourceName.findProblem(name)
        .ifPresent(
            problem -> {
              throw RequestException.invalid(
                  key, "the name " + Excerpt.quote(name) + " " + problem);
            });
  }

  static RequestException conflict(String message) {
    return RequestException.of(RequestException.Reason.CONFLICT, message);
  }

  static RequestException notFound(String key, String message) {
    return RequestException.of(RequestException.Reason.NOT_FOUND, key, message);
  }
}
