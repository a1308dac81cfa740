// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.isogloss.api.filter.Filter;
import org.isogloss.server.http.RequestException;

/** What waits in a {@link ChangeQueue}, with its weight in permits and what receives its result. */
sealed interface QueuedChange {
  int permits();

  CompletableFuture<?> result();

  /** A change of one document, and for which versions of it. */
  record OfDocument(
      Change change,
      Precondition precondition,
      int permits,
      CompletableFuture<Change.Result> result)
      implements QueuedChange {
    /** Whether the change depends on the document that it changes. */
    boolean isConditional() {
      return !precondition.isEmpty() || change instanceof Change.Patch;
    }

    /**
     * Whether the change must be made after some others: its condition must see them, or they are
     * written differently, with vectors of the client or without.
     */
    boolean followsOneOf(List<OfDocument> others) {
      return others.stream()
          .filter(other -> change.id().equals(other.change().id()))
          .anyMatch(other -> isConditional() || isEmbedded() != other.isEmbedded());
    }

    boolean isEmbedded() {
      return change instanceof Change.Put put && put.embedded().isPresent();
    }

    OfDocument withChange(Change other) {
      return new OfDocument(other, Precondition.NONE, permits, result);
    }
  }

  /** A deletion of the documents that meet a filter; its result is their number. */
  record Deletion(Filter filter, CompletableFuture<Long> result) implements QueuedChange {
    @Override
    public int permits() {
      return 1;
    }
  }

  /** Runs an action when the changes before it are on disk, and before those after it. */
  record Task(Runnable action, CompletableFuture<Void> result) implements QueuedChange {
    @Override
    public int permits() {
      return 1;
    }

    void run() {
      try {
        action.run();
        result.complete(null);
      } catch (RequestException e) {
        result.completeExceptionally(e);
      }
    }
  }
}
