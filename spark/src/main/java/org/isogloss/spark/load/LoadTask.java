// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Row;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.Document;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.EncodedDocumentWriter;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.spark.encode.ManifestText;
import org.isogloss.spark.encode.PassageRows;
import org.isogloss.spark.job.PartitionOutput;

/** Writes the index of a partition on the disk of the executor and publishes it. */
final class LoadTask implements ForeachPartitionFunction<Row> {
  private static final long serialVersionUID = 1;

  private final PartitionOutput output;
  private final String manifest;
  private final TreeMap<String, FieldType> fieldTypes;

  LoadTask(PartitionOutput output, String manifest, Map<String, FieldType> fieldTypes) {
    this.output = output;
    this.manifest = manifest;
    this.fieldTypes = new TreeMap<>(fieldTypes);
  }

  @Override
  public void call(Iterator<Row> passages) throws IOException {
    int partition = TaskContext.getPartitionId();
    if (output.isFinished(partition)) {
      return;
    }
    Path local = LocalDisk.createFolder();
    try {
      Path index = local.resolve("index");
      write(passages, index);
      output.publish(partition, (path, configuration) -> copy(index, path, configuration));
    } finally {
      FolderTree.deleteIfExists(local);
    }
  }

  private void write(Iterator<Row> rows, Path index) {
    try (var writer =
        EncodedDocumentWriter.create(
            IndexLocations.of(index), ManifestText.parse(manifest), fieldTypes)) {
      List<EncodedPassage> passages = new ArrayList<>();
      Document document = null;
      while (rows.hasNext()) {
        Row row = rows.next();
        EncodedPassage passage = PassageRows.passage(row);
        if (passage.passage().ordinal() == 0) {
          add(writer, document, passages);
          passages.clear();
          document = PassageRows.document(row);
        }
        passages.add(passage);
      }
      add(writer, document, passages);
      writer.commit();
    }
  }

  private static void add(
      EncodedDocumentWriter writer, Document document, List<EncodedPassage> passages) {
    if (!passages.isEmpty()) {
      writer.add(document, List.copyOf(passages));
    }
  }

  private static void copy(Path index, org.apache.hadoop.fs.Path path, Configuration configuration)
      throws IOException {
    FileSystem system = path.getFileSystem(configuration);
    // Without the checksum files of Hadoop, which Lucene would list among its own files.
    FileSystem plain = system instanceof LocalFileSystem local ? local.getRaw() : system;
    plain.mkdirs(path.getParent());
    plain.copyFromLocalFile(
        /* delSrc= */ false,
        /* overwrite= */ true,
        new org.apache.hadoop.fs.Path(index.toUri()),
        path);
  }
}
