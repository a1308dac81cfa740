// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.core.Document;

/** A change of an index. */
public sealed interface Change {
  /** The id of the document. */
  String id();

  /**
   * Adds a document, or replaces the one with the same id.
   *
   * @param document the document
   * @param embedded the document with its vectors; empty if the index encodes it
   */
  record Put(Document document, Optional<EmbeddedDocument> embedded) implements Change {
    public Put {
      requireNonNull(document, "document is null");
      requireNonNull(embedded, "embedded is null");
    }

    public Put(Document document) {
      this(document, Optional.empty());
    }

    public Put(EmbeddedDocument embedded) {
      this(embedded.document(), Optional.of(embedded));
    }

    @Override
    public String id() {
      return document.id();
    }

    /** Number of components of all vectors. */
    long components() {
      return embedded.stream()
          .flatMap(known -> known.passages().stream())
          .mapToLong(passage -> passage.vector().length)
          .sum();
    }
  }

  /** Changes keys of a document. */
  record Patch(String id, DocumentPatch patch) implements Change {
    public Patch {
      requireNonNull(id, "id is null");
      requireNonNull(patch, "patch is null");
    }

    /** Number of characters of the patch as JSON. */
    long characters() {
      return patch.changes().toString().length();
    }
  }

  /** Deletes a document. */
  record Delete(String id) implements Change {
    public Delete {
      requireNonNull(id, "id is null");
    }
  }

  /** The outcome of a change. All but one are on disk and visible to searches. */
  enum Result {
    /** It waits for its commit, before which a kill of the process loses it. */
    ACCEPTED,
    INDEXED,
    DELETED,
    /** There was no document to delete. */
    NOT_FOUND
  }
}
