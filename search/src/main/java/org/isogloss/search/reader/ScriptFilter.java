// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.isogloss.core.Language;
import org.isogloss.search.index.PassageFields;

/**
 * Excludes passages whose language is in a scope but whose script is not. The filter is computed
 * once per segment, at its first use. This class is thread-safe.
 */
public final class ScriptFilter {
  private final LanguageScope scope;
  private final Map<Integer, FixedBitSet> acceptedDocs = new ConcurrentHashMap<>();

  public ScriptFilter(LanguageScope scope) {
    this.scope = scope;
  }

  /** Whether the filter excludes any passages. */
  public boolean isActive() {
    return scope.restrictsScripts();
  }

  /**
   * Returns the passages of a segment that are neither deleted nor excluded; null for all passages.
   */
  public Bits acceptedDocs(LeafReaderContext leaf) throws IOException {
    Bits live = leaf.reader().getLiveDocs();
    if (!isActive()) {
      return live;
    }
    FixedBitSet inScope = inScope(leaf);
    return live == null
        ? inScope
        : new Bits() {
          @Override
          public boolean get(int doc) {
            return live.get(doc) && inScope.get(doc);
          }

          @Override
          public int length() {
            return live.length();
          }
        };
  }

  private FixedBitSet inScope(LeafReaderContext leaf) throws IOException {
    FixedBitSet accepted = acceptedDocs.get(leaf.ord);
    if (accepted == null) {
      accepted = find(leaf.reader());
      acceptedDocs.put(leaf.ord, accepted);
    }
    return accepted;
  }

  private FixedBitSet find(LeafReader reader) throws IOException {
    SortedDocValues codes = DocValues.getSorted(reader, PassageFields.LANGUAGE);
    SortedDocValues scripts = DocValues.getSorted(reader, PassageFields.SCRIPT);
    StoredFields stored = reader.storedFields();
    FixedBitSet found = new FixedBitSet(reader.maxDoc());
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (codes.advanceExact(doc)) {
        String code = codes.lookupOrd(codes.ordValue()).utf8ToString();
        // Indexes of earlier versions have only the stored tag.
        if (scope.codes().contains(code)
            && scope.contains(
                code,
                scripts.advanceExact(doc)
                    ? scripts.lookupOrd(scripts.ordValue()).utf8ToString()
                    : Language.of(
                            stored.document(doc, Set.of(PassageFields.TAG)).get(PassageFields.TAG))
                        .script())) {
          found.set(doc);
        }
      }
    }
    return found;
  }

  /** Returns a query that matches the passages that are not excluded, with a constant score. */
  public Query query() {
    return new InScope(this);
  }

  private static final class InScope extends Query {
    private final ScriptFilter filter;

    InScope(ScriptFilter filter) {
      this.filter = filter;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
          FixedBitSet docs = filter.inScope(leaf);
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
