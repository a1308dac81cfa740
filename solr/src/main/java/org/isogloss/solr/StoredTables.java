// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.index.IndexTranslationTables;

/**
 * The translation tables of an index, in documents of the collection with a part of a file each.
 * They are copied to a temporary folder to be read.
 */
final class StoredTables {
  private static final String ID_PREFIX = "isogloss table ";
  private static final String BYTES = "content_bytes";
  private static final int PART_BYTES = 1 << 20;

  private StoredTables() {}

  private static String id(String pair, String revision, int part) {
    return ID_PREFIX + pair + " " + revision + " " + part;
  }

  /**
   * Stores a table.
   *
   * @return its revision
   */
  static String write(SolrCollection collection, String pair, Path file) {
    String revision = UUID.randomUUID().toString();
    try (InputStream in = Files.newInputStream(file)) {
      int part = 0;
      for (byte[] bytes = in.readNBytes(PART_BYTES);
          bytes.length > 0;
          bytes = in.readNBytes(PART_BYTES)) {
        SolrInputDocument document = new SolrInputDocument();
        document.setField(SolrFields.ID, id(pair, revision, part++));
        document.setField(BYTES, bytes);
        collection.update(new UpdateRequest().add(document));
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    return revision;
  }

  /** Deletes a table that has been replaced. */
  static void delete(SolrCollection collection, String pair, String revision) {
    UpdateRequest deletion = new UpdateRequest();
    for (int part = 0; find(collection, id(pair, revision, part)).isPresent(); part++) {
      deletion.deleteById(id(pair, revision, part));
    }
    collection.update(deletion);
  }

  private static Optional<SolrDocument> find(SolrCollection collection, String id) {
    return Optional.ofNullable(collection.call(client -> client.getById(id)));
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
        int part = 0;
        Optional<SolrDocument> found = find(collection, id(table.getKey(), table.getValue(), 0));
        while (found.isPresent()) {
          out.write((byte[]) found.get().getFieldValue(BYTES));
          found = find(collection, id(table.getKey(), table.getValue(), ++part));
        }
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
