// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.Iterator;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/** Writes a collection in one format. The files are complete after {@link #commit}. */
sealed interface CollectionWriter extends AutoCloseable
    permits ClirMatrixWriter, BeirWriter, TrecWriter, TrainingWriter {
  /** Writes all documents in a language. */
  void writeDocuments(Language language, Iterator<Document> documents);

  /** Writes a query. All queries in a language are written one after another. */
  void writeQuery(CrossLingualQuery query);

  /** Completes the files of the queries in a language, of which there are no more. */
  void endQueries();

  /** Completes all files. */
  void commit();

  @Override
  void close();
}
