// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.IndexReaderContext;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Finds terms of an analysed field in all segments. The enumerators of terms are kept for the next
 * search, because opening them takes about as long as finding a term. Thread-safe.
 */
final class FieldTerms {
  /** The terms of a segment. */
  private record SegmentTerms(int segment, TermsEnum terms) {}

  private final IndexReaderContext context;
  private final String field;

  /** The enumerators, if no thread uses them; null before they are opened and while one does. */
  private final AtomicReference<List<SegmentTerms>> idle = new AtomicReference<>();

  FieldTerms(IndexReaderContext context, String field) {
    this.context = context;
    this.field = field;
  }

  /** Returns where a term is and how often it occurs; empty if it does not occur. */
  Optional<TermStates> find(String term) throws IOException {
    List<SegmentTerms> taken = idle.getAndSet(null);
    List<SegmentTerms> segments = taken == null ? open() : taken;
    BytesRef text = new BytesRef(term);
    TermStates found = null;
    for (SegmentTerms segment : segments) {
      TermsEnum terms = segment.terms();
      if (terms.seekExact(text)) {
        if (found == null) {
          found = new TermStates(context);
        }
        found.register(
            terms.termState(), segment.segment(), terms.docFreq(), terms.totalTermFreq());
      }
    }
    // Enumerators that fail are not used again.
    idle.set(segments);
    return Optional.ofNullable(found);
  }

  private List<SegmentTerms> open() throws IOException {
    List<SegmentTerms> segments = new ArrayList<>();
    for (LeafReaderContext leaf : context.leaves()) {
      Terms terms = leaf.reader().terms(field);
      if (terms != null) {
        segments.add(new SegmentTerms(leaf.ord, terms.iterator()));
      }
    }
    return segments;
  }
}
