// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.EmbeddedPassage;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Span;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.vector.UnitVectors;

/** Makes the passages of documents with vectors that were computed elsewhere. */
public final class GivenVectors implements DocumentEncoder {
  private final PassageExtractor extractor;
  private final Map<String, EmbeddedDocument> documents;

  /**
   * Creates an encoder.
   *
   * @param extractor determines the languages of documents
   * @param documents the documents by their ids
   */
  public GivenVectors(PassageExtractor extractor, Map<String, EmbeddedDocument> documents) {
    this.extractor = extractor;
    this.documents = Map.copyOf(documents);
  }

  @Override
  public List<List<EncodedPassage>> encode(List<Document> encoded) {
    return encoded.stream().map(this::encode).toList();
  }

  private List<EncodedPassage> encode(Document document) {
    List<EmbeddedPassage> given = documents.get(document.id()).passages();
    List<Span> spans = new ArrayList<>(given.size());
    int start = 0;
    for (EmbeddedPassage passage : given) {
      spans.add(new Span(start, start + passage.text().length()));
      start += passage.text().length() + EmbeddedDocument.SEPARATOR.length();
    }
    List<Passage> passages = extractor.divided(document, spans);
    List<EncodedPassage> encoded = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      encoded.add(
          new EncodedPassage(
              passages.get(i),
              Optional.of(UnitVectors.of(given.get(i).vector())).filter(Encoder::isNonZero),
              Optional.empty(),
              Optional.empty()));
    }
    return encoded;
  }
}
