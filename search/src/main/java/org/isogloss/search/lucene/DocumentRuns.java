// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.writer.SyncStorage;

/** The runs that have written the documents of an index, which is open for writing. */
record DocumentRuns(Path folder, IndexWriter writer) implements SyncStorage {
  /** Receives a document. */
  @FunctionalInterface
  interface Action {
    /**
     * Receives a document.
     *
     * @param ids the ids, positioned at that of the document
     */
    void accept(SortedDocValues ids, long run) throws IOException;
  }

  @Override
  public Map<Long, Long> documentsPerRun() {
    Map<Long, Long> counts = new HashMap<>();
    forEach((ids, run) -> counts.merge(run, 1L, Long::sum));
    return counts;
  }

  @Override
  public Map<String, Long> documentsOf(Set<Long> runs) {
    Map<String, Long> documents = new HashMap<>();
    forEach(
        (ids, run) -> {
          if (runs.contains(run)) {
            documents.put(ids.lookupOrd(ids.ordValue()).utf8ToString(), run);
          }
        });
    return documents;
  }

  private void forEach(Action action) {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      forEach(reader, action);
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  /** Passes all documents of a reader to an action. */
  static void forEach(IndexReader reader, Action action) throws IOException {
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      Bits live = leaf.getLiveDocs();
      SortedDocValues ids = DocValues.getSorted(leaf, PassageFields.ID);
      SortedNumericDocValues runs = DocValues.getSortedNumeric(leaf, PassageFields.RUN);
      while (runs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if ((live == null || live.get(runs.docID())) && ids.advanceExact(runs.docID())) {
          action.accept(ids, runs.nextValue());
        }
      }
    }
  }
}
