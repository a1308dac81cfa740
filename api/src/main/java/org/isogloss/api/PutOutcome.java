// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What became of a document that was put.
 *
 * @param position its position among the documents, from 0
 * @param id its id; empty if it was rejected before it could be read
 * @param rejection why the index does not have it; empty if it is on disk and visible to searches
 */
public record PutOutcome(long position, String id, Optional<Rejection> rejection) {
  /** Why an index does not have a document. */
  public enum Reason {
    /** The document is not allowed: it will be rejected again. */
    INVALID,
    /** The index cannot take it now: it can be sent again later. */
    UNAVAILABLE
  }

  /**
   * Why a document was rejected.
   *
   * @param reason whether it can be sent again
   * @param detail what is wrong, for display
   */
  public record Rejection(Reason reason, String detail) {
    public Rejection {
      requireNonNull(reason, "reason is null");
      requireNonNull(detail, "detail is null");
    }
  }

  public PutOutcome {
    requireNonNull(id, "id is null");
    requireNonNull(rejection, "rejection is null");
  }

  /** Returns the outcome of a document that is on disk and visible to searches. */
  public static PutOutcome indexed(long position, String id) {
    return new PutOutcome(position, id, Optional.empty());
  }

  /** Returns the outcome of a document that the index does not have. */
  public static PutOutcome rejected(long position, String id, Reason reason, String detail) {
    return new PutOutcome(position, id, Optional.of(new Rejection(reason, detail)));
  }

  /** Whether the document is on disk and visible to searches. */
  public boolean isIndexed() {
    return rejection.isEmpty();
  }
}
