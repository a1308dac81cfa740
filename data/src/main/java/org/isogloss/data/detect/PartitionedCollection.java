// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.isogloss.core.Document;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.io.FolderWalker;
import org.isogloss.data.io.LinkScope;

/**
 * A collection whose parts can be read separately: the files of a folder, and its subfolders whose
 * files belong together, such as one in the layout of BEIR. All parts in their order are the
 * documents of {@link Documents#read(Path, DocumentOptions)}. A file, an archive or a folder with a
 * layout is one part.
 *
 * <p>Not thread-safe.
 */
public final class PartitionedCollection {
  private final Path origin;
  private final DocumentOptions options;
  private Consumer<FormatException> skippedListener = problem -> {};
  private Consumer<FormatException> skippedFileListener = file -> {};

  /** Creates a collection with the parameters of {@link Documents#read(Path, DocumentOptions)}. */
  public PartitionedCollection(Path origin, DocumentOptions options) {
    this.origin = requireNonNull(origin, "origin is null");
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * A part of a collection.
   *
   * @param name its path below the collection, with characters escaped as in the ids of files; of
   *     the whole collection, its name
   * @param path a file or a folder
   */
  public record Part(String name, Path path) {}

  /** The parts that a collection has at present. */
  public final class Listing {
    private final DataFormat format;
    private final List<Part> parts;
    private SkippedFiles skipped;
    private long skippedCount;
    private long withoutTextCount;

    private Listing(DataFormat format, List<Part> parts, SkippedFiles skipped) {
      this.format = format;
      this.parts = List.copyOf(parts);
      this.skipped = skipped;
    }

    /** The parts, in the order in which they are read together. */
    public List<Part> parts() {
      return parts;
    }

    /**
     * Opens a part. It is closed by the caller and then passed to {@link #count}.
     *
     * @throws FormatException if the part is the whole collection and cannot be read
     */
    public Records<Document> read(Part part) {
      return open(part).onSkipped(skippedListener);
    }

    private Records<Document> open(Part part) {
      List<Path> only = List.of(part.path());
      return switch (format) {
        case TEXT_FOLDER, NTREX_FOLDER ->
            new Records<>(
                TextFolder.source(origin, options.defaultLanguage(), only.iterator(), skipped),
                options.onError());
        case COLLECTION_FOLDER ->
            new Records<>(
                new CollectionFolder(origin, only.iterator(), skipped, options), options.onError());
        default -> {
          Records<Document> whole =
              Documents.read(origin, format, options).onSkippedFile(skippedFileListener);
          skipped = whole.skippedFiles();
          yield whole;
        }
      };
    }

    /** Adds the numbers of skipped records of a part that was read. */
    public void count(Records<?> part) {
      skippedCount += part.skippedCount();
      withoutTextCount += part.withoutTextCount();
    }

    /** Number of malformed records in the parts that were read. */
    public long skippedCount() {
      return skippedCount;
    }

    /** Number of records without text in the parts that were read. */
    public long withoutTextCount() {
      return withoutTextCount;
    }

    /** The files that are never read, and those without documents among the parts that were. */
    public SkippedFiles skippedFiles() {
      return skipped;
    }
  }

  /** The file or folder of the collection. */
  public Path origin() {
    return origin;
  }

  /** What determines the documents apart from the files: language and names of fields. */
  public String reading() {
    FieldNames names = options.names();
    return options.defaultLanguage().tag()
        + (names.equals(FieldNames.DOCUMENTS) ? "" : " " + names);
  }

  /** Whether malformed records are skipped. */
  public OnError onError() {
    return options.onError();
  }

  /** Sets a listener that receives the problem of each skipped record. */
  public PartitionedCollection onSkipped(Consumer<FormatException> listener) {
    skippedListener = requireNonNull(listener, "listener is null");
    return this;
  }

  /** Sets a listener that receives each skipped file with the reason. */
  public PartitionedCollection onSkippedFile(Consumer<FormatException> listener) {
    skippedFileListener = requireNonNull(listener, "listener is null");
    return this;
  }

  /**
   * Lists the parts.
   *
   * @param excluded a folder whose files are no parts, such as an index in the collection
   * @throws FormatException if the path does not exist, is an empty folder, or has no documents
   */
  public Listing list(Path excluded) {
    DataFormat format =
        FormatDetector.detect(origin, Documents.FORMATS, options.names(), options.links());
    SkippedFiles skipped = new SkippedFiles(origin);
    skipped.onAdded(skippedFileListener);
    return new Listing(
        format,
        switch (format) {
          case TEXT_FOLDER, NTREX_FOLDER -> {
            LinkScope scope = LinkScope.of(origin, options.links());
            var files = new FolderWalker(origin, scope, below -> false, skipped);
            yield parts(files, scope, excluded, skipped);
          }
          case COLLECTION_FOLDER -> {
            LinkScope scope = LinkScope.of(origin, options.links());
            yield parts(CollectionFolder.walk(origin, scope, skipped), scope, excluded, skipped);
          }
          default ->
              List.of(new Part(FilePathId.of(origin.toAbsolutePath().normalize(), 1), origin));
        },
        skipped);
  }

  private List<Part> parts(
      FolderWalker files, LinkScope scope, Path excluded, SkippedFiles skipped) {
    Path outside = excluded.toAbsolutePath().normalize();
    List<Part> parts = new ArrayList<>();
    while (files.hasNext()) {
      Path path = files.next();
      if (path.toAbsolutePath().normalize().startsWith(outside)) {
        continue;
      }
      Optional<String> problem =
          Files.isDirectory(path) ? CollectionFolder.layoutProblem(path, scope) : Optional.empty();
      if (problem.isPresent()) {
        skipped.add(path, problem.get());
      } else {
        parts.add(
            new Part(
                FilePathId.of(path.toAbsolutePath(), origin.relativize(path).getNameCount()),
                path));
      }
    }
    return parts;
  }
}
