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
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
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

  private static final int CACHED_AUTOMATA = 64;

  /** Number of first letters without errors. */
  private static final int SAME_LETTERS = 1;

  private static final Comparator<Counted> LEAST_FREQUENT_FIRST =
      Comparator.comparingInt(Counted::passages)
          .thenComparing(Counted::term, Comparator.reverseOrder());

  /** A term and the number of passages that have it. */
  private record Counted(String term, int passages) {}

  private final IndexSearcher searcher;

  /** The automata of terms with one edit. Building one takes longer than finding its terms. */
  private final LruCache<String, CompiledAutomaton> edits = new LruCache<>(CACHED_AUTOMATA);

  /**
   * The terms of each field by segment, which Lucene otherwise looks up by the name of the field.
   */
  private final Map<String, List<Terms>> segments = new ConcurrentHashMap<>();

  IndexTerms(IndexSearcher searcher) {
    this.searcher = searcher;
  }

  /** Returns how often terms occur; a term that does not occur has zero passages. */
  Map<IndexTerm, TermStatistics> statistics(Collection<IndexTerm> terms) throws IOException {
    Map<IndexTerm, TermStatistics> found = HashMap.newHashMap(terms.size());
    Map<String, List<IndexTerm>> byField = new HashMap<>();
    for (IndexTerm term : terms) {
      if (found.putIfAbsent(term, TermStatistics.NONE) == null) {
        byField.computeIfAbsent(term.field(), field -> new ArrayList<>()).add(term);
      }
    }
    for (Map.Entry<String, List<IndexTerm>> ofField : byField.entrySet()) {
      count(ofField.getKey(), ofField.getValue(), found);
    }
    return found;
  }

  /**
   * Adds the counts of distinct terms of a field. They are looked up together, because opening a
   * field of a segment takes longer than finding a term in it.
   */
  private void count(String field, List<IndexTerm> terms, Map<IndexTerm, TermStatistics> counts)
      throws IOException {
    for (Terms ofSegment : ofSegments(field)) {
      TermsEnum segmentTerms = ofSegment.iterator();
      for (IndexTerm term : terms) {
        if (segmentTerms.seekExact(new BytesRef(term.text()))) {
          TermStatistics found =
              new TermStatistics(segmentTerms.docFreq(), segmentTerms.totalTermFreq());
          counts.merge(term, found, TermStatistics::plus);
        }
      }
    }
  }

  /** Returns the terms of a field in each segment that has it. */
  private List<Terms> ofSegments(String field) throws IOException {
    List<Terms> known = segments.get(field);
    if (known == null) {
      known = new ArrayList<>();
      for (LeafReaderContext leaf : searcher.getLeafContexts()) {
        Terms ofSegment = leaf.reader().terms(field);
        if (ofSegment != null) {
          known.add(ofSegment);
        }
      }
      segments.put(field, known);
    }
    return known;
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
