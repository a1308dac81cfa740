// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.system;

import java.util.List;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.measure.Run;

/** A system that a benchmark measures: it indexes documents and then answers queries. */
public interface RetrievalSystem {
  /** Returns the name of the model in the result. */
  String model();

  /** Returns the name of the pipeline in the result: {@code dense}. */
  String pipeline();

  /** Indexes a collection. */
  SearchableCollection open(List<Document> documents);

  /**
   * Returns the same system for texts that retrieve texts of the same kind, sentences by sentences:
   * it encodes all texts as queries.
   */
  default RetrievalSystem symmetric() {
    return this;
  }

  /** An indexed collection. */
  interface SearchableCollection extends AutoCloseable {
    /**
     * Answers queries.
     *
     * @param documentLanguages languages of the documents to search, all if empty
     * @param depth maximum number of documents of each query
     * @param onQueryAnswered run after every query, by any thread
     */
    Run search(
        List<Query> queries, Set<Language> documentLanguages, int depth, Runnable onQueryAnswered);

    @Override
    void close();
  }
}
