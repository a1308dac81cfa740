// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.FieldStatistics;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.ScoredWord;
import org.isogloss.search.reader.TermStatistics;

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
 *
 * <p>In BM25, a word of a query is also looked up as a further form of the words of passages, such
 * as their spelling without accents ({@code WordForms}), with a smaller weight. If the filter
 * requires a word with a certain beginning, all words with it count as one word of the query.
 */
final class LexicalRetriever implements WordRetriever {
  /**
   * The maximum number of clauses in a Lucene query, of which the filter is one; the words with the
   * lowest weights are dropped.
   */
  private static final int MAX_CLAUSES = 1024;

  /** Maximum number of translations of a word; less probable ones are dropped. */
  private static final int MAX_TRANSLATIONS = 256;

  /** Weight of a word that occurs as a form of another, relative to the word itself. */
  private static final float FORM_BOOST = 0.7f;

  /** Maximum number of words with a required beginning; less frequent ones have no weight. */
  private static final int MAX_COMPLETIONS = 64;

  /** The scoring function of words. */
  enum Weighting {
    /** {@link TermWeighting.Bm25}. */
    BM25,
    /** {@link TermWeighting.QueryLikelihood}. */
    QUERY_LIKELIHOOD
  }

  private final IndexSnapshot snapshot;
  private final CandidatePassages candidates;
  private final QueryTranslation translation;
  private final Weighting weighting;
  private final double titleWeight;
  private final List<String> prefixes;

  /**
   * Creates a retriever.
   *
   * @param candidates the passages to search
   * @param translation provides the words of a query in each language
   * @param weighting the scoring function
   * @param titleWeight weight of words in titles, 1 or more
   * @param prefixes beginnings of words that all candidates contain
   */
  LexicalRetriever(
      IndexSnapshot snapshot,
      CandidatePassages candidates,
      QueryTranslation translation,
      Weighting weighting,
      double titleWeight,
      List<String> prefixes) {
    this.snapshot = snapshot;
    this.candidates = candidates;
    this.translation = translation;
    this.weighting = weighting;
    this.titleWeight = titleWeight;
    this.prefixes = prefixes;
  }

  /**
   * Creates the retriever of a pipeline component.
   *
   * @param component the component
   * @param candidates the passages to search
   * @param translation provides the words of a query in each language
   * @param prefixes beginnings of words that all candidates contain, which BM25 scores
   */
  static LexicalRetriever of(
      Pipeline.Lexical component,
      IndexSnapshot snapshot,
      CandidatePassages candidates,
      QueryTranslation translation,
      List<String> prefixes) {
    boolean usesLikelihood =
        component instanceof Pipeline.QueryLikelihood
            || component.equals(new Pipeline.Psq(Pipeline.Psq.Form.HMM));
    return new LexicalRetriever(
        snapshot,
        candidates,
        translation,
        usesLikelihood ? Weighting.QUERY_LIKELIHOOD : Weighting.BM25,
        component instanceof Pipeline.Bm25 bm25 ? bm25.title() : 1,
        usesLikelihood ? List.of() : prefixes);
  }

  /**
   * A query word with its scoring function in one language.
   *
   * @param field the field that contains the terms
   * @param matches the terms of the word that occur in at least one passage
   * @param score the scoring function
   * @param form the word as a further form of other words of passages; empty if it is none
   * @param title the field of titles and the scoring function there; empty if titles have no weight
   *     of their own
   */
  private record LanguageWord(
      String field,
      List<Translation> matches,
      TermWeighting score,
      Optional<ScoredWord> form,
      Optional<TitleScore> title) {
    boolean occurs() {
      return !matches.isEmpty() || form.isPresent();
    }

    /** The word in passages, and in titles with the rest of their weight. */
    Stream<ScoredWord> scored(double titleWeight) {
      if (matches.isEmpty()) {
        return form.stream();
      }
      ScoredWord inPassage = new ScoredWord(field, matches, score, 1);
      Optional<ScoredWord> inTitle =
          title.map(
              titles ->
                  new ScoredWord(
                      titles.field(), matches, titles.score(), (float) (titleWeight - 1)));
      return Stream.of(Stream.of(inPassage), inTitle.stream(), form.stream()).flatMap(all -> all);
    }
  }

