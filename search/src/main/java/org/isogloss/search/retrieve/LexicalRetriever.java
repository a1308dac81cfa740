// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
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
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.reader.FieldStatistics;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.PassageFilter;

/**
 * Retrieves passages in many languages by the words of a query or their translations ({@link
 * QueryTranslation}), with BM25, query likelihood, PSQ or term-by-term translation.
 *
 * <p>A passage is scored against the form of the query in the passage's language; {@code n}, {@code
 * df} and the mean length are those of that language. In BM25, the maximum weight of a term is
 * {@code log(1 + (n + 0.5) / 0.5)}, which is much smaller in a language with few passages than in
 * one with many, although such a term is equally informative. BM25 scores of a language are
 * therefore scaled by {@code log(1 + (N + 0.5) / 0.5) / log(1 + (n + 0.5) / 0.5)}, where {@code n}
 * is the number of passages in the language and {@code N} the number of passages in the index. In
 * query likelihood, the background model of translated words is general text in the query language,
 * independent of the language of the passage.
 *
 * <p>The weight of titles {@code t} adds to the score of a passage {@code t - 1} times the BM25
 * score of its title, whose length is compared with the mean length of titles in the language; the
 * idf of a word is that in whole passages.
 */
final class LexicalRetriever implements Retriever {
  /**
   * The maximum number of clauses in a Lucene query, of which the filter is one; the words with the
   * lowest weights are dropped.
   */
  private static final int MAX_CLAUSES = 1024;

  /** Maximum number of translations of a word; less probable ones are dropped. */
  private static final int MAX_TRANSLATIONS = 256;

  /** Tolerance for scores, which depend on the lengths of passages that Lucene rounds. */
  private static final double SCORE_TOLERANCE = 2;

  private static final Sort BEST_FIRST =
      new Sort(
          SortField.FIELD_SCORE,
          new SortField(PassageFields.ID, SortField.Type.STRING),
          new SortField(PassageFields.PASSAGE, SortField.Type.INT));

  /** The scoring function of words. */
  enum Weighting {
    /** {@link TermWeighting.Bm25}. */
    BM25,
    /** {@link TermWeighting.QueryLikelihood}. */
    QUERY_LIKELIHOOD
  }

  private final IndexSnapshot snapshot;
  private final Set<String> codes;
  private final PassageFilter filter;
  private final QueryTranslation translation;
  private final Weighting weighting;
  private final double titleWeight;

  /**
   * Creates a retriever.
   *
   * @param filter admits the candidate passages
   * @param translation provides the words of a query in each language
   * @param weighting the scoring function
   * @param titleWeight weight of words in titles, 1 or more
   */
  LexicalRetriever(
      IndexSnapshot snapshot,
      PassageFilter filter,
      QueryTranslation translation,
      Weighting weighting,
      double titleWeight) {
    this.snapshot = snapshot;
    this.codes = filter.codes();
    this.filter = filter;
    this.translation = translation;
    this.weighting = weighting;
    this.titleWeight = titleWeight;
  }

  /**
   * Creates the retriever of a pipeline component.
   *
   * @param component the component
   * @param filter admits the candidate passages
   * @param translation provides the words of a query in each language
   */
  static LexicalRetriever of(
      Pipeline.Lexical component,
      IndexSnapshot snapshot,
      PassageFilter filter,
      QueryTranslation translation) {
    boolean usesLikelihood =
        component instanceof Pipeline.QueryLikelihood
            || component.equals(new Pipeline.Psq(Pipeline.Psq.Form.HMM));
    return new LexicalRetriever(
        snapshot,
        filter,
        translation,
        usesLikelihood ? Weighting.QUERY_LIKELIHOOD : Weighting.BM25,
        component instanceof Pipeline.Bm25 bm25 ? bm25.title() : 1);
  }

  /**
   * A query word with its scoring function in one language.
   *
   * @param field the field that contains the terms
   * @param matches the terms of the word that occur in at least one passage
   * @param score the scoring function
   * @param title the field of titles and the scoring function there; empty if titles have no weight
   *     of their own
   */
  private record ScoredWord(
      String field, List<Translation> matches, TermWeighting score, Optional<ScoredTitle> title) {}

  /** The field of titles in one language, with the scoring function of a word. */
  private record ScoredTitle(String field, TermWeighting score) {}

  /**
   * The result of a search.
   *
   * @param ranking the passages
   * @param maxScores upper bound of the scores in each language, by language code: the score of a
   *     passage that contains all words of the query arbitrarily often. Words that occur in no
   *     passage of the language are treated as the rarest ones
   */
  record LexicalMatches(Ranking ranking, Map<String, Double> maxScores) {}

  @Override
  public Ranking retrieve(Query query, int depth) {
    return matches(query, depth).ranking();
  }

  /** Returns the best passages for a query and the upper bounds of their scores. */
  LexicalMatches matches(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    return snapshot.read(() -> search(query, depth));
  }

