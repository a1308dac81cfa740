// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;

/** Finds texts of one language by BM25, in a temporary index. */
public final class Bm25NegativeSearch implements HardNegativeSearch {
  private final Language language;
  private final Path folder;
  private final SearchIndex index;
  private final Retriever retriever;

  /** Indexes texts. */
  public Bm25NegativeSearch(List<String> texts, Language language) {
    this.language = language;
    try {
      this.folder = Files.createTempDirectory("isogloss-words");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        documents.add(new Document(Integer.toString(i), language, "", texts.get(i)));
      }
      try (Indexer indexer = Indexer.at(folder).open();
          DocumentSource source = DocumentSource.of(documents)) {
        indexer.index(source, progress -> {});
      }
      this.index = SearchIndex.open(folder);
      this.retriever = index.bestPassagePerDocument(index.retriever("bm25"));
    } catch (RuntimeException e) {
      FolderTree.deleteIfExists(folder);
      throw e;
    }
  }

  @Override
  public List<Integer> find(String text, int depth) {
    Query query = new Query("q", language, text);
    return retriever.retrieve(query, depth).hits().stream()
        .map(Hit::documentId)
        .map(Integer::valueOf)
        .toList();
  }

  @Override
  public void close() {
    index.close();
    FolderTree.deleteIfExists(folder);
  }
}
