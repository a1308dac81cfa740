// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

/** Receives the vectors of passages. */
@FunctionalInterface
public interface VectorVisitor {
  /**
   * Receives the vector of a passage. The passages of a document follow each other in order.
   *
   * @param language the language code of the document
   * @param vector of unit length; valid only during the call
   */
  void accept(String documentId, String language, float[] vector);
}