  private LexicalMatches search(Query query, int depth) throws IOException {
    Map<String, Double> maxScores = new HashMap<>();
    List<ScoredWord> words = words(query, maxScores);
    if (words.isEmpty()) {
      return new LexicalMatches(Ranking.EMPTY, maxScores);
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (ScoredWord word : words) {
      builder.add(
          TranslatedWordQuery.of(word.field(), word.matches(), word.score()),
          BooleanClause.Occur.SHOULD);
      word.title()
          .ifPresent(
              title ->
                  builder.add(
                      new BoostQuery(
                          TranslatedWordQuery.of(title.field(), word.matches(), title.score()),
                          (float) (titleWeight - 1)),
                      BooleanClause.Occur.SHOULD));
    }
    if (filter.isActive()) {
      builder.add(filter.query(), BooleanClause.Occur.FILTER);
      builder.setMinimumNumberShouldMatch(1);
    }
    IndexSearcher searcher = snapshot.searcher();
    int limit = Math.min(depth, Math.max(1, searcher.getIndexReader().maxDoc()));
    TopDocs found =
        searcher.search(
            builder.build(), new TopFieldCollectorManager(BEST_FIRST, limit, null, limit));
    requirePlausibleScores(found, maxScores);
    return new LexicalMatches(snapshot.stored().ranking(found), maxScores);
  }

  /** Rejects scores that can only result from damaged postings. */
  private static void requirePlausibleScores(TopDocs found, Map<String, Double> maxScores)
      throws CorruptIndexException {
    double largest = maxScores.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    for (ScoreDoc doc : found.scoreDocs) {
      float score = (Float) ((FieldDoc) doc).fields[0];
      if (!(score >= 0 && score <= SCORE_TOLERANCE * largest)) {
        throw new CorruptIndexException(
            "the postings of a passage yield the score " + score + ", expected 0 to " + largest,
            "postings");
      }
    }
  }

  /**
   * Returns the query words that occur in at least one passage.
   *
   * @param maxScores receives the sum of the maximum scores of all words, by language code
   */
  private List<ScoredWord> words(Query query, Map<String, Double> maxScores) throws IOException {
    List<ScoredWord> words = new ArrayList<>();
    for (Map.Entry<String, List<TranslatedQueryWord>> entry : translation.of(query).entrySet()) {
      if (!codes.contains(entry.getKey())) {
        continue;
      }
      for (TranslatedQueryWord word : entry.getValue()) {
        ScoredWord scored = scored(word, entry.getKey());
        double titles = scored.title().isPresent() ? titleWeight : 1;
        maxScores.merge(entry.getKey(), titles * scored.score().maxScore(), Double::sum);
        if (!scored.matches().isEmpty()) {
          words.add(scored);
        }
      }
    }
    int limit = (MAX_CLAUSES - 1) / (titleWeight == 1 ? 1 : 2);
    if (words.size() > limit) {
      words.sort(
          Comparator.comparingDouble((ScoredWord word) -> word.score().maxScore()).reversed());
      return words.subList(0, limit);
    }
    return words;
  }

  private ScoredWord scored(TranslatedQueryWord word, String code) throws IOException {
    String field = word.field();
    List<Translation> occurring = new ArrayList<>();
    double documentFrequency = 0;
    List<Translation> mostProbable =
        word.queryWord().matches().stream()
            .sorted(Comparator.comparingDouble(Translation::probability).reversed())
            .limit(MAX_TRANSLATIONS)
            .toList();
    for (Translation match : mostProbable) {
      int passages = snapshot.reader().docFreq(new Term(field, match.word()));
      if (passages > 0) {
        occurring.add(match);
        documentFrequency += match.probability() * passages;
      }
    }
    FieldStatistics statistics = snapshot.fieldStatistics(field);
    if (weighting == Weighting.QUERY_LIKELIHOOD) {
      TermWeighting likelihood =
          new TermWeighting.QueryLikelihood(
              backgroundProbability(field, statistics, word),
              TermWeighting.QueryLikelihood.DEFAULT_DOCUMENT_WEIGHT);
      return new ScoredWord(field, occurring, likelihood, Optional.empty());
    }
    double scale =
        maxInverseDocumentFrequency(snapshot.analysedPassages())
            / maxInverseDocumentFrequency(statistics.passages());
    double idf = scale * TermWeighting.Bm25.idf(documentFrequency, (double) statistics.passages());
    return new ScoredWord(
        field,
        occurring,
        new TermWeighting.Bm25(idf, statistics.averageLength()),
        title(code, idf));
  }

  private Optional<ScoredTitle> title(String code, double idf) {
    String field = PassageFields.titleField(code);
    FieldStatistics titles = snapshot.fieldStatistics(field);
    return titleWeight == 1 || titles.passages() == 0
        ? Optional.empty()
        : Optional.of(new ScoredTitle(field, new TermWeighting.Bm25(idf, titles.averageLength())));
  }

  private double backgroundProbability(
      String field, FieldStatistics statistics, TranslatedQueryWord word) throws IOException {
    String term = word.queryWord().word();
    return word.backgroundModel().isPresent()
        ? word.backgroundModel().get().backgroundProbability(term)
        : statistics.relativeFrequency(snapshot.searcher(), new Term(field, term));
  }

  /** The inverse document frequency of the rarest possible term among {@code n} passages. */
  private static double maxInverseDocumentFrequency(long n) {
    return Math.log(1 + (n + 0.5) / 0.5);
  }
}