  /** The field of titles in one language, with the scoring function of a word. */
  private record TitleScore(String field, TermWeighting score) {}

  /**
   * Returns the best passages for a query and the upper bounds of their scores: that of a passage
   * that contains all words of the query arbitrarily often. Words that occur in no passage of the
   * language are treated as the rarest ones.
   */
  @Override
  public Matches matches(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    Map<String, Double> maxScores = new HashMap<>();
    List<ScoredWord> words =
        words(query, maxScores).stream().flatMap(word -> word.scored(titleWeight)).toList();
    return new Matches(candidates.search(words, depth), maxScores);
  }

  /**
   * Returns the query words that occur in at least one passage.
   *
   * @param maxScores receives the sum of the maximum scores of all words, by language code
   */
  private List<LanguageWord> words(Query query, Map<String, Double> maxScores) {
    QueryTermStatistics statistics = new QueryTermStatistics(snapshot);
    Map<String, List<TranslatedQueryWord>> translated =
        new LinkedHashMap<>(translation.of(query, statistics));
    translated.keySet().retainAll(candidates.codes());
    lookUp(translated.values(), statistics);
    List<LanguageWord> words = new ArrayList<>();
    for (Map.Entry<String, List<TranslatedQueryWord>> entry : translated.entrySet()) {
      Stream.concat(
              entry.getValue().stream().map(word -> scored(word, entry.getKey(), statistics)),
              prefixes.stream().map(prefix -> completed(prefix, entry.getKey())))
          .forEach(
              scored -> {
                double titles = scored.title().isPresent() ? titleWeight : 1;
                maxScores.merge(entry.getKey(), titles * scored.score().maxScore(), Double::sum);
                if (scored.occurs()) {
                  words.add(scored);
                }
              });
    }
    int limit = (MAX_CLAUSES - 1) / (titleWeight == 1 ? 2 : 3);
    if (words.size() > limit) {
      words.sort(
          Comparator.comparingDouble((LanguageWord word) -> word.score().maxScore()).reversed());
      return words.subList(0, limit);
    }
    return words;
  }

  /** Looks up the statistics of all terms of words, and of the words themselves. */
  private void lookUp(Collection<List<TranslatedQueryWord>> words, QueryTermStatistics statistics) {
    List<IndexTerm> terms = new ArrayList<>();
    words.stream()
        .flatMap(List::stream)
        .forEach(
            word -> {
              mostProbable(word)
                  .forEach(match -> terms.add(new IndexTerm(word.field(), match.word())));
              form(word).ifPresent(terms::add);
              if (usesStatisticsOf(word)) {
                terms.add(new IndexTerm(word.field(), word.queryWord().word()));
              }
            });
    statistics.lookUp(terms);
  }

  /**
   * Returns the term of a word as a form of other words of its language; empty if the word is a
   * translation, which stands for the words of a passage as they are.
   */
  private Optional<IndexTerm> form(TranslatedQueryWord word) {
    List<Translation> matches = word.queryWord().matches();
    if (weighting != Weighting.BM25
        || matches.size() != 1
        || !PassageFields.isTextField(word.field())) {
      return Optional.empty();
    }
    String code = PassageFields.languageOfText(word.field());
    return Optional.of(
        new IndexTerm(PassageFields.projectedField(code, code), matches.getFirst().word()));
  }

  private static List<Translation> mostProbable(TranslatedQueryWord word) {
    List<Translation> matches = word.queryWord().matches();
    if (matches.size() == 1) {
      return matches;
    }
    return matches.stream()
        .sorted(Comparator.comparingDouble(Translation::probability).reversed())
        .limit(MAX_TRANSLATIONS)
        .toList();
  }

