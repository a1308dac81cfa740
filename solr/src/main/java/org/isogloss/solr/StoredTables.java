// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.index.IndexTranslationTables;

/**
 * The translation tables of an index, in documents of the collection with a part of a file each.
 * They are copied to a temporary folder to be read.
 */
final class StoredTables {
  private StoredTables() {}

  private static StoredParts parts(SolrCollection collection, String pair) {
    return new StoredParts(collection, "isogloss table " + pair);
  }

  /**
   * Stores a table.
   *
   * @return its revision
   */
  static String write(SolrCollection collection, String pair, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return parts(collection, pair).write(in);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** Deletes a table that has been replaced. */
  static void delete(SolrCollection collection, String pair, String revision) {
    parts(collection, pair).delete(revision);
  }

  /**
   * Opens tables.
   *
   * @param revisions their revisions by pair
   */
  static IndexTranslationTables open(SolrCollection collection, Map<String, String> revisions) {
    if (revisions.isEmpty()) {
      return IndexTranslationTables.EMPTY;
    }
    return inTemporaryFolder(
        folder -> {
          copy(collection, revisions, folder);
          return IndexTranslationTables.open(folder);
        });
  }

  /** Copies tables to a folder with the layout of an index. */
  static void copy(SolrCollection collection, Map<String, String> revisions, Path folder)
      throws IOException {
    Path tables = Files.createDirectories(folder.resolve(IndexTranslationTables.FOLDER));
    for (Map.Entry<String, String> table : revisions.entrySet()) {
      try (OutputStream out =
          Files.newOutputStream(tables.resolve(IndexTranslationTables.fileName(table.getKey())))) {
        parts(collection, table.getKey()).copy(table.getValue(), out);
      }
    }
  }

  /** An action on a folder. */
  @FunctionalInterface
  interface FolderAction<T> {
    T run(Path folder) throws IOException;
  }

  /** Runs an action with a temporary folder, which is deleted afterwards. */
  static <T> T inTemporaryFolder(FolderAction<T> action) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      folder = Files.createTempDirectory("isogloss-tables");
      try {
        return action.run(folder);
      } finally {
        FolderTree.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
  }
}
