// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

/**
 * The size of a collection.
 *
 * @param documents number of documents, 1 or more
 * @param words mean number of words of a document, 1 or more
 * @param passagesPerDocument mean number of passages of a document, 1 or more
 */
record CollectionShape(long documents, long words, double passagesPerDocument) {
  CollectionShape {
    if (documents < 1 || words < 1 || !(passagesPerDocument >= 1)) {
      throw new IllegalArgumentException(
          documents + " documents of " + words + " words in " + passagesPerDocument + " passages");
    }
  }

  /** Number of passages of all documents. */
  double passages() {
    return documents * passagesPerDocument;
  }

  /** Mean number of words of a passage. */
  double wordsPerPassage() {
    return words / passagesPerDocument;
  }
}
