// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import java.util.Map;
import java.util.OptionalDouble;
import org.isogloss.core.Passage;

/** Converts passages that a search found, as {@link IsoglossContentRetriever} describes it. */
final class PassageContent {
  private PassageContent() {}

  /**
   * Converts a passage.
   *
   * @param fields the fields of its document
   * @param probability that it answers the query; empty if not known
   * @param score the score of the pipeline
   */
  static Content of(
      Passage passage,
      org.isogloss.core.metadata.Metadata fields,
      OptionalDouble probability,
      double score) {
    Metadata metadata = new Metadata();
    fields.fields().forEach((name, value) -> SegmentMetadata.put(metadata, name, value));
    metadata.put(IsoglossContentRetriever.ID, passage.documentId());
    metadata.put(IsoglossContentRetriever.PASSAGE, passage.ordinal());
    if (!passage.language().isUndetermined()) {
      metadata.put(IsoglossContentRetriever.LANGUAGE, passage.language().tag());
    }
    if (!passage.title().isBlank()) {
      metadata.put(IsoglossContentRetriever.TITLE, passage.title());
    }
    String text = passage.text().isBlank() ? passage.title() : passage.text();
    return Content.from(
        TextSegment.from(text, metadata), Map.of(ContentMetadata.SCORE, probability.orElse(score)));
  }
}
