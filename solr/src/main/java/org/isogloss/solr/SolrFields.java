// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.Collection;
import java.util.List;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Hit;

/**
 * The documents of a collection. A document of Isogloss is a block: its first passage is the root,
 * the other passages are its children, so that Solr replaces and deletes it as a whole and keeps it
 * on one shard. Each passage has
 *
 * <ul>
 *   <li>{@value #ID}: the id of the document, for later passages and ids with blanks followed by a
 *       blank and the ordinal
 *   <li>{@value #DOCUMENT}, {@value #PASSAGE}, {@value #START}, {@value #END}: id of the document,
 *       ordinal and offsets of the passage
 *   <li>{@value #LANGUAGE}, {@value #TAG}, {@value #SCRIPT}: language code, language tag, script
 *   <li>{@value #TITLE}, {@value #TEXT}: stored only
 *   <li>{@code text_de} and {@code title_de} etc.: analysed, as in an index in a folder
 *   <li>{@value #TERMS}, {@value #LENGTH}, {@value #TITLE_TERMS}: number of terms of the passage
 *       and of the title; {@value #LENGTH} leaves out terms at the position of the previous one and
 *       is rounded like Lucene's lengths
 *   <li>{@code projected_en_de} etc.: projected frequencies, if the index projects to English
 *   <li>{@value #VECTOR}: the vector, in one graph for all languages; {@value #SENTENCES}, {@value
 *       #TOKEN_VECTORS}: binary
 *   <li>{@code string_NAME}, {@code number_NAME} and {@code date_NAME}: fields of the document,
 *       with encoded names; {@value #METADATA}: all of them as JSON, on the first passage
 *   <li>{@value #RUN}: number of the indexing run, on the first passage
 * </ul>
 *
 * <p>Documents without {@value #LANGUAGE} are not passages: see {@link CollectionState} and {@link
 * StoredTables}. Their ids contain blanks, but do not end with a number.
 */
final class SolrFields {
  static final String ID = "id";
  static final String VERSION = "_version_";
  static final String DOCUMENT = "document";
  static final String PASSAGE = "passage";
  static final String START = "start";
  static final String END = "end";
  static final String LANGUAGE = "language";
  static final String TAG = "tag";
  static final String SCRIPT = "script";
  static final String TITLE = "title";
  static final String TEXT = "text";
  static final String TERMS = "terms";
  static final String LENGTH = "length";
  static final String TITLE_TERMS = "title_terms";
  static final String VECTOR = "vector";
  static final String SENTENCES = "sentences";
  static final String TOKEN_VECTORS = "token_vectors";
  static final String METADATA = "metadata";
  static final String RUN = "run";

  /** The content of a document that is not a passage. */
  static final String CONTENT = "content";

  /**
   * Separates the terms of a projected field or of a phrase; a private character that no text
   * contains.
   */
  static final char TERM_SEPARATOR = '\uE000';

  /** Stands for a stop word in the terms of a phrase. */
  static final char TERM_GAP = '\uE002';

  /** Separates a term of a projected field from its frequency. */
  static final char FREQUENCY_SEPARATOR = '\uE001';

  /** Matches all passages. */
  static final String ALL_PASSAGES = LANGUAGE + ":*";

  private SolrFields() {}

  /**
   * Returns the id of a passage. If the id of the document contains a blank, that of its first
   * passage has an ordinal, too, so that it differs from that of a later passage of another one.
   */
  static String id(String documentId, int passage) {
    return passage == 0 && documentId.indexOf(' ') < 0 ? documentId : documentId + " " + passage;
  }

  static String id(Hit hit) {
    return id(hit.documentId(), hit.passage());
  }

  /** Returns the ids of the first passages of documents. */
  static List<String> roots(Collection<String> documentIds) {
    return documentIds.stream().map(id -> id(id, 0)).toList();
  }

  /** Returns the field by which a field of documents, or {@code id} or {@code language}, sorts. */
  static String sortField(String name, FieldType type) {
    return switch (name) {
      case Filter.ID -> DOCUMENT;
      case Filter.LANGUAGE -> LANGUAGE;
      default -> metadataField(name, type);
    };
  }

  /** Returns the field of a field of documents. */
  static String metadataField(String name, FieldType type) {
    String prefix =
        switch (type) {
          case STRING, BOOLEAN -> "string_";
          case NUMBER -> "number_";
          case DATE -> "date_";
        };
    StringBuilder field = new StringBuilder(prefix);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      field.append(plain ? String.valueOf(c) : "_" + Integer.toHexString(c) + "_");
    }
    return field.toString();
  }
}
