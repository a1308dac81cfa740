// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** The terms of an analysed field. */
final class IndexTerms {
  /** Maximum number of terms that are examined for one prefix: those of a few milliseconds. */
  private static final int MAX_EXAMINED = 100_000;

  private static final Comparator<Counted> LEAST_FREQUENT_FIRST =
      Comparator.comparingInt(Counted::passages)
          .thenComparing(Counted::term, Comparator.reverseOrder());

  /** A term and the number of passages that have it. */
  private record Counted(String term, int passages) {}

  private IndexTerms() {}

  /** Returns terms that begin with a prefix, the most frequent ones first. */
  static List<String> mostFrequent(IndexReader reader, String field, String prefix, int count)
      throws IOException {
    Terms terms = MultiTerms.getTerms(reader, field);
    if (terms == null) {
      return List.of();
    }
    BytesRef start = new BytesRef(prefix);
    TermsEnum found = terms.iterator();
    PriorityQueue<Counted> best = new PriorityQueue<>(LEAST_FREQUENT_FIRST);
    if (found.seekCeil(start) == TermsEnum.SeekStatus.END) {
      return List.of();
    }
    int examined = 0;
    for (BytesRef term = found.term();
        term != null && StringHelper.startsWith(term, start) && examined < MAX_EXAMINED;
        term = found.next()) {
      best.add(new Counted(term.utf8ToString(), found.docFreq()));
      if (best.size() > count) {
        best.poll();
      }
      examined++;
    }
    List<String> ordered = new ArrayList<>();
    while (!best.isEmpty()) {
      ordered.add(best.poll().term());
    }
    return ordered.reversed();
  }
}
