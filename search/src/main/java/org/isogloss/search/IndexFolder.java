package org.isogloss.search;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.Version;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.PassageSplitter;

/** The folder of an index: the manifest, and Lucene's files below {@code lucene}. */
final class IndexFolder {
  private static final String LUCENE = "lucene";

  private IndexFolder() {}

  static Path lucene(Path folder) {
    return folder.resolve(LUCENE);
  }

  /** The manifest of the index in a folder, or of one that is made there now. */
  static IndexManifest openOrCreate(
      Path folder,
      Optional<IndexManifest.Model> model,
      PassageSplitter passages,
      VectorOptions vectors,
      SortedSet<String> projected) {
    if (Files.exists(folder.resolve(IndexManifest.FILE))) {
      return IndexManifest.read(folder);
    }
    IndexManifest manifest =
        new IndexManifest(
            Version.LATEST.toString(),
            model,
            passages,
            vectors,
            projected,
            IndexManifestJson.known());
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new IsoglossException(
          folder + ": is a file, expected a folder for the index; give another name", e);
    } catch (IOException e) {
      throw problem(folder, e);
    }
    if (!isFree(folder)) {
      throw new IsoglossException(
          folder + ": is not an index and not empty; give a new folder for the index");
    }
    IndexManifestJson.write(folder, manifest);
    return manifest;
  }

  /** Whether an index can be made there: nothing is, or a folder without anything of worth. */
  static boolean isFree(Path folder) {
    if (!Files.exists(folder)) {
      return true;
    }
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.allMatch(IndexManifestJson::isUnfinished);
    } catch (IOException e) {
      throw problem(folder, e);
    }
  }

  /** Says what an error of Lucene or of the disk means to who uses the index. */
  static IsoglossException problem(Path folder, IOException e) {
    String message =
        switch (e) {
          case LockObtainFailedException locked ->
              ": another process is writing this index; wait until it ends";
          case IndexNotFoundException missing ->
              ": the index holds no commit yet: indexing was stopped before its first one; index"
                  + " the collection again";
          case CorruptIndexException corrupt ->
              ": the index is damaged ("
                  + corrupt.getMessage()
                  + "); index the collection again into another folder";
          default -> ": " + e.getClass().getSimpleName() + ": " + e.getMessage();
        };
    return new IsoglossException(folder + message, e);
  }
}
