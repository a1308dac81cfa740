// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.isogloss.core.util.LruCache;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.TermStatistics;

/** The terms of the analysed fields of one commit. */
final class IndexTerms {
  /** Maximum number of terms that are examined for one prefix: those of a few milliseconds. */
  private static final int MAX_EXAMINED = 100_000;

  private static final int CACHED_STATES = 10_000;
  private static final int CACHED_AUTOMATA = 64;

  /** Number of first letters without errors. */
  private static final int SAME_LETTERS = 1;

  private static final Comparator<Counted> LEAST_FREQUENT_FIRST =
      Comparator.comparingInt(Counted::passages)
          .thenComparing(Counted::term, Comparator.reverseOrder());

  /** A term and the number of passages that have it. */
  private record Counted(String term, int passages) {}

  private final IndexSearcher searcher;

  /** Where the terms of recent queries are, so that the search does not look them up again. */
  private final LruCache<IndexTerm, TermStates> states = new LruCache<>(CACHED_STATES);

  /** The automata of terms with one edit. Building one takes longer than finding its terms. */
  private final LruCache<String, CompiledAutomaton> edits = new LruCache<>(CACHED_AUTOMATA);

  private final Map<String, FieldTerms> fields = new ConcurrentHashMap<>();

  IndexTerms(IndexSearcher searcher) {
    this.searcher = searcher;
  }

  /** Returns how often terms occur; a term that does not occur has zero passages. */
  Map<IndexTerm, TermStatistics> statistics(Collection<IndexTerm> terms) throws IOException {
    Map<IndexTerm, TermStatistics> statistics = HashMap.newHashMap(terms.size());
    for (IndexTerm term : terms) {
      if (statistics.putIfAbsent(term, TermStatistics.NONE) == null) {
        Optional<TermStates> found = find(term);
        if (found.isPresent()) {
          states.put(term, found.get());
          statistics.put(
              term, new TermStatistics(found.get().docFreq(), found.get().totalTermFreq()));
        }
      }
    }
    return statistics;
  }

  private Optional<TermStates> find(IndexTerm term) throws IOException {
    return fields
        .computeIfAbsent(
            term.field(), field -> new FieldTerms(searcher.getTopReaderContext(), field))
        .find(term.text());
  }

  /** Returns a query for a term of a field. */
  TermQuery query(String field, String text) {
    Term term = new Term(field, text);
    return states
        .find(new IndexTerm(field, text))
        .map(known -> new TermQuery(term, known))
        .orElseGet(() -> new TermQuery(term));
  }

  /** Returns terms that begin with a prefix, the most frequent ones first. */
  List<String> mostFrequent(String field, String prefix, int count) throws IOException {
    Terms terms = MultiTerms.getTerms(searcher.getIndexReader(), field);
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
  List<String> similar(String field, String term, int count) throws IOException {
    Terms terms = MultiTerms.getTerms(searcher.getIndexReader(), field);
    if (terms == null) {
      return List.of();
    }
    CompiledAutomaton withOneEdit =
        edits
            .findOrCompute(
                List.of(term),
                Function.identity(),
                missing ->
                    List.of(
                        FuzzyQuery.getFuzzyAutomaton(
                            term, /* maxEdits= */ 1, SAME_LETTERS, /* transpositions= */ true)))
            .getFirst();
    TermsEnum found = withOneEdit.getTermsEnum(terms);
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
