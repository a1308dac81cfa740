// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.sync.SyncJournal;

/**
 * The folder of an index: the manifest, Lucene's files in the subfolder {@code lucene}, and the
 * translation tables.
 */
public final class IndexFolder {
  /** A file that exists while an index is open for writing, and remains if the writer is killed. */
  public static final String WRITING_MARKER = "isogloss.writing";

  private static final String LUCENE = "lucene";

  private IndexFolder() {}

  public static Path lucene(Path folder) {
    return folder.resolve(LUCENE);
  }

  /** Creates the folders of an index if they do not exist. */
  public static void createFolders(Path folder) throws IOException {
    Files.createDirectories(lucene(folder));
    if (!Files.isWritable(folder) || !Files.isWritable(lucene(folder))) {
      throw new IsoglossException(
          folder
              + ": the index cannot be written: no permission to write in its folder, or a"
              + " read-only file system; change the permissions, or copy the index to another"
              + " folder and write there");
    }
  }

  /** Checks that an existing folder is an index, so that other files are never overwritten. */
  public static void requireIndex(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IsoglossException(
          folder + ": is a file, expected a folder for the index; choose another path");
    }
    if (!Files.exists(folder.resolve(IndexManifest.FILE))) {
      throw new IsoglossException(
          folder + ": is not an index and not empty; choose a new folder for the index");
    }
  }

  /** Whether the folder contains a Lucene commit. */
  public static boolean hasCommit(Path folder) {
    Path lucene = lucene(folder);
    if (!Files.isDirectory(lucene)) {
      return false;
    }
    try (Directory directory = FSDirectory.open(lucene)) {
      return DirectoryReader.indexExists(directory);
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }

  /**
   * Whether an index can be created in a folder: the folder is missing or empty, or contains only
   * files of a first run that was killed before its first commit.
   */
  public static boolean canCreateIndex(Path folder) {
    if (!Files.exists(folder)) {
      return true;
    }
    if (!Files.isDirectory(folder) || hasCommit(folder)) {
      return false;
    }
    if (Files.isRegularFile(folder.resolve(IndexManifest.FILE))) {
      // The file may be the manifest of a model, which the reader rejects.
      IndexManifestJson.readWithAnyCustomAnalyzers(folder);
      return true;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).allMatch(IndexFolder::isOwnFile);
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }

  /** Whether a file may belong to a first run that was killed. */
  private static boolean isOwnFile(String name) {
    return name.startsWith(IndexManifest.FILE)
        || name.equals(WRITING_MARKER)
        || name.equals(LUCENE)
        || name.equals(IndexTranslationTables.FOLDER)
        || name.equals(SyncJournal.FOLDER);
  }

  /**
   * Removes the files that a first run wrote before its first commit; the caller holds the lock.
   */
  public static void removeUncommitted(Path folder) throws IOException {
    Path tables = folder.resolve(IndexTranslationTables.FOLDER);
    for (Path file : list(folder)) {
      String name = file.getFileName().toString();
      if (name.startsWith(IndexManifest.FILE) || name.equals(WRITING_MARKER)) {
        Files.delete(file);
      }
    }
    if (Files.isDirectory(tables)) {
      for (Path file : list(tables)) {
        if (IndexTranslationTables.isTable(file)) {
          Files.delete(file);
        }
      }
      deleteIfEmpty(tables);
    }
    SyncJournal.deleteAll(folder);
  }

  /** Removes the empty folders of an index that was not created. */
  public static void removeFolders(Path folder, boolean folderCreated) throws IOException {
    deleteIfEmpty(lucene(folder));
    if (folderCreated) {
      deleteIfEmpty(folder);
    }
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // The folder contains files of the user.
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Creates the exception for a damaged index. */
  public static IsoglossException damaged(Path folder, Throwable cause) {
    return new IsoglossException(
        folder
            + ": the index is damaged ("
            + Objects.requireNonNullElse(cause.getMessage(), "its files cannot be read")
            + "); index the collection again into another folder",
        cause);
  }

  /** Converts an I/O error into an exception with a message for users of the index. */
  public static IsoglossException failure(Path folder, IOException e) {
    String message =
        switch (e) {
          case LockObtainFailedException locked ->
              ": another process is writing this index; wait until it ends";
          case IndexNotFoundException missing ->
              ": the index has no commit: indexing was stopped before the first one; index"
                  + " the collection again";
          case CorruptIndexException corrupt -> throw damaged(folder, corrupt);
          default -> ": " + FileErrors.describe(e);
        };
    return new IsoglossException(folder + message, e);
  }
}
