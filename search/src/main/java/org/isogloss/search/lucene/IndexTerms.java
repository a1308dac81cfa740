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
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** The terms of an analysed field. */
final class IndexTerms {
  /** Maximum number of terms that are examined for one prefix: those of a few milliseconds. */
  private static final int MAX_EXAMINED = 100_000;

  /** Number of first letters without errors. */
  private static final int SAME_LETTERS = 1;

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
    if (found.seekCeil(start) == TermsEnum.SeekStatus.END) {
      return List.of();
    }
    MostFrequent best = new MostFrequent(count);
    int examined = 0;
    for (BytesRef term = found.term();
        term != null && StringHelper.startsWith(term, start) && examined < MAX_EXAMINED;
        term = found.next()) {
      best.add(term.utf8ToString(), found.docFreq());
      examined++;
    }
    return best.inOrder();
  }

  /** Returns the terms that differ from a term by one edit, the most frequent ones first. */
  static List<String> similar(IndexReader reader, Term term, int count) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, term.field());
    if (terms == null) {
      return List.of();
    }
    FuzzyTermsEnum found =
        new FuzzyTermsEnum(
            terms, term, /* maxEdits= */ 1, SAME_LETTERS, /* transpositions= */ true);
    MostFrequent best = new MostFrequent(count);
    for (BytesRef similar = found.next(); similar != null; similar = found.next()) {
      best.add(similar.utf8ToString(), found.docFreq());
    }
    return best.inOrder();
  }

  /** Collects the most frequent terms. */
  private static final class MostFrequent {
    private final int count;
    private final PriorityQueue<Counted> best = new PriorityQueue<>(LEAST_FREQUENT_FIRST);

    MostFrequent(int count) {
      this.count = count;
    }

    void add(String term, int passages) {
      best.add(new Counted(term, passages));
      if (best.size() > count) {
        best.poll();
      }
    }

    List<String> inOrder() {
      List<String> ordered = new ArrayList<>();
      while (!best.isEmpty()) {
        ordered.add(best.poll().term());
      }
      return ordered.reversed();
    }
  }
}
