// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Passage;
import org.isogloss.search.index.EncodedPassage;

/**
 * Splits documents into passages and encodes those of all documents together.
 *
 * @param extractor splits documents
 * @param encoder computes the vectors
 */
public record SplittingEncoder(PassageExtractor extractor, PassageEncoder encoder)
    implements DocumentEncoder {
  @Override
  public List<List<EncodedPassage>> encode(List<Document> documents) {
    List<List<Passage>> split = documents.stream().map(extractor::extract).toList();
    List<EncodedPassage> encoded = encoder.encode(split.stream().flatMap(List::stream).toList());
    List<List<EncodedPassage>> grouped = new ArrayList<>(documents.size());
    int from = 0;
    for (List<Passage> passages : split) {
      int to = from + passages.size();
      grouped.add(encoded.subList(from, to));
      from = to;
    }
    return grouped;
  }
}
