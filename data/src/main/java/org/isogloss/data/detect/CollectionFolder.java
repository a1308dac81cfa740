// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.io.ArchiveFiles;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.FolderWalker;
import org.isogloss.data.io.LinkScope;
import org.isogloss.data.io.SkippableFile;
import org.isogloss.data.parquet.ParquetRows;

/**
 * Reads the documents of all files below a folder, in whatever format each file is. A subfolder
 * with a layout of its own, such as BEIR's, is read in that layout. Files without documents are
 * skipped and listed; a file that should contain documents but cannot be read is one malformed
 * record.
 */
final class CollectionFolder implements Records.Source<Document> {
  /** Files with these names contain data; other files may be anything, such as images. */
  private static final Pattern DATA =
      Pattern.compile(
          ".*\\.(jsonl|jl|json|csv|tsv|parquet|txt|md|html?|pdf)(\\.(gz|zst|xz|bz2))?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Files that accompany documents in test collections. */
  private static final Pattern QUESTIONS =
      Pattern.compile(
          "(queries|topics|qrels)(?![A-Za-z]).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Path folder;
  private final DocumentOptions options;
  private final LinkScope scope;
  private final SkippedFiles skipped;
  private final Iterator<Path> files;
  private Path file;
  private Records.Source<Document> current;
  private long withoutText;

  /**
   * Creates the source.
   *
   * @param folder the folder to which the ids of files are relative
   * @param files the files below it, of which each is read before the next one is asked for
   * @param skipped receives the files without documents
   */
  CollectionFolder(
      Path folder, Iterator<Path> files, SkippedFiles skipped, DocumentOptions options) {
    this.folder = folder;
    this.files = files;
    this.skipped = skipped;
    this.options = options;
    this.scope = LinkScope.of(folder, options.links());
    this.file = folder;
  }

  static Records<Document> read(Path folder, DocumentOptions options) {
    SkippedFiles skipped = new SkippedFiles(folder);
    LinkScope scope = LinkScope.of(folder, options.links());
    return new Records<>(
        new CollectionFolder(folder, walk(folder, scope, skipped), skipped, options),
        options.onError());
  }

  /** The files below a folder, and the subfolders with a layout of their own. */
  static FolderWalker walk(Path folder, LinkScope scope, SkippedFiles skipped) {
    return new FolderWalker(folder, scope, below -> hasOwnLayout(below, scope), skipped);
  }

  /**
   * The format of a folder without a layout.
   *
   * @throws FormatException if the folder contains no readable documents
   */
  static DataFormat detect(Path folder, LinkScope scope, FieldNames names) {
    SkippedFiles skipped = new SkippedFiles(folder);
    FolderWalker files = walk(folder, scope, skipped);
    boolean texts = false;
    while (files.hasNext()) {
      Path file = files.next();
      if (TextFolder.isDocument(file)) {
        texts = true;
      } else if (Files.isDirectory(file)
          ? layout(file, scope).isPresent()
          : holdsDocuments(file, names)) {
        return DataFormat.COLLECTION_FOLDER;
      } else {
        skipped.add(file, () -> skipReason(file));
      }
    }
    if (texts) {
      return DataFormat.TEXT_FOLDER;
    }
    throw new FormatException(
        folder,
        0,
        skipped.count() == 0
            ? "is an empty folder, expected files of documents"
            : "contains no documents that can be read; it has " + skipped.summary());
  }

  /** Whether a subfolder has its own layout, so that its files are not visited one by one. */
  private static boolean hasOwnLayout(Path folder, LinkScope scope) {
    try {
      return layout(folder, scope).isPresent();
    } catch (FormatException e) {
      return true; // An index or a model, which open skips.
    }
  }

  /** Why a subfolder is not read, although it is not visited file by file: an index or a model. */
  static Optional<String> layoutProblem(Path folder, LinkScope scope) {
    try {
      layout(folder, scope);
      return Optional.empty();
    } catch (FormatException e) {
      return Optional.of(e.problem());
    }
  }

  private static Optional<DataFormat> layout(Path folder, LinkScope scope) {
    return FolderLayout.detect(folder, scope).filter(FolderLayout.DOCUMENT_LAYOUTS::contains);
  }

  private static boolean holdsDocuments(Path file, FieldNames names) {
    try {
      return documentFormat(file, names).isPresent();
    } catch (FormatException e) {
      return isData(file);
    }
  }

  /** Whether the name of a file is that of queries, topics or judgements. */
  static boolean accompaniesDocuments(Path file) {
    return QUESTIONS.matcher(FolderListing.fileName(file)).matches();
  }

  private static boolean isData(Path file) {
    return DATA.matcher(FolderListing.fileName(file)).matches();
  }

  /**
   * The format of the documents in a file.
   *
   * @return the format; empty if the file contains no documents
   * @throws FormatException if the file cannot be read
   */
  static Optional<DataFormat> documentFormat(Path file, FieldNames names) {
    if (accompaniesDocuments(file)) {
      return Optional.empty();
    }
    if (TextFolder.isDocument(file)) {
      return Optional.of(DataFormat.TEXT);
    }
    if (ParquetRows.isParquet(file)) {
      return Optional.of(FormatDetector.detectParquet(file));
    }
    if (ArchiveFiles.isArchive(file)) {
      return Optional.of(DataFormat.ARCHIVE);
    }
    FileHead head = FileHead.read(file);
    return FormatDetector.detectFile(head, names)
        .filter(Documents::canRead)
        .filter(format -> format != DataFormat.JSONL || !isOtherJson(head, names));
  }

  /** Whether a file is JSON that does not contain documents, such as {@code metadata.json}. */
  private static boolean isOtherJson(FileHead head, FieldNames names) {
    return FolderListing.nameUncompressed(head.file()).endsWith(".json")
        && names.text().stream().noneMatch(key -> head.firstLine().contains(key));
  }

  /** The reason why a file is skipped. */
  static String skipReason(Path file) {
    try {
      if (accompaniesDocuments(file)) {
        return "contains no documents according to its name";
      }
      if (Files.isDirectory(file)) {
        FolderLayout.requireData(file);
      }
      FileHead head = FileHead.read(file);
      return head.isEmpty()
          ? "is empty"
          : FormatDetector.detectFile(head, FieldNames.DOCUMENTS)
              .filter(format -> !Documents.canRead(format))
              .map(format -> "is " + format.description() + ", which contains no documents")
              .orElse("is in no format of documents");
    } catch (FormatException e) {
      return e.problem();
    }
  }

  @Override
  public Optional<Document> next() throws MalformedRecordException {
    while (current != null || files.hasNext()) {
      if (current == null) {
        file = files.next();
        current = open();
        if (current != null) {
          current.skippedFiles().onAdded(skipped::report);
        }
        continue;
      }
      Optional<Document> next = current.next();
      if (next.isPresent()) {
        return next;
      }
      skipped.addAll(current.skippedFiles());
      close();
    }
    return Optional.empty();
  }

  /** Opens the current file; null if it is skipped. */
  private Records.Source<Document> open() throws MalformedRecordException {
    try {
      if (FolderLayout.isDescriptionFile(file)) {
        skipped.add(file, "describes the data");
        return null;
      }
      Optional<DataFormat> format =
          Files.isDirectory(file) ? layout(file, scope) : documentFormat(file, options.names());
      if (format.isEmpty()) {
        skipped.add(file, () -> skipReason(file));
        return null;
      }
      return switch (format.get()) {
        case TEXT -> TextFolder.singleFileSource(folder, file, options.defaultLanguage());
        case ARCHIVE -> archive();
        default -> new SkippableFile<>(Documents.read(file, format.get(), options).source());
      };
    } catch (FormatException e) {
      if (Files.isDirectory(file) || !isData(file)) {
        skipped.add(file, e.problem());
        return null;
      }
      throw new MalformedRecordException(e.problem());
    }
  }

  /** Opens an archive; null if it is in an archive itself. */
  private Records.Source<Document> archive() {
    if (files instanceof ArchiveFiles) {
      skipped.add(file, "is an archive in an archive: unpack it");
      return null;
    }
    return new SkippableFile<>(ArchiveDocuments.open(file, folder.relativize(file), options));
  }

  @Override
  public FormatException toFormatException(String problem) {
    return current == null
        ? new FormatException(file, 0, problem)
        : current.toFormatException(problem);
  }

  /** Always 0, because the number of files is not known in advance. */
  @Override
  public double progress() {
    return 0;
  }

  @Override
  public SkippedFiles skippedFiles() {
    return skipped;
  }

  @Override
  public long withoutTextCount() {
    return withoutText + (current == null ? 0 : current.withoutTextCount());
  }

  @Override
  public void close() {
    if (current != null) {
      withoutText += current.withoutTextCount();
      current.close();
      current = null;
    }
  }
}
