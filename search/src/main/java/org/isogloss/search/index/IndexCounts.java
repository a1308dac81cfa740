// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Language;

/** Counts and lists the documents and passages of an index, excluding deleted ones. */
public final class IndexCounts {
  private final IndexReader reader;
  private final IndexSearcher searcher;

  public IndexCounts(IndexReader reader) {
    this.reader = reader;
    this.searcher = new IndexSearcher(reader);
  }

  public long documents() throws IOException {
    return searcher.count(new FieldExistsQuery(PassageFields.RUN));
  }

  public long passages() {
    return reader.numDocs();
  }

  /** Number of documents written by one run. */
  public long documentsOf(long run) throws IOException {
    return searcher.count(LongField.newExactQuery(PassageFields.RUN, run));
  }

  /** Number of documents in the index that have one of the given ids. */
  public long documentsOf(Collection<String> ids) throws IOException {
    return searcher.count(
        new BooleanQuery.Builder()
            .add(new FieldExistsQuery(PassageFields.RUN), BooleanClause.Occur.FILTER)
            .add(
                new TermInSetQuery(PassageFields.ID, ids.stream().map(BytesRef::new).toList()),
                BooleanClause.Occur.FILTER)
            .build());
  }

  /** The ids of the documents with a passage that a query matches. */
  public Set<String> documentIds(Query query) throws IOException {
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    Set<String> found = new HashSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      SortedDocValues ids = DocValues.getSorted(leaf.reader(), PassageFields.ID);
      DocIdSetIterator docs = scorer.iterator();
      while (docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if ((live == null || live.get(docs.docID())) && ids.advanceExact(docs.docID())) {
          found.add(ids.lookupOrd(ids.ordValue()).utf8ToString());
        }
      }
    }
    return found;
  }

  /**
   * Number of passages of each language, in descending order; ties are ordered by language code.
   */
  public Map<Language, Long> passagesPerLanguage() throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(PassageFields.LANGUAGE);
      if (terms == null) {
        continue;
      }
      TermsEnum codes = terms.iterator();
      for (BytesRef code = codes.next(); code != null; code = codes.next()) {
        counts.put(code.utf8ToString(), 0L);
      }
    }
    for (Map.Entry<String, Long> entry : counts.entrySet()) {
      Term term = new Term(PassageFields.LANGUAGE, entry.getKey());
      entry.setValue((long) searcher.count(new TermQuery(term)));
    }
    List<Map.Entry<String, Long>> ordered = new ArrayList<>(counts.entrySet());
    ordered.sort(
        Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()));
    Map<Language, Long> languages = new LinkedHashMap<>();
    for (Map.Entry<String, Long> entry : ordered) {
      if (entry.getValue() > 0) {
        languages.put(Language.of(entry.getKey()), entry.getValue());
      }
    }
    return languages;
  }
}
