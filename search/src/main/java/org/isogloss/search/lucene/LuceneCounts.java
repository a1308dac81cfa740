// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.search.filter.FilterCompiler;
import org.isogloss.search.filter.IndexedText;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.writer.IndexCounts;

/** The counts of an index in a folder. */
public final class LuceneCounts implements IndexCounts {
  private final Path folder;
  private final IndexReader reader;
  private final IndexSearcher searcher;

  /**
   * @param folder folder of the index, for messages
   */
  public LuceneCounts(Path folder, IndexReader reader) {
    this.folder = folder;
    this.reader = reader;
    this.searcher = new IndexSearcher(reader);
  }

  @Override
  public long documents() {
    return count(new FieldExistsQuery(PassageFields.RUN));
  }

  private long count(Query query) {
    try {
      return searcher.count(query);
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  @Override
  public long passages() {
    return reader.numDocs();
  }

  @Override
  public long documentsOf(long run) {
    return count(LongField.newExactQuery(PassageFields.RUN, run));
  }

  @Override
  public long documentsOf(Collection<String> ids) {
    return count(
        new BooleanQuery.Builder()
            .add(new FieldExistsQuery(PassageFields.RUN), BooleanClause.Occur.FILTER)
            .add(
                new TermInSetQuery(PassageFields.ID, ids.stream().map(BytesRef::new).toList()),
                BooleanClause.Occur.FILTER)
            .build());
  }

  @Override
  public Set<String> documentIds(Filter filter, FieldTypes types, IndexedText text) {
    Set<String> codes =
        passagesPerLanguage().keySet().stream().map(Language::code).collect(Collectors.toSet());
    Query query =
        new FilterCompiler<>(types, codes, text, new LuceneFilterQueries()).compile(filter);
    try {
      return documentIds(query);
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  /** The ids of the documents with a passage that a query matches. */
  private Set<String> documentIds(Query query) throws IOException {
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

  @Override
  public Map<Language, Long> passagesPerLanguage() {
    Map<String, Long> counts;
    try {
      counts = languages();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
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

  private Map<String, Long> languages() throws IOException {
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
    return counts;
  }
}
