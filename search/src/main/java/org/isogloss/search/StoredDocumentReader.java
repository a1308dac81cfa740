// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.ListRequest;
import org.isogloss.api.StoredDocument;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.reader.DocumentIds;
import org.isogloss.search.reader.IndexSnapshot;

/** Reads documents as an index stores them, by their ids or page by page. */
final class StoredDocumentReader {
  /** Number of documents that are read together for a list. */
  private static final int READ_TOGETHER = 20;

  /** Number of characters of text after which a page of a list ends. */
  private static final long MAX_PAGE_CHARACTERS = 10_000_000;

  private final IndexSnapshot snapshot;

  StoredDocumentReader(IndexSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** See {@link SearchIndex#list}. */
  DocumentPage list(ListRequest request) {
    DocumentIds listed = ids(request, request.top());
    List<StoredDocument> documents = new ArrayList<>();
    long characters = 0;
    for (int from = 0; from < listed.ids().size(); from += READ_TOGETHER) {
      int end = Math.min(listed.ids().size(), from + READ_TOGETHER);
      for (StoredDocument document : documents(listed.ids().subList(from, end), request.texts())) {
        documents.add(withFields(document, request));
        characters += characters(document);
      }
      if (characters > MAX_PAGE_CHARACTERS && end < listed.ids().size()) {
        return page(documents, ids(request, end), request);
      }
    }
    return page(documents, listed, request);
  }

  private DocumentIds ids(ListRequest request, int count) {
    return snapshot.documentIds(
        request.filter(),
        request.sort(),
        request.cursor().map(cursor -> ListCursor.parse(cursor, request.sort())),
        count);
  }

  private static DocumentPage page(
      List<StoredDocument> documents, DocumentIds listed, ListRequest request) {
    return new DocumentPage(
        documents, listed.last().map(position -> ListCursor.of(position, request.sort())));
  }

  private static long characters(StoredDocument document) {
    return document.passages().stream().mapToLong(passage -> passage.text().length()).sum();
  }

  private static StoredDocument withFields(StoredDocument document, ListRequest request) {
    return request
        .fields()
        .map(names -> document.withMetadata(document.metadata().retain(names)))
        .orElse(document);
  }

  /** See {@link SearchIndex#documents}. */
  List<StoredDocument> documents(List<String> ids, boolean texts) {
    Map<String, List<Passage>> passages =
        texts ? snapshot.stored().documentPassages(ids) : firstPassages(ids);
    Map<String, Metadata> metadata = snapshot.stored().metadata(ids);
    return ids.stream()
        .filter(passages::containsKey)
        .map(
            id -> {
              Passage first = passages.get(id).getFirst();
              return new StoredDocument(
                  id,
                  first.language(),
                  first.title(),
                  metadata.getOrDefault(id, Metadata.EMPTY),
                  texts ? passages.get(id) : List.of());
            })
        .toList();
  }

  private Map<String, List<Passage>> firstPassages(List<String> ids) {
    return snapshot.stored().passages(ids.stream().map(id -> new Hit(id, 0, 0)).toList()).stream()
        .flatMap(Optional::stream)
        .collect(Collectors.toMap(Passage::documentId, List::of, (one, same) -> one));
  }
}