  private LanguageWord scored(TranslatedQueryWord word, String code, QueryTermStatistics terms) {
    String field = word.field();
    List<Translation> occurring = new ArrayList<>();
    double documentFrequency = 0;
    for (Translation match : mostProbable(word)) {
      long passages = terms.passages(new IndexTerm(field, match.word()));
      if (passages > 0) {
        occurring.add(match);
        documentFrequency += match.probability() * (double) passages;
      }
    }
    FieldStatistics statistics = snapshot.fieldStatistics(field);
    if (weighting == Weighting.QUERY_LIKELIHOOD) {
      TermWeighting likelihood =
          new TermWeighting.QueryLikelihood(
              backgroundProbability(word, statistics, terms),
              TermWeighting.QueryLikelihood.DEFAULT_DOCUMENT_WEIGHT);
      return new LanguageWord(field, occurring, likelihood, Optional.empty(), Optional.empty());
    }
    double scale = scale(statistics);
    double idf = scale * TermWeighting.Bm25.idf(documentFrequency, (double) statistics.passages());
    return new LanguageWord(
        field,
        occurring,
        new TermWeighting.Bm25(idf, statistics.averageLength()),
        scoredForm(word, documentFrequency, scale, statistics, terms),
        title(code, idf));
  }

  /** The words of a language with a beginning, as one word that is as rare as all of them. */
  private LanguageWord completed(String prefix, String code) {
    String field = PassageFields.textField(code);
    List<String> completions =
        snapshot.terms(field, snapshot.analyzers().normalizedWord(code, prefix), MAX_COMPLETIONS);
    FieldStatistics statistics = snapshot.fieldStatistics(field);
    double passages = (double) statistics.passages();
    double containing =
        snapshot
            .termStatistics(completions.stream().map(term -> new IndexTerm(field, term)).toList())
            .values()
            .stream()
            .mapToDouble(TermStatistics::passages)
            .sum();
    double idf =
        scale(statistics) * TermWeighting.Bm25.idf(Math.min(passages, containing), passages);
    return new LanguageWord(
        field,
        completions.stream().map(term -> new Translation(term, 1)).toList(),
        new TermWeighting.Bm25(idf, statistics.averageLength()),
        Optional.empty(),
        title(code, idf));
  }

  /** The factor by which scores of all languages become comparable. */
  private double scale(FieldStatistics statistics) {
    return maxInverseDocumentFrequency(snapshot.analysedPassages())
        / maxInverseDocumentFrequency(statistics.passages());
  }

  /** The word as a form of other words: as rare as the word and those words together. */
  private Optional<ScoredWord> scoredForm(
      TranslatedQueryWord word,
      double documentFrequency,
      double scale,
      FieldStatistics statistics,
      QueryTermStatistics terms) {
    return form(word)
        .filter(form -> terms.passages(form) > 0)
        .map(
            form -> {
              double all = (double) statistics.passages();
              double containing = Math.min(all, documentFrequency + (double) terms.passages(form));
              double idf = scale * TermWeighting.Bm25.idf(containing, all);
              return new ScoredWord(
                  form.field(),
                  List.of(new Translation(form.text(), 1)),
                  new TermWeighting.Bm25(idf, statistics.averageLength()),
                  FORM_BOOST);
            });
  }

  private Optional<TitleScore> title(String code, double idf) {
    String field = PassageFields.titleField(code);
    FieldStatistics titles = snapshot.fieldStatistics(field);
    return titleWeight == 1 || titles.passages() == 0
        ? Optional.empty()
        : Optional.of(new TitleScore(field, new TermWeighting.Bm25(idf, titles.averageLength())));
  }

  /** Whether the background probability of a word is that in the passages of the index. */
  private boolean usesStatisticsOf(TranslatedQueryWord word) {
    return weighting == Weighting.QUERY_LIKELIHOOD && word.backgroundModel().isEmpty();
  }

  private double backgroundProbability(
      TranslatedQueryWord word, FieldStatistics statistics, QueryTermStatistics terms) {
    String term = word.queryWord().word();
    return usesStatisticsOf(word)
        ? statistics.relativeFrequency(terms.of(new IndexTerm(word.field(), term)))
        : word.backgroundModel().orElseThrow().backgroundProbability(term);
  }

  /** The inverse document frequency of the rarest possible term among {@code n} passages. */
  private static double maxInverseDocumentFrequency(long n) {
    return Math.log(1 + (n + 0.5) / 0.5);
  }
}
