// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.springframework.ai.document.Document;

/**
 * Converts documents of Spring AI to those of Isogloss, and back without loss of text.
 *
 * <p>An index stores the passages of a document without the white space between them. A text with
 * white space at its ends, or with any other than spaces, is also stored as a whole, as the field
 * {@value #TEXT_FIELD}.
 */
final class SpringDocuments {
  /** The metadata field with the title. */
  static final String TITLE_FIELD = "title";

  /** The metadata field with the language tag. */
  static final String LANGUAGE_FIELD = "language";

  /** The field that holds the text of a document whose passages do not determine it. */
  static final String TEXT_FIELD = "isogloss.text";

  private SpringDocuments() {}

  /**
   * Returns the text of a document.
   *
   * @throws IsoglossException if the document is a medium without text
   */
  static String text(Document document) {
    String text = document.getText();
    if (text == null) {
      throw new IsoglossException(
          "the document " + document.getId() + " has no text, expected a text document");
    }
    return text;
  }

  /**
   * Converts a document to be indexed.
   *
   * @throws IsoglossException if it has no text, its language is not a language tag, or its
   *     metadata cannot be stored
   */
  static org.isogloss.core.Document toIsogloss(Document document) {
    String text = text(document);
    if (Encoder.isBlank(text)) {
      throw new IsoglossException(
          "the text of the document "
              + document.getId()
              + " is blank, expected words: leave the document out");
    }
    try {
      return new org.isogloss.core.Document(
          document.getId(),
          language(document.getMetadata()),
          title(document.getMetadata()),
          text,
          fields(text, document.getMetadata()));
    } catch (IsoglossException e) {
      throw new IsoglossException("the document " + document.getId() + ": " + e.getMessage(), e);
    }
  }

  /** Returns the title in metadata; empty without one. */
  static String title(Map<String, Object> metadata) {
    return metadata.get(TITLE_FIELD) instanceof String title ? title.strip() : "";
  }

  private static Language language(Map<String, Object> metadata) {
    Object tag = metadata.get(LANGUAGE_FIELD);
    return tag == null ? Language.UNDETERMINED : Language.of(tag.toString());
  }

  private static Metadata fields(String text, Map<String, Object> metadata) {
    if (metadata.containsKey(TEXT_FIELD)) {
      throw new IsoglossException(
          "the metadata field \"" + TEXT_FIELD + "\" is reserved for the text: rename it");
    }
    Metadata fields = SpringMetadata.fields(metadata);
    return isDeterminedByPassages(text) ? fields : fields.with(TEXT_FIELD, MetadataValue.of(text));
  }

  /** Whether all white space is blanks inside the text, which the offsets of passages imply. */
  private static boolean isDeterminedByPassages(String text) {
    return text.strip().length() == text.length()
        && text.chars()
            .allMatch(
                c ->
                    c == ' '
                        || !(Character.isWhitespace(c)
                            || Character.isSpaceChar(c)
                            || Character.isISOControl(c)));
  }

  /**
   * Returns a document that was found. Its metadata also has the language and the title that the
   * index knows, unless it has its own.
   *
   * @param passages all passages of the document in order, at least one
   * @param fields its fields
   * @param score its score
   */
  static Document toSpring(List<Passage> passages, Metadata fields, double score) {
    Map<String, Object> metadata = new HashMap<>(SpringMetadata.values(fields));
    Object stored = metadata.remove(TEXT_FIELD);
    Passage first = passages.getFirst();
    if (!first.title().isEmpty()) {
      metadata.putIfAbsent(TITLE_FIELD, first.title());
    }
    if (!first.language().isUndetermined()) {
      metadata.putIfAbsent(LANGUAGE_FIELD, first.language().tag());
    }
    return Document.builder()
        .id(first.documentId())
        .text(Optional.ofNullable(stored).map(Object::toString).orElseGet(() -> joined(passages)))
        .metadata(metadata)
        .score(score)
        .build();
  }

  /** Whether fields contain the whole text, so that the passages are not needed. */
  static boolean containText(Metadata fields) {
    return fields.find(TEXT_FIELD).isPresent();
  }

  /** Joins passages, which may overlap, with blanks where the offsets have a gap. */
  private static String joined(List<Passage> passages) {
    StringBuilder text = new StringBuilder();
    int end = passages.getFirst().start();
    for (Passage passage : passages) {
      text.repeat(' ', Math.max(0, passage.start() - end));
      text.append(
          passage.text(),
          Math.clamp(end - passage.start(), 0, passage.text().length()),
          passage.text().length());
      end = Math.max(end, passage.end());
    }
    return text.toString();
  }
}
