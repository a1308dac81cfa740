package org.isogloss.search.retrieve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.reader.FieldStatistics;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.LanguageScope;
import org.isogloss.search.reader.ScriptFilter;

/**
 * Finds passages of many languages by the words of a query, or by what counts as them there ({@link
 * QueryTranslation}): BM25, query likelihood, PSQ, translation term by term.
 *
 * <p>A passage is compared with the query as it is asked of the passage's own language; {@code n},
 * {@code df} and the mean length are those of that language. In BM25 a term that no other passage
 * of a language holds weighs {@code log(1 + (n + 0.5) / 0.5)}, much less in a small language than
 * in a large one, though it says as much. So these scores of a language are scaled by {@code log(1
 * + (N + 0.5) / 0.5) / log(1 + (n + 0.5) / 0.5)}, where {@code n} are its passages and {@code N}
 * all of the index. By likelihood, what is translated is compared with general text in the language
 * of the query, whatever language the passage is in.
 */
final class LexicalRetriever implements Retriever {
  /** Lucene takes no more in one query; beyond, the words that say least are left out. */
  private static final int MAX_WORDS = 1024;

  /** What else a word translates is less likely than these. */
  private static final int MAX_TRANSLATIONS = 256;

  /** Scores depend on the lengths of passages, which Lucene rounds. */
  private static final double SCORE_TOLERANCE = 2;

  private static final Sort BEST_FIRST =
      new Sort(
          SortField.FIELD_SCORE,
          new SortField(PassageFields.ID, SortField.Type.STRING),
          new SortField(PassageFields.PASSAGE, SortField.Type.INT));

  /** How words are scored. */
  enum Weighting {
    /** {@link TermWeighting.Bm25}. */
    BM25,
    /** {@link TermWeighting.QueryLikelihood}. */
    QUERY_LIKELIHOOD
  }

  private final IndexSnapshot snapshot;
  private final Set<String> codes;
  private final ScriptFilter scripts;
  private final QueryTranslation asked;
  private final Weighting form;

  /**
   * A retriever over some languages.
   *
   * @param scope the passages that may be found
   */
  LexicalRetriever(
      IndexSnapshot snapshot, LanguageScope scope, QueryTranslation asked, Weighting form) {
    this.snapshot = snapshot;
    this.codes = scope.codes();
    this.scripts = new ScriptFilter(scope);
    this.asked = asked;
    this.form = form;
  }

  /**
   * What a pipeline asks for.
   *
   * @param tables of the index
   * @param projected codes of the languages of queries whose terms passages have already
   */
  static LexicalRetriever of(
      Pipeline.Lexical words,
      IndexSnapshot snapshot,
      LanguageScope scope,
      IndexTranslationTables tables,
      Set<String> projected) {
    QueryTranslation asked =
        QueryTranslation.of(words, snapshot.codes(), snapshot.analyzers(), tables, projected);
    boolean likely =
        words instanceof Pipeline.QueryLikelihood
            || words.equals(new Pipeline.Psq(Pipeline.Psq.Form.HMM));
    return new LexicalRetriever(
        snapshot, scope, asked, likely ? Weighting.QUERY_LIKELIHOOD : Weighting.BM25);
  }

  /**
   * A word that some passage of a language may hold.
   *
   * @param matches those of its terms that some passage holds
   */
  private record ScoredWord(String field, List<Translation> matches, TermWeighting score) {}

  /**
   * What was found.
   *
   * @param ranking the passages
   * @param maxScores by the code of each language what scores of its passages stay below, however
   *     often they hold all words of the query; words that no passage of the language holds count
   *     as the rarest
   */
  record LexicalMatches(Ranking ranking, Map<String, Double> maxScores) {}

  @Override
  public Ranking retrieve(Query query, int depth) {
    return matches(query, depth).ranking();
  }

  /** The best passages for a query, and how good any could be. */
  LexicalMatches matches(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    return snapshot.read(() -> search(query, depth));
  }

