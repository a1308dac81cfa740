// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.search.links.PassageVectors.Document;

/**
 * Finds documents in one language with the same text, by their vectors:
 *
 * <ul>
 *   <li>Copies have as many passages, all with a cosine of at least {@value #MIN_COSINE}. Only
 *       documents whose first passages have the same signs in all dimensions are compared, which
 *       nearly all copies have.
 *   <li>A text in several file formats, {@code guide/backups.html} and {@code guide/backups.pdf},
 *       has ids that differ only in their ending. Headers of pages and menus are part of one of
 *       them only, and passages begin at other sentences, so that the passages of the shorter one
 *       need only be near to those of the other, which has at most twice as many: a whole book is
 *       no copy of its first page.
 * </ul>
 */
final class CopyFinder {
  /** Less than 1, because an encoder computes the vector of a text in different batches. */
  private static final double MIN_COSINE = 0.998;

  /** Minimum mean cosine of documents whose ids state that they are one text. */
  private static final double MIN_COSINE_OF_FORMATS = 0.85;

  /** The part of an id before the ending of a file of text. */
  private static final Pattern TEXT_FILE =
      Pattern.compile(
          "(?<name>.*[^/.])\\.(?:x?html?|pdf|txt|md|markdown|docx|odt|epub)",
          Pattern.CASE_INSENSITIVE);

  /** Documents that may be copies. */
  private record Key(String language, int passages, long signs) {}

  /** Documents that may be one text in several file formats. */
  private record Name(String language, String name) {}

  private final PassageVectors vectors;
  private final int[] originals;

  private CopyFinder(PassageVectors vectors) {
    this.vectors = vectors;
    this.originals = new int[vectors.documents().size()];
  }

  /**
   * Returns for each document the number of the document of which it is a copy: the first one with
   * its text, which may be the document itself.
   */
  static int[] originals(PassageVectors vectors) {
    CopyFinder finder = new CopyFinder(vectors);
    finder.findCopies();
    finder.findFormats();
    return finder.originals;
  }

  private void findCopies() {
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
        if (areCopies(described, vectors.document(original))) {
          originals[document] = original;
          break;
        }
      }
      if (originals[document] == document) {
        texts.add(document);
      }
    }
  }

  private boolean areCopies(Document one, Document other) {
    for (int i = 0; i < one.passages().size(); i++) {
      if (vectors.cosine(one.passages().from() + i, other.passages().from() + i) < MIN_COSINE) {
        return false;
      }
    }
    return true;
  }

  private void findFormats() {
    Map<Name, Integer> named = new HashMap<>();
    for (int document = 0; document < originals.length; document++) {
      Document described = vectors.document(document);
      Matcher file = TEXT_FILE.matcher(described.id());
      if (file.matches()) {
        Integer other =
            named.putIfAbsent(new Name(described.language(), file.group("name")), document);
        if (other != null && areOneText(other, document)) {
          join(original(other), original(document));
        }
      }
    }
    for (int document = 0; document < originals.length; document++) {
      originals[document] = original(document);
    }
  }

  private int original(int document) {
    int original = document;
    while (originals[original] != original) {
      original = originals[original];
    }
    return original;
  }

  private void join(int one, int other) {
    originals[Math.max(one, other)] = Math.min(one, other);
  }

  private boolean areOneText(int one, int other) {
    int passages = vectors.document(one).passages().size();
    int others = vectors.document(other).passages().size();
    return Math.max(passages, others) <= 2 * Math.min(passages, others)
        && vectors.cosineOfDocuments(one, other) >= MIN_COSINE_OF_FORMATS;
  }
}
