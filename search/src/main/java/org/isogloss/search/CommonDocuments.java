// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.isogloss.search.index.PassageFields;

/** Finds a document that several indexes contain, in one pass over their sorted ids. */
final class CommonDocuments {
  private CommonDocuments() {}

  /**
   * A document of two indexes.
   *
   * @param one the position of an index that contains it
   * @param other the position of another one
   */
  record Found(String documentId, int one, int other) {}

  /** A position in the sorted ids of a segment. */
  private static final class Cursor {
    private final int index;
    private final Bits live;
    private final TermsEnum ids;
    private BytesRef id;

    Cursor(int index, Bits live, TermsEnum ids) {
      this.index = index;
      this.live = live;
      this.ids = ids;
    }

    /** Moves to the next id; false at the end. */
    boolean next() throws IOException {
      id = ids.next();
      return id != null;
    }

    /** Whether a passage of the document has not been deleted. */
    boolean isLive() throws IOException {
      if (live == null) {
        return true;
      }
      PostingsEnum passages = ids.postings(null, PostingsEnum.NONE);
      while (passages.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live.get(passages.docID())) {
          return true;
        }
      }
      return false;
    }
  }

  /** Returns a document that two of the indexes contain, without deleted documents. */
  static Optional<Found> find(List<DirectoryReader> indexes) throws IOException {
    PriorityQueue<Cursor> cursors = new PriorityQueue<>(Comparator.comparing(cursor -> cursor.id));
    for (int index = 0; index < indexes.size(); index++) {
      for (LeafReaderContext leaf : indexes.get(index).leaves()) {
        Terms ids = leaf.reader().terms(PassageFields.ID);
        if (ids != null) {
          Cursor cursor = new Cursor(index, leaf.reader().getLiveDocs(), ids.iterator());
          if (cursor.next()) {
            cursors.add(cursor);
          }
        }
      }
    }
    BytesRef last = new BytesRef();
    int lastIndex = -1;
    while (!cursors.isEmpty()) {
      Cursor cursor = cursors.poll();
      if (cursor.isLive()) {
        if (lastIndex >= 0 && lastIndex != cursor.index && cursor.id.equals(last)) {
          return Optional.of(new Found(last.utf8ToString(), lastIndex, cursor.index));
        }
        last = BytesRef.deepCopyOf(cursor.id);
        lastIndex = cursor.index;
      }
      if (cursor.next()) {
        cursors.add(cursor);
      }
    }
    return Optional.empty();
  }
}
