// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.core.Document;

/**
 * The outcome of putting a document.
 *
 * @param position its position among the documents of the request, from 0
 * @param id its id; empty if it was rejected before the server could read it
 * @param rejection why the index does not have it; empty if it is on disk and visible to searches
 */
public record PutOutcome(long position, Optional<String> id, Optional<Rejection> rejection) {
  /**
   * Why a document was rejected.
   *
   * @param status the HTTP status that {@link RemoteIndex#put(Document)} would have received: 400
   *     if the document is not allowed, 429 or 503 if it can be sent again later, 507 if the disk
   *     is full
   * @param detail the message of the server
   */
  public record Rejection(int status, String detail) {
    public Rejection {
      requireNonNull(detail, "detail is null");
    }
  }

  public PutOutcome {
    requireNonNull(id, "id is null");
    requireNonNull(rejection, "rejection is null");
  }

  /** Whether the document is on disk and visible to searches. */
  public boolean isIndexed() {
    return rejection.isEmpty();
  }

  static PutOutcome read(long position, JsonReply json) {
    long line = json.longInteger("line");
    if (line != position + 1) {
      throw json.malformed("line is " + line + ", expected " + (position + 1));
    }
    return new PutOutcome(
        position,
        json.findText("id"),
        switch (json.text("result")) {
          case "indexed" -> Optional.empty();
          case "rejected" ->
              Optional.of(new Rejection(json.integer("status"), json.text("detail")));
          default -> throw json.malformed("result is neither indexed nor rejected");
        });
  }
}
