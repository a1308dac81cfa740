// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.manifest.IndexManifest;

/**
 * Splits documents into passages and encodes those of all documents together.
 *
 * @param extractor splits documents
 * @param encoder computes the vectors
 */
public record SplittingEncoder(PassageExtractor extractor, PassageEncoder encoder)
    implements DocumentEncoder {
  /** Creates an encoder of the documents of an index without weights of terms. */
  public static SplittingEncoder of(
      IndexManifest manifest, Optional<Encoder> encoder, Optional<TokenVectorScorer> tokens) {
    return of(manifest, encoder, tokens, Optional.empty());
  }

  /**
   * Creates an encoder of the documents of an index.
   *
   * @param manifest the manifest of the index
   * @param encoder the encoder of its vectors; empty for an index without vectors
   * @param tokens the scorer of its token vectors; empty if it stores none
   * @param sparse computes its weights of terms; empty if it stores none
   */
  public static SplittingEncoder of(
      IndexManifest manifest,
      Optional<Encoder> encoder,
      Optional<TokenVectorScorer> tokens,
      Optional<SparseEncoder> sparse) {
    return new SplittingEncoder(
        new PassageExtractor(manifest.passages(), encoder),
        new PassageEncoder(
            encoder,
            manifest.vectors().sentences(),
            tokens,
            manifest.tokenVectors().map(IndexManifest.TokenVectorModel::pooled).orElse(false),
            sparse));
  }

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
