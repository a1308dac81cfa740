package org.isogloss.benchmarks.system;

import java.util.List;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.measure.Run;

/** What a benchmark measures: something that takes in documents and then answers queries. */
public interface RetrievalSystem {
  /** The model, as the result names it. */
  String model();

  /** How it searches, as the result names it: {@code dense}. */
  String pipeline();

  /** Takes in a collection. */
  SearchableCollection open(List<Document> documents);

  /**
   * The same system for texts that are sought by others of their kind, sentences by sentences: what
   * it encodes, it encodes as queries.
   */
  default RetrievalSystem symmetric() {
    return this;
  }

  /** A collection that a system has taken in. */
  interface SearchableCollection extends AutoCloseable {
    /**
     * Answers queries.
     *
     * @param documentLanguages the languages of the documents to look at, all where it is empty
     * @param depth how many documents to give at most for each query
     * @param onQueryAnswered run after every query, by any thread
     */
    Run search(
        List<Query> queries, Set<Language> documentLanguages, int depth, Runnable onQueryAnswered);

    @Override
    void close();
  }
}
