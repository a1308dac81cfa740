// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.Iterator;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.collection.ClirMatrix;

/** Writes {@link CollectionFormat#CLIRMATRIX}. */
final class ClirMatrixWriter implements CollectionWriter {
  private final Path folder;
  private final OpenWriters<JudgedQuery> queries = new OpenWriters<>(ClirMatrix::queryWriter);

  ClirMatrixWriter(Path folder) {
    this.folder = folder;
  }

  @Override
  public void writeDocuments(Language language, Iterator<Document> documents) {
    try (RecordWriter<Document> writer =
        ClirMatrix.documentWriter(folder.resolve(language + ".tsv.gz"))) {
      writer.writeAllAndCommit(documents);
    }
  }

  @Override
  public void writeQuery(CrossLingualQuery query) {
    query
        .candidates()
        .forEach(
            (language, judgements) -> {
              String name = query.query().language() + "_" + language;
              queries.write(
                  folder.resolve(name + "." + query.split().fileName() + ".jl.gz"),
                  new JudgedQuery(query.query(), judgements));
            });
  }

  @Override
  public void endQueries() {
    queries.commit();
  }

  @Override
  public void commit() {
    queries.commit();
  }

  @Override
  public void close() {
    queries.close();
  }
}
