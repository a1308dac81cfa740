// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Passage;
import org.isogloss.core.Retriever;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SourceIdentity;
import org.isogloss.data.collection.LinkedDocument;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.text.segmentation.PassageSplitter;

/** The documents of a collection in an index, from which they are also read back. */
final class DocumentIndex implements AutoCloseable {
  /** Documents are not split: no text in memory reaches this number of words. */
  private static final PassageSplitter WHOLE = new PassageSplitter(1 << 30);

  /** The index is temporary, so that commits between would only cost time. */
  private static final Duration NO_COMMITS = Duration.ofDays(365);

  private final SearchIndex index;

  /**
   * Adds documents to the pages while they are read.
   *
   * @param documents skip malformed documents, and count them, themselves
   */
  private record Registration(Records<LinkedDocument> documents, LinkedPages pages)
      implements Records.Source<Document> {
    @Override
    public Optional<Document> next() {
      return documents.hasNext() ? Optional.of(pages.add(documents.next())) : Optional.empty();
    }

    @Override
    public FormatException toFormatException(String problem) {
      return documents.source().toFormatException(problem);
    }

    @Override
    public double progress() {
      return documents.progress();
    }

    @Override
    public void close() {
      documents.close();
    }
  }

  private DocumentIndex(SearchIndex index) {
    this.index = index;
  }

  /**
   * Indexes documents, which are read only once.
   *
   * @param folder the folder of the index; must be empty or not exist
   * @param documents the documents; closed
   * @param pages receives the documents without their texts
   */
  static DocumentIndex create(
      Path folder,
      Records<LinkedDocument> documents,
      LinkedPages pages,
      int threads,
      ConstructionListener listener) {
    try (Indexer indexer =
            Indexer.at(folder).passages(WHOLE).threads(threads).commitEvery(NO_COMMITS).open();
        DocumentSource source =
            DocumentSource.of(
                SourceIdentity.of(List.of()),
                new Records<>(new Registration(documents, pages), OnError.FAIL))) {
      indexer.index(source, progress -> listener.indexing(progress.records(), progress.fraction()));
      indexer.commit();
    }
    return new DocumentIndex(SearchIndex.open(folder));
  }

  /** The index. */
  SearchIndex index() {
    return index;
  }

  /** A document by its id in the collection. */
  Document document(String id) {
    Passage whole = index.documentPassages(id).getFirst();
    return new Document(id, whole.language(), whole.title(), whole.text());
  }

  /** Documents by their ids, read one by one. */
  Iterator<Document> documents(List<String> ids) {
    return ids.stream().map(this::document).iterator();
  }

  /** A BM25 retriever of the documents in one language. */
  Retriever retriever(Language language) {
    LanguageRange only = new LanguageRange(language, Optional.of(language.script()));
    return index.retriever("bm25", Set.of(only));
  }

  @Override
  public void close() {
    index.close();
  }
}
