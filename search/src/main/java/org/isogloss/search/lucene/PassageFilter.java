// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.isogloss.core.Language;
import org.isogloss.search.filter.FilterCompiler;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.PassageScope;

/**
 * Excludes passages whose language is in a scope but whose script is not, and those that do not
 * meet the scope's filter. The filter is computed once per segment, at its first use. This class is
 * thread-safe.
 */
final class PassageFilter {
  private final PassageScope scope;
  private final LuceneSnapshot snapshot;
  private final Optional<Query> matching;
  private final Map<Integer, Accepted> accepted = new ConcurrentHashMap<>();

  /**
   * The passages of a segment that are not excluded.
   *
   * @param docs the passages, without deleted ones
   * @param counts their numbers by language code
   */
  private record Accepted(FixedBitSet docs, Map<String, Integer> counts) {}

  PassageFilter(PassageScope scope, LuceneSnapshot snapshot) {
    this.scope = scope;
    this.snapshot = snapshot;
    this.matching =
        scope
            .filter()
            .map(
                new FilterCompiler<>(
                        snapshot.fieldTypes(),
                        snapshot.codes(),
                        snapshot.indexedText(),
                        new LuceneFilterQueries())
                    ::compile);
  }

  /** The language codes of the candidate passages. */
  Set<String> codes() {
    return scope.codes();
  }

  /** Whether the filter may exclude passages. */
  boolean isActive() {
    return scope.restrictsScripts() || matching.isPresent();
  }

  /**
   * Returns the passages of a segment that are neither deleted nor excluded; null for all passages.
   */
  Bits acceptedDocs(LeafReaderContext leaf) throws IOException {
    return isActive() ? accepted(leaf).docs() : leaf.reader().getLiveDocs();
  }

  /** Returns the passages of {@link #acceptedDocs}, for the search in the graph of a language. */
  AcceptDocs acceptedDocs(LeafReaderContext leaf, String code) throws IOException {
    if (!isActive()) {
      return AcceptDocs.fromLiveDocs(leaf.reader().getLiveDocs(), leaf.reader().maxDoc());
    }
    Accepted found = accepted(leaf);
    int count = found.counts().getOrDefault(code, 0);
    return new AcceptDocs() {
      @Override
      public Bits bits() {
        return found.docs();
      }

      @Override
      public DocIdSetIterator iterator() {
        return new BitSetIterator(found.docs(), count);
      }

      @Override
      public int cost() {
        // The passages of other languages have no vectors in this graph.
        return count;
      }
    };
  }

  /** Returns the number of passages that are candidates, in languages with the given codes. */
  long candidates(Set<String> codes) throws IOException {
    if (!isActive()) {
      return snapshot.passages(codes);
    }
    long candidates = 0;
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      for (String code : codes) {
        candidates += accepted(leaf).counts().getOrDefault(code, 0);
      }
    }
    return candidates;
  }

  private Accepted accepted(LeafReaderContext leaf) throws IOException {
    Accepted found = accepted.get(leaf.ord);
    if (found == null) {
      found = find(leaf);
      accepted.put(leaf.ord, found);
    }
    return found;
  }

  private Accepted find(LeafReaderContext leaf) throws IOException {
    LeafReader reader = leaf.reader();
    SortedDocValues codes = DocValues.getSorted(reader, PassageFields.LANGUAGE);
    SortedDocValues scripts = DocValues.getSorted(reader, PassageFields.SCRIPT);
    StoredFields stored = reader.storedFields();
    boolean restrictsScripts = scope.restrictsScripts();
    DocIdSetIterator matching = matching(leaf);
    Bits live = reader.getLiveDocs();
    FixedBitSet docs = new FixedBitSet(reader.maxDoc());
    int[] counts = new int[codes.getValueCount()];
    for (int doc = matching.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = matching.nextDoc()) {
      if ((live == null || live.get(doc)) && codes.advanceExact(doc)) {
        String code = codes.lookupOrd(codes.ordValue()).utf8ToString();
        if (scope.codes().contains(code)
            && (!restrictsScripts || scope.admits(code, script(doc, scripts, stored)))) {
          docs.set(doc);
          counts[codes.ordValue()]++;
        }
      }
    }
    Map<String, Integer> byCode = new HashMap<>();
    for (int ord = 0; ord < counts.length; ord++) {
      byCode.put(codes.lookupOrd(ord).utf8ToString(), counts[ord]);
    }
    return new Accepted(docs, byCode);
  }

  private DocIdSetIterator matching(LeafReaderContext leaf) throws IOException {
    if (matching.isEmpty()) {
      return DocIdSetIterator.all(leaf.reader().maxDoc());
    }
    IndexSearcher searcher = snapshot.searcher();
    Scorer scorer =
        searcher
            .createWeight(searcher.rewrite(matching.get()), ScoreMode.COMPLETE_NO_SCORES, 1)
            .scorer(leaf);
    return scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
  }

  private static String script(int doc, SortedDocValues scripts, StoredFields stored)
      throws IOException {
    if (scripts.advanceExact(doc)) {
      return scripts.lookupOrd(scripts.ordValue()).utf8ToString();
    }
    // Indexes of earlier versions have only the stored tag.
    String tag = stored.document(doc, Set.of(PassageFields.TAG)).get(PassageFields.TAG);
    return Language.of(tag).script();
  }

  /** Returns a query that matches the passages that are not excluded, with a constant score. */
  Query query() {
    return new InScope(this);
  }

  private static final class InScope extends Query {
    private final PassageFilter filter;

    InScope(PassageFilter filter) {
      this.filter = filter;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
          FixedBitSet docs = filter.accepted(leaf).docs();
          return new DefaultScorerSupplier(
              new ConstantScoreScorer(score(), mode, new BitSetIterator(docs, docs.cardinality())));
        }

        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
          return false;
        }
      };
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
      return "inScope(" + filter.scope + ")";
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof InScope that && filter == that.filter;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(filter);
    }
  }
}
