package org.isogloss.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/**
 * BM25 over passages of many languages (Robertson et al., "Okapi at TREC-3", 1994; in the form of
 * Lucene, {@code k1} 1.2, {@code b} 0.75, without the constant factor {@code k1 + 1}).
 *
 * <p>A passage is compared with the terms of the query as analysed in the passage's own language
 * ({@link QueryTerms}); {@code n}, {@code df} and the mean length are those of that language. A
 * term that no other passage of a language holds then weighs {@code log(1 + (n + 0.5) / 0.5)}, much
 * less in a small language than in a large one, though it says as much. So the scores of a language
 * are scaled by {@code log(1 + (N + 0.5) / 0.5) / log(1 + (n + 0.5) / 0.5)}, where {@code n} are
 * its passages and {@code N} all of the index.
 */
final class Bm25Retriever implements Retriever {
  /** Lucene takes no more in one query; beyond, the terms that say least are left out. */
  private static final int MOST_TERMS = 1024;

  private static final Sort BEST_FIRST =
      new Sort(
          SortField.FIELD_SCORE,
          new SortField(Fields.ID, SortField.Type.STRING),
          new SortField(Fields.PASSAGE, SortField.Type.INT));

  private final Snapshot snapshot;
  private final Set<String> codes;

  /**
   * BM25 over some languages.
   *
   * @param codes of the languages of the passages to be found
   */
  Bm25Retriever(Snapshot snapshot, Set<String> codes) {
    this.snapshot = snapshot;
    this.codes = codes;
  }

  private record Weighted(Term term, double idf, double scale) {
    double weight() {
      return idf * scale;
    }
  }

  /**
   * What was found.
   *
   * @param ranking the passages
   * @param most by the code of each language what scores of its passages stay below, however often
   *     they hold all terms of the query; terms that no passage of the language holds count as the
   *     rarest
   */
  record Matches(Ranking ranking, Map<String, Double> most) {}

  @Override
  public Ranking retrieve(Query query, int depth) {
    return matches(query, depth).ranking();
  }

  /** The best passages for a query, and how good any could be. */
  Matches matches(Query query, int depth) {
    Depths.require(depth);
    try {
      Map<String, Double> most = new HashMap<>();
      List<Weighted> terms = terms(query, most);
      if (terms.isEmpty()) {
        return new Matches(Ranking.EMPTY, most);
      }
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      for (Weighted term : terms) {
        any.add(
            new BoostQuery(new TermQuery(term.term()), (float) term.scale()),
            BooleanClause.Occur.SHOULD);
      }
      IndexSearcher searcher = snapshot.searcher();
      int limit = Math.min(depth, Math.max(1, searcher.getIndexReader().maxDoc()));
      Ranking ranking =
          snapshot.ranking(
              searcher.search(
                  any.build(), new TopFieldCollectorManager(BEST_FIRST, limit, null, limit)));
      return new Matches(ranking, most);
    } catch (IOException e) {
      throw snapshot.problem(e);
    }
  }

  /**
   * The terms that some passage holds.
   *
   * @param most takes what all terms weigh together, by the code of the language
   */
  private List<Weighted> terms(Query query, Map<String, Double> most) throws IOException {
    List<Weighted> terms = new ArrayList<>();
    // All languages of the index take part in finding out which one the asker's is.
    Map<String, Set<String>> byLanguage = QueryTerms.of(query, snapshot.codes());
    long all = snapshot.analysedPassages();
    for (Map.Entry<String, Set<String>> entry : byLanguage.entrySet()) {
      if (!codes.contains(entry.getKey())) {
        continue;
      }
      String field = Fields.text(entry.getKey());
      long passages = snapshot.analysedPassages(field);
      double scale = rarest(all) / rarest(passages);
      for (String text : entry.getValue()) {
        Term term = new Term(field, text);
        long holding = snapshot.searcher().getIndexReader().docFreq(term);
        double idf = Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
        Weighted weighted = new Weighted(term, idf, scale);
        most.merge(entry.getKey(), weighted.weight(), Double::sum);
        if (holding > 0) {
          terms.add(weighted);
        }
      }
    }
    if (terms.size() > MOST_TERMS) {
      terms.sort(
          Comparator.comparingDouble(Weighted::weight).reversed().thenComparing(Weighted::term));
      return terms.subList(0, MOST_TERMS);
    }
    return terms;
  }

  /** The inverse document frequency of a term that one of no more than {@code n} passages holds. */
  private static double rarest(long n) {
    return Math.log(1 + (n + 0.5) / 0.5);
  }
}
