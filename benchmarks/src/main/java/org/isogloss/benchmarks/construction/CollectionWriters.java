// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * Writes a collection in several formats.
 *
 * @param writers one writer for each format
 */
record CollectionWriters(List<CollectionWriter> writers) implements AutoCloseable {
  static CollectionWriters open(
      Collection<CollectionFormat> formats, Path folder, DocumentIndex documents) {
    return new CollectionWriters(
        formats.stream().map(format -> format.open(folder, documents)).toList());
  }

  /**
   * Writes all documents in a language.
   *
   * @param documents returns the documents; called for each format
   */
  void writeDocuments(Language language, Supplier<Iterator<Document>> documents) {
    writers.forEach(writer -> writer.writeDocuments(language, documents.get()));
  }

  void writeQuery(CrossLingualQuery query) {
    writers.forEach(writer -> writer.writeQuery(query));
  }

  void endQueries() {
    writers.forEach(CollectionWriter::endQueries);
  }

  void commit() {
    writers.forEach(CollectionWriter::commit);
  }

  @Override
  public void close() {
    writers.forEach(CollectionWriter::close);
  }
}
