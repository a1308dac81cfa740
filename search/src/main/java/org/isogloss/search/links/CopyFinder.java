// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.search.links.PassageVectors.Document;

/**
 * Finds documents in one language with the same text, by their vectors: documents with as many
 * passages, all with a cosine of at least {@value #MIN_COSINE}. Only documents whose first passages
 * have the same signs in all dimensions are compared, which nearly all copies have.
 */
final class CopyFinder {
  /** Less than 1, because an encoder computes the vector of a text in different batches. */
  private static final double MIN_COSINE = 0.998;

  /** Documents that may be copies. */
  private record Key(String language, int passages, long signs) {}

  private CopyFinder() {}

  /**
   * Returns for each document the number of the document of which it is a copy: the first one with
   * its text, which may be the document itself.
   */
  static int[] originals(PassageVectors vectors) {
    int[] originals = new int[vectors.documents().size()];
    Map<Key, List<Integer>> candidates = new HashMap<>();
    for (int document = 0; document < originals.length; document++) {
      Document described = vectors.document(document);
      Key key =
          new Key(
              described.language(),
              described.passages().size(),
              vectors.signs(described.passages().from()));
      List<Integer> texts = candidates.computeIfAbsent(key, absent -> new ArrayList<>(1));
      originals[document] = document;
      for (int original : texts) {
        if (areCopies(vectors, described, vectors.document(original))) {
          originals[document] = original;
          break;
        }
      }
      if (originals[document] == document) {
        texts.add(document);
      }
    }
    return originals;
  }

  private static boolean areCopies(PassageVectors vectors, Document one, Document other) {
    for (int i = 0; i < one.passages().size(); i++) {
      if (vectors.cosine(one.passages().from() + i, other.passages().from() + i) < MIN_COSINE) {
        return false;
      }
    }
    return true;
  }
}
