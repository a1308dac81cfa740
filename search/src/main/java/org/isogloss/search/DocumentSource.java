// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.isogloss.core.Document;
import org.isogloss.data.Records;
import org.isogloss.data.SourceIdentity;

/**
 * Documents to index, in an order that is the same at every read. The identity of the source lets a
 * restarted run determine how many of its documents the index already contains. A source must be
 * closed, and is not thread-safe.
 */
public final class DocumentSource implements Iterator<Document>, AutoCloseable {
  private final SourceIdentity identity;
  private final Iterator<Document> documents;
  private final DoubleSupplier progress;
  private final Predicate<String> skipping;
  private final Runnable close;

  private DocumentSource(
      SourceIdentity identity,
      Iterator<Document> documents,
      DoubleSupplier progress,
      Predicate<String> skipping,
      Runnable close) {
    this.identity = identity;
    this.documents = documents;
    this.progress = progress;
    this.skipping = skipping;
    this.close = close;
  }

  /**
   * Creates a source from a reader.
   *
   * @param origin the file or folder that the reader reads
   * @param records the reader; closed with this source
   */
  public static DocumentSource of(Path origin, Records<Document> records) {
    return of(SourceIdentity.of(origin), records);
  }

  /**
   * Creates a source from a reader.
   *
   * @param identity identity of the data that the reader reads
   * @param records the reader; closed with this source
   */
  public static DocumentSource of(SourceIdentity identity, Records<Document> records) {
    requireNonNull(identity, "identity is null");
    requireNonNull(records, "records is null");
    return new DocumentSource(
        identity, records, records::progress, records::skipLast, records::close);
  }

  /** Creates a source of documents in memory; its identity depends on their full content. */
  public static DocumentSource of(Collection<Document> documents) {
    List<Document> all = List.copyOf(documents);
    return of(SourceIdentity.of(all), all);
  }

  /**
   * Creates a source of documents in memory.
   *
   * @param identity identity of what is indexed
   */
  static DocumentSource of(SourceIdentity identity, List<Document> all) {
    Iterator<Document> iterator = all.iterator();
    int[] consumed = new int[1];
    Iterator<Document> counting =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return iterator.hasNext();
          }

          @Override
          public Document next() {
            consumed[0]++;
            return iterator.next();
          }
        };
    return new DocumentSource(
        identity,
        counting,
        () -> all.isEmpty() ? 1 : (double) consumed[0] / all.size(),
        problem -> false,
        () -> {});
  }

  /** The identity of the source; equal sources of equal documents have equal identities. */
  public SourceIdentity identity() {
    return identity;
  }

  @Override
  public boolean hasNext() {
    return documents.hasNext();
  }

  @Override
  public Document next() {
    return documents.next();
  }

  /**
   * Skips the document that was returned last, because the index cannot contain it.
   *
   * @return false if the source skips no documents, so that the run must end
   */
  boolean skipLast(String problem) {
    return skipping.test(problem);
  }

  /** An estimate of the fraction of the source that has been read, from 0 to 1. */
  public double progress() {
    return progress.getAsDouble();
  }

  @Override
  public void close() {
    close.run();
  }
}
