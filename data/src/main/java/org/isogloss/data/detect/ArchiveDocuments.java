// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.io.ArchiveFiles;

/**
 * The documents of all files in an archive, as if it were a folder. Messages name a file by its
 * path below that of the archive: {@code notes.zip/2024/may.txt}.
 */
final class ArchiveDocuments implements Records.Source<Document> {
  private final Path archive;
  private final ArchiveFiles files;
  private final CollectionFolder documents;

  /** Whether the archive is read by itself, rather than as a file of a folder. */
  private final boolean isAlone;

  private boolean anyRecord;

  /** Why the rest of the archive cannot be read. */
  private Optional<FormatException> failure = Optional.empty();

  private ArchiveDocuments(Path archive, ArchiveFiles files, CollectionFolder documents) {
    this.archive = archive;
    this.files = files;
    this.documents = documents;
    this.isAlone = files.folder().equals(files.root());
  }

  /**
   * Opens an archive.
   *
   * @param prefix what precedes the paths of files in their ids: the path of the archive in a
   *     folder, or nothing
   */
  static ArchiveDocuments open(Path archive, Path prefix, DocumentOptions options) {
    ArchiveFiles files = ArchiveFiles.open(archive, prefix);
    return new ArchiveDocuments(
        archive, files, new CollectionFolder(files.root(), files, files.skippedFiles(), options));
  }

  @Override
  public Optional<Document> next() throws MalformedRecordException {
    if (failure.isPresent()) {
      return Optional.empty();
    }
    try {
      Optional<Document> next = documents.next();
      if (next.isEmpty() && !anyRecord && isAlone) {
        throw withoutDocuments();
      }
      anyRecord = true;
      return next;
    } catch (MalformedRecordException e) {
      anyRecord = true;
      throw e;
    } catch (FormatException e) {
      FormatException problem = inArchive(e);
      if (!anyRecord) {
        throw problem;
      }
      failure = Optional.of(problem);
      throw new MalformedRecordException(problem.problem());
    }
  }

  /** Like the exception for such a folder; in a folder with other files, an archive is skipped. */
  private FormatException withoutDocuments() {
    return new FormatException(
        archive,
        0,
        skippedFiles().count() == 0
            ? "is an empty archive, expected files of documents"
            : "contains no documents that can be read; it has " + skippedFiles().summary());
  }

  @Override
  public FormatException toFormatException(String problem) {
    return failure.orElseGet(() -> inArchive(documents.toFormatException(problem)));
  }

  private FormatException inArchive(FormatException e) {
    Path content = files.folder();
    return e.file().startsWith(content)
        ? new FormatException(archive.resolve(content.relativize(e.file())), e.line(), e.problem())
        : e;
  }

  /** Always 0, because the number of files is not known in advance. */
  @Override
  public double progress() {
    return 0;
  }

  @Override
  public SkippedFiles skippedFiles() {
    return documents.skippedFiles();
  }

  @Override
  public long withoutTextCount() {
    return documents.withoutTextCount();
  }

  @Override
  public void close() {
    documents.close();
    files.close();
  }
}
