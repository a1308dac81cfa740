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

/**
 * The folder of an index: the manifest, Lucene's files below {@code lucene}, and the tables of
 * translations.
 */
public final class IndexFolder {
  /** Exists while an index is open for writing, and after a writer that was killed. */
  public static final String WRITING_MARKER = "isogloss.writing";

  private static final String LUCENE = "lucene";

  private IndexFolder() {}

  public static Path lucene(Path folder) {
    return folder.resolve(LUCENE);
  }

  /** Makes the folder of a new index, or leaves that of an existing one as it is. */
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

  /** Refuses to write into a folder that holds something else. */
  public static void requireIndex(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IsoglossException(
          folder + ": is a file, expected a folder for the index; give another name");
    }
    if (!Files.exists(folder.resolve(IndexManifest.FILE))) {
      throw new IsoglossException(
          folder + ": is not an index and not empty; give a new folder for the index");
    }
  }

  /** Whether Lucene has committed anything in a folder. */
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
   * Whether an index can be made in a folder: it is missing or empty, or holds only what a first
   * run left that was killed before its first commit.
   */
  public static boolean canCreateIndex(Path folder) {
    if (!Files.exists(folder)) {
      return true;
    }
    if (!Files.isDirectory(folder) || hasCommit(folder)) {
      return false;
    }
    if (Files.isRegularFile(folder.resolve(IndexManifest.FILE))) {
      // It may be the manifest of a model: reading it refuses that.
      IndexManifestJson.readWithAnyCustomAnalyzers(folder);
      return true;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).allMatch(IndexFolder::isOwnFile);
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }

  /** Whether a file may be what a killed first run left. */
  private static boolean isOwnFile(String name) {
    return name.startsWith(IndexManifest.FILE)
        || name.equals(WRITING_MARKER)
        || name.equals(LUCENE)
        || name.equals(IndexTranslationTables.FOLDER);
  }

  /** Removes what a first run wrote before its first commit; the caller holds the lock. */
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
  }

  /** Removes the empty folders of an index that was not made. */
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
      // Somebody keeps files of their own there.
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** An error about an index that cannot be trusted. */
  public static IsoglossException damaged(Path folder, Throwable cause) {
    return new IsoglossException(
        folder
            + ": the index is damaged ("
            + Objects.requireNonNullElse(cause.getMessage(), "its files cannot be read")
            + "); index the collection again into another folder",
        cause);
  }

  /** Says what an error of Lucene or of the disk means to who uses the index. */
  public static IsoglossException failure(Path folder, IOException e) {
    String message =
        switch (e) {
          case LockObtainFailedException locked ->
              ": another process is writing this index; wait until it ends";
          case IndexNotFoundException missing ->
              ": the index holds no commit yet: indexing was stopped before its first one; index"
                  + " the collection again";
          case CorruptIndexException corrupt -> throw damaged(folder, corrupt);
          default -> ": " + FileErrors.describe(e);
        };
    return new IsoglossException(folder + message, e);
  }
}
