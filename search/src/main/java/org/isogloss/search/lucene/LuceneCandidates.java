// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.ScoredWord;
import org.isogloss.search.vector.DenseQuery;

/** The passages of a scope in one commit. */
final class LuceneCandidates implements CandidatePassages {
  /** Tolerance for scores, which depend on the lengths of passages that Lucene rounds. */
  private static final double SCORE_TOLERANCE = 2;

  private static final Sort BEST_FIRST =
      new Sort(
          SortField.FIELD_SCORE,
          new SortField(PassageFields.ID, SortField.Type.STRING),
          new SortField(PassageFields.PASSAGE, SortField.Type.INT));

  private final LuceneSnapshot snapshot;
  private final PassageFilter filter;
  private final long maxExactPassages;

  /**
   * @param filter admits the passages
   * @param maxExactPassages maximum number of candidates of an exhaustive search of vectors
   */
  LuceneCandidates(LuceneSnapshot snapshot, PassageFilter filter, long maxExactPassages) {
    this.snapshot = snapshot;
    this.filter = filter;
    this.maxExactPassages = maxExactPassages;
  }

  @Override
  public Set<String> codes() {
    return filter.codes();
  }

  @Override
  public Ranking search(List<ScoredWord> words, int depth) {
    return words.isEmpty() ? Ranking.EMPTY : snapshot.read(() -> searchWords(words, depth));
  }

  private Ranking searchWords(List<ScoredWord> words, int depth) throws IOException {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (ScoredWord word : words) {
      builder.add(ScoredWordQuery.of(word, snapshot.terms()), BooleanClause.Occur.SHOULD);
    }
    if (filter.isActive()) {
      builder.add(filter.query(), BooleanClause.Occur.FILTER);
      builder.setMinimumNumberShouldMatch(1);
    } else if (!codes().containsAll(snapshot.codes())
        && words.stream().anyMatch(word -> word.field().equals(PassageFields.SPARSE))) {
      // Other fields have the passages of one language.
      List<BytesRef> languages = codes().stream().map(BytesRef::new).toList();
      builder.add(
          new TermInSetQuery(PassageFields.LANGUAGE, languages), BooleanClause.Occur.FILTER);
      builder.setMinimumNumberShouldMatch(1);
    }
    IndexSearcher searcher = snapshot.searcher();
    int limit = Math.min(depth, Math.max(1, searcher.getIndexReader().maxDoc()));
    TopDocs found =
        searcher.search(
            builder.build(), new TopFieldCollectorManager(BEST_FIRST, limit, null, limit));
    requirePlausibleScores(found, words.stream().mapToDouble(ScoredWord::maxScore).sum());
    return snapshot.stored().ranking(found);
  }

  /** Rejects scores that can only result from damaged postings. */
  private static void requirePlausibleScores(TopDocs found, double largest)
      throws CorruptIndexException {
    for (ScoreDoc doc : found.scoreDocs) {
      float score = (Float) ((FieldDoc) doc).fields[0];
      if (!(score >= 0 && score <= SCORE_TOLERANCE * largest)) {
        throw new CorruptIndexException(
            "the postings of a passage yield the score " + score + ", expected 0 to " + largest,
            "postings");
      }
    }
  }

  @Override
  public Ranking nearest(DenseQuery query, double sentenceWeight, int depth) {
    return new VectorSearch(snapshot, sentenceWeight, filter, maxExactPassages)
        .search(query, depth);
  }

  @Override
  public List<Hit> retain(List<Hit> hits) {
    return hits.stream().filter(hit -> snapshot.stored().accepts(filter, hit)).toList();
  }
}