  private LexicalMatches search(Query query, int depth) throws IOException {
    Map<String, Double> most = new HashMap<>();
    List<ScoredWord> words = words(query, most);
    if (words.isEmpty()) {
      return new LexicalMatches(Ranking.EMPTY, most);
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (ScoredWord word : words) {
      any.add(
          TranslatedWordQuery.of(word.field(), word.matches(), word.score()),
          BooleanClause.Occur.SHOULD);
    }
    if (scripts.isActive()) {
      any.add(scripts.query(), BooleanClause.Occur.FILTER);
      any.setMinimumNumberShouldMatch(1);
    }
    IndexSearcher searcher = snapshot.searcher();
    int limit = Math.min(depth, Math.max(1, searcher.getIndexReader().maxDoc()));
    TopDocs found =
        searcher.search(any.build(), new TopFieldCollectorManager(BEST_FIRST, limit, null, limit));
    requirePlausibleScores(found, most);
    return new LexicalMatches(snapshot.ranking(found), most);
  }

  /** Refuses scores that only damaged postings can give. */
  private static void requirePlausibleScores(TopDocs found, Map<String, Double> most)
      throws CorruptIndexException {
    double largest = most.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    for (ScoreDoc doc : found.scoreDocs) {
      float score = (Float) ((FieldDoc) doc).fields[0];
      if (!(score >= 0 && score <= SCORE_TOLERANCE * largest)) {
        throw new CorruptIndexException(
            "the words of a passage give the score " + score + ", expected 0 to " + largest,
            "postings");
      }
    }
  }

  /**
   * The words that some passage holds.
   *
   * @param most takes what all words weigh together, by the code of the language
   */
  private List<ScoredWord> words(Query query, Map<String, Double> most) throws IOException {
    List<ScoredWord> words = new ArrayList<>();
    for (Map.Entry<String, List<TranslatedQueryWord>> entry : asked.of(query).entrySet()) {
      if (!codes.contains(entry.getKey())) {
        continue;
      }
      for (TranslatedQueryWord word : entry.getValue()) {
        ScoredWord scored = scored(word);
        most.merge(entry.getKey(), scored.score().maxScore(), Double::sum);
        if (!scored.matches().isEmpty()) {
          words.add(scored);
        }
      }
    }
    if (words.size() > MAX_WORDS) {
      words.sort(
          Comparator.comparingDouble((ScoredWord word) -> word.score().maxScore()).reversed());
      return words.subList(0, MAX_WORDS);
    }
    return words;
  }

  private ScoredWord scored(TranslatedQueryWord word) throws IOException {
    String field = word.field();
    List<Translation> held = new ArrayList<>();
    double holding = 0;
    List<Translation> likeliest =
        word.queryWord().matches().stream()
            .sorted(Comparator.comparingDouble(Translation::probability).reversed())
            .limit(MAX_TRANSLATIONS)
            .toList();
    for (Translation match : likeliest) {
      int passages = snapshot.reader().docFreq(new Term(field, match.word()));
      if (passages > 0) {
        held.add(match);
        holding += match.probability() * passages;
      }
    }
    FieldStatistics statistics = snapshot.fieldStatistics(field);
    return new ScoredWord(
        field,
        held,
        switch (form) {
          case BM25 -> {
            double scale =
                maxInverseDocumentFrequency(snapshot.analysedPassages())
                    / maxInverseDocumentFrequency(statistics.passages());
            double idf = TermWeighting.Bm25.idf(holding, (double) statistics.passages());
            yield new TermWeighting.Bm25(idf * scale, statistics.averageLength());
          }
          case QUERY_LIKELIHOOD ->
              new TermWeighting.QueryLikelihood(
                  backgroundProbability(field, statistics, word),
                  TermWeighting.QueryLikelihood.DEFAULT_DOCUMENT_WEIGHT);
        });
  }

  private double backgroundProbability(
      String field, FieldStatistics statistics, TranslatedQueryWord word) throws IOException {
    String term = word.queryWord().word();
    return word.backgroundModel().isPresent()
        ? word.backgroundModel().get().backgroundProbability(term)
        : statistics.relativeFrequency(snapshot.searcher(), new Term(field, term));
  }

  /** The inverse document frequency of a term that one of no more than {@code n} passages holds. */
  private static double maxInverseDocumentFrequency(long n) {
    return Math.log(1 + (n + 0.5) / 0.5);
  }
}
