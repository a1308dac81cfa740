// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.StoredDocument;
import org.isogloss.core.Document;
import org.isogloss.server.catalog.QueuedChange.Deletion;
import org.isogloss.server.catalog.QueuedChange.OfDocument;
import org.isogloss.server.catalog.QueuedChange.Task;
import org.isogloss.server.http.RequestException;

/**
 * Writes changes to one index. They share commits, because a commit takes about as long for a
 * thousand documents as for one. A document that the index rejects does not affect the others of
 * its commit. A deletion by a filter sees the changes before it and none after it.
 */
final class ChangeWriter {
  /** Free space below which a failure to write means that the disk is full. */
  private static final long MIN_FREE_BYTES = 64L << 20;

  private final ServedIndex index;

  ChangeWriter(ServedIndex index) {
    this.index = index;
  }

  /** Writes changes in their order, and completes their results. */
  void write(List<QueuedChange> entries) {
    List<OfDocument> changes = new ArrayList<>();
    for (QueuedChange entry : entries) {
      switch (entry) {
        case OfDocument change -> {
          if (change.followsOneOf(changes)) {
            commit(changes);
            changes.clear();
          }
          resolved(change).ifPresent(changes::add);
        }
        case Deletion deletion -> {
          commit(changes);
          changes.clear();
          delete(deletion);
        }
        case Task task -> {
          commit(changes);
          changes.clear();
          task.run();
        }
      }
    }
    commit(changes);
  }

  /** Returns a change without conditions; empty, and the change is rejected, if one is not met. */
  private Optional<OfDocument> resolved(OfDocument entry) {
    if (!entry.isConditional()) {
      return Optional.of(entry);
    }
    try {
      String id = entry.change().id();
      Optional<StoredDocument> current = index.use(engine -> engine.find(id));
      entry.precondition().require(current);
      if (!(entry.change() instanceof Change.Patch patch)) {
        return Optional.of(entry.withChange(entry.change()));
      }
      if (current.isEmpty()) {
        entry.result().complete(Change.Result.NOT_FOUND);
        return Optional.empty();
      }
      return Optional.of(entry.withChange(new Change.Put(patch.patch().apply(current.get()))));
    } catch (RequestException e) {
      entry.result().completeExceptionally(e);
      return Optional.empty();
    }
  }

  private void delete(Deletion deletion) {
    try {
      deletion.result().complete(index.use(engine -> engine.delete(deletion.filter())));
    } catch (RequestException e) {
      boolean invalid = e.reason() == RequestException.Reason.INVALID;
      deletion
          .result()
          .completeExceptionally(
              invalid ? RequestException.invalid("filter", e.getMessage()) : failure(e));
    }
  }

  /** Writes changes: first all documents, then the deletions that no later document undoes. */
  private void commit(List<OfDocument> entries) {
    Set<String> existing;
    Map<String, List<OfDocument>> written;
    try {
      existing = existing(entries);
      written = put(entries).stream().collect(Collectors.groupingBy(entry -> entry.change().id()));
    } catch (RequestException e) {
      reject(entries, failure(e));
      return;
    }
    List<String> deleted = new ArrayList<>();
    written.forEach(
        (id, ofDocument) -> {
          switch (ofDocument.getLast().change()) {
            case Change.Put put -> complete(ofDocument, existing.contains(id));
            case Change.Delete delete -> deleted.add(id);
            case Change.Patch patch -> throw unresolved(patch);
          }
        });
    if (deleted.isEmpty()) {
      return;
    }
    try {
      index.use(engine -> engine.delete(deleted));
      deleted.forEach(id -> complete(written.get(id), existing.contains(id)));
    } catch (RequestException e) {
      RequestException failure = failure(e);
      deleted.forEach(id -> reject(written.get(id), failure));
    }
  }

  /** The documents with a deletion that the index holds before the changes. */
  private Set<String> existing(List<OfDocument> entries) {
    List<String> deleted =
        entries.stream()
            .map(OfDocument::change)
            .filter(Change.Delete.class::isInstance)
            .map(Change::id)
            .distinct()
            .toList();
    return index.use(
        engine ->
            deleted.stream()
                .filter(id -> !engine.view().passages(id).isEmpty())
                .collect(Collectors.toSet()));
  }

  /** Puts all documents, and returns the changes without those whose document is rejected. */
  private List<OfDocument> put(List<OfDocument> entries) {
    List<Document> documents = new ArrayList<>();
    List<EmbeddedDocument> embedded = new ArrayList<>();
    for (OfDocument entry : entries) {
      if (entry.change() instanceof Change.Put put) {
        put.embedded().ifPresentOrElse(embedded::add, () -> documents.add(put.document()));
      }
    }
    Iterator<PutOutcome> outcomes = index.use(engine -> engine.putAll(documents)).iterator();
    Iterator<PutOutcome> ofEmbedded =
        index.use(engine -> engine.putAllEmbedded(embedded)).iterator();
    List<OfDocument> allowed = new ArrayList<>();
    for (OfDocument entry : entries) {
      Optional<PutOutcome.Rejection> rejection =
          entry.change() instanceof Change.Put
              ? (entry.isEmbedded() ? ofEmbedded : outcomes).next().rejection()
              : Optional.empty();
      if (rejection.isEmpty()) {
        allowed.add(entry);
      } else {
        entry
            .result()
            .completeExceptionally(
                RequestException.invalid(
                    entry.isEmbedded() ? "vector" : "metadata",
                    index.withoutPath(rejection.get().detail())));
      }
    }
    return allowed;
  }

  /** Completes the changes of a document as if each had been written by itself. */
  private static void complete(List<OfDocument> entries, boolean existedBefore) {
    boolean exists = existedBefore;
    for (OfDocument entry : entries) {
      switch (entry.change()) {
        case Change.Put put -> {
          entry.result().complete(Change.Result.INDEXED);
          exists = true;
        }
        case Change.Delete delete -> {
          entry.result().complete(exists ? Change.Result.DELETED : Change.Result.NOT_FOUND);
          exists = false;
        }
        case Change.Patch patch -> throw unresolved(patch);
      }
    }
  }

  private static IllegalStateException unresolved(Change.Patch patch) {
    return new IllegalStateException("the patch of " + patch.id() + " is written as a document");
  }

  private static void reject(List<OfDocument> entries, RequestException error) {
    entries.forEach(entry -> entry.result().completeExceptionally(error));
  }

  private static boolean isFull(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() < MIN_FREE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the error of changes that are allowed but could not be written. */
  private RequestException failure(RequestException error) {
    return switch (error.reason()) {
      case UNAVAILABLE, CONFLICT -> error;
      default -> unwritten();
    };
  }

  /** Returns the error of changes that could not be written. */
  RequestException unwritten() {
    return index.folder().map(ChangeWriter::isFull).orElse(false)
        ? RequestException.of(
            RequestException.Reason.STORAGE_FULL,
            "the disk of the index " + index.name() + " is full: searches go on; free some space")
        : RequestException.of(
            RequestException.Reason.FAILED,
            "the index " + index.name() + " cannot be written; the log of the server has more");
  }
}
