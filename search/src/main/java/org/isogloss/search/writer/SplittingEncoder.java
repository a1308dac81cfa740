// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.manifest.IndexManifest;

/**
 * Splits documents into passages and encodes those of all documents together.
 *
 * @param extractor splits documents
 * @param encoder computes the vectors
 * @param spans computes the vectors of passages in the context of their documents; empty if they
 *     are computed without it
 */
public record SplittingEncoder(
    PassageExtractor extractor, PassageEncoder encoder, Optional<SpanEncoder> spans)
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
   * @throws org.isogloss.core.IsoglossException if the index is one of late chunking, which the
   *     encoder cannot do
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
            sparse),
        encoder.filter(given -> manifest.vectors().lateChunking()).map(Encoder::spans));
  }

  @Override
  public List<List<EncodedPassage>> encode(List<Document> documents) {
    List<List<Passage>> split = documents.stream().map(extractor::extract).toList();
    List<EncodedPassage> encoded =
        encoder.encode(
            split.stream().flatMap(List::stream).toList(),
            spans.map(contextual -> vectors(contextual, documents, split)));
    List<List<EncodedPassage>> grouped = new ArrayList<>(documents.size());
    int from = 0;
    for (List<Passage> passages : split) {
      int to = from + passages.size();
      grouped.add(encoded.subList(from, to));
      from = to;
    }
    return grouped;
  }

  private static List<float[]> vectors(
      SpanEncoder spans, List<Document> documents, List<List<Passage>> split) {
    List<SpanEncoder.Passages> texts = new ArrayList<>(documents.size());
    for (int i = 0; i < documents.size(); i++) {
      if (!split.get(i).isEmpty()) {
        texts.add(passages(documents.get(i), split.get(i)));
      }
    }
    return spans.encode(texts, Role.PASSAGE).stream().flatMap(Arrays::stream).toList();
  }

  /** Leaves out the white space around the passages of a document. */
  private static SpanEncoder.Passages passages(Document document, List<Passage> passages) {
    int from = passages.getFirst().start();
    int to = passages.stream().mapToInt(Passage::end).max().orElseThrow();
    return new SpanEncoder.Passages(
        document.title(),
        document.text().substring(from, to),
        passages.stream()
            .map(passage -> new Span(passage.start() - from, passage.end() - from))
            .toList());
  }
}
