// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

/**
 * A part of a collection as the index contains it.
 *
 * @param name its name in the collection
 * @param content the content that was read
 * @param run number of the indexing run that wrote its documents, and no others
 * @param documents number of different ids of its documents
 * @param remaining number of these documents that are in the index; smaller if later parts have
 *     documents with the same ids
 */
public record IndexedPart(
    String name, PartContent content, long run, long documents, long remaining) {
  /** Returns the part with other content, of which it keeps the documents. */
  public IndexedPart withContent(PartContent content) {
    return new IndexedPart(name, content, run, documents, remaining);
  }

  /** Returns the part with another number of documents in the index. */
  public IndexedPart withRemaining(long remaining) {
    return new IndexedPart(name, content, run, documents, remaining);
  }

  /** Whether a later part has replaced documents of this part. */
  boolean isShadowed() {
    return remaining < documents;
  }
}
