package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.isogloss.core.Document;
import org.isogloss.data.Records;
import org.isogloss.data.SourceIdentity;

/**
 * Documents to be indexed, in an order that is the same every time they are read, and an identity
 * by which an index knows, after a kill, how many of them it already holds. To be closed; not for
 * use by several threads at once.
 */
public final class DocumentSource implements Iterator<Document>, AutoCloseable {
  private final SourceIdentity identity;
  private final Iterator<Document> documents;
  private final DoubleSupplier progress;
  private final Runnable close;

  private DocumentSource(
      SourceIdentity identity,
      Iterator<Document> documents,
      DoubleSupplier progress,
      Runnable close) {
    this.identity = identity;
    this.documents = documents;
    this.progress = progress;
    this.close = close;
  }

  /**
   * The documents that a reader reads.
   *
   * @param origin the file or folder that it reads
   * @param records closed with this source
   */
  public static DocumentSource of(Path origin, Records<Document> records) {
    return of(SourceIdentity.of(origin), records);
  }

  /**
   * The documents that a reader reads.
   *
   * @param identity of what it reads
   * @param records closed with this source
   */
  public static DocumentSource of(SourceIdentity identity, Records<Document> records) {
    requireNonNull(identity, "identity is null");
    requireNonNull(records, "records is null");
    return new DocumentSource(identity, records, records::progress, records::close);
  }

  /** Documents in memory; all they hold is the identity. */
  public static DocumentSource of(Collection<Document> documents) {
    List<Document> all = List.copyOf(documents);
    Iterator<Document> iterator = all.iterator();
    int[] given = new int[1];
    Iterator<Document> counted =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return iterator.hasNext();
          }

          @Override
          public Document next() {
            given[0]++;
            return iterator.next();
          }
        };
    return new DocumentSource(
        SourceIdentity.of(all),
        counted,
        () -> all.isEmpty() ? 1 : (double) given[0] / all.size(),
        () -> {});
  }

  /** Equal for equal documents. */
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

  /** How much was read: from 0 to 1, as good as it can be known. */
  public double progress() {
    return progress.getAsDouble();
  }

  @Override
  public void close() {
    close.run();
  }
}
