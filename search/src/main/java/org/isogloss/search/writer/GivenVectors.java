// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.search.index.EncodedPassage;

/** Makes one passage of each document, with a vector that was computed elsewhere. */
public final class GivenVectors implements DocumentEncoder {
  private final PassageExtractor extractor;
  private final Map<String, float[]> vectors;

  /**
   * Creates an encoder.
   *
   * @param extractor determines the languages of documents
   * @param vectors the vector of each document, of unit length or zero, by its id
   */
  public GivenVectors(PassageExtractor extractor, Map<String, float[]> vectors) {
    this.extractor = extractor;
    this.vectors = Map.copyOf(vectors);
  }

  @Override
  public List<List<EncodedPassage>> encode(List<Document> documents) {
    return documents.stream().map(document -> List.of(encode(document))).toList();
  }

  private EncodedPassage encode(Document document) {
    return new EncodedPassage(
        extractor.whole(document),
        Optional.of(vectors.get(document.id())).filter(Encoder::isNonZero),
        Optional.empty(),
        Optional.empty());
  }
}
