// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.pipeline.TranslationModels;

/**
 * The words of a query in each language: its own words in the query language, and in other
 * languages those of its translation by a translation model, or else their translations according
 * to a translation table. If there is neither for a language, or the table does not contain a word,
 * the word itself is used, analysed with the analyzer of that language.
 */
public final class QueryTranslation {
  private final Collection<String> codes;
  private final LanguageAnalyzers analyzers;
  private final IndexTranslationTables tables;
  private final Collection<String> projected;
  private final TranslationModels models;
  private final BiFunction<QueryTranslator, String, QueryWord> translation;
  private final WordEdits edits;

  /**
   * Creates a translation.
   *
   * @param codes codes of all languages of the index
   * @param analyzers analyzers of the index
   * @param tables translation tables of the index
   * @param projected codes of the query languages whose projected terms passages in other languages
   *     contain; these terms are looked up directly
   * @param models translate whole queries
   * @param translation translates a query term with a translator
   * @param edits change the words
   */
  private QueryTranslation(
      Collection<String> codes,
      LanguageAnalyzers analyzers,
      IndexTranslationTables tables,
      Collection<String> projected,
      TranslationModels models,
      BiFunction<QueryTranslator, String, QueryWord> translation,
      WordEdits edits) {
    this.codes = codes;
    this.analyzers = analyzers;
    this.tables = tables;
    this.projected = projected;
    this.models = models;
    this.translation = translation;
    this.edits = edits;
  }

  /**
   * Creates the translation of a lexical retriever.
   *
   * @param codes codes of all languages of the index
   * @param analyzers analyzers of the index
   * @param tables translation tables of the index
   * @param projected codes of the query languages whose projected terms passages contain; empty to
   *     obtain the translations themselves, for explanations
   * @param models translation models, which only {@code translate} uses
   * @param edits change the words, which only {@code bm25} does
   */
  public static QueryTranslation of(
      Pipeline.Lexical retriever,
      Collection<String> codes,
      LanguageAnalyzers analyzers,
      IndexTranslationTables tables,
      Collection<String> projected,
      TranslationModels models,
      WordEdits edits) {
    return switch (retriever) {
      case Pipeline.Bm25 bm25 -> untranslated(codes, analyzers, edits);
      case Pipeline.QueryLikelihood ql -> untranslated(codes, analyzers, WordEdits.none(analyzers));
      case Pipeline.Translate translate ->
          new QueryTranslation(
              codes,
              analyzers,
              tables,
              Set.of(),
              models,
              (table, word) -> table.topTranslations(word, translate.best()),
              WordEdits.none(analyzers));
      case Pipeline.Psq psq ->
          psq.form() == Pipeline.Psq.Form.HMM
              ? new QueryTranslation(
                  codes,
                  analyzers,
                  tables,
                  projected,
                  TranslationModels.NONE,
                  QueryTranslator::sources,
                  WordEdits.none(analyzers))
              : new QueryTranslation(
                  codes,
                  analyzers,
                  tables,
                  Set.of(),
                  TranslationModels.NONE,
                  QueryTranslator::translations,
                  WordEdits.none(analyzers));
    };
  }

  /** The words of a query themselves. */
  static QueryTranslation untranslated(
      Collection<String> codes, LanguageAnalyzers analyzers, WordEdits edits) {
    return new QueryTranslation(
        codes,
        analyzers,
        IndexTranslationTables.EMPTY,
        Set.of(),
        TranslationModels.NONE,
        QueryTranslator::translations,
        edits);
  }

  /**
   * Returns the words of a query by language code, for each language of the index, in unspecified
   * order.
   *
   * @param statistics those of the terms of the query
   */
  public Map<String, List<TranslatedQueryWord>> of(Query query, QueryTermStatistics statistics) {
    return edits.apply(query, words(query), statistics);
  }

  private Map<String, List<TranslatedQueryWord>> words(Query query) {
    // All languages are candidates for the query language.
    Set<String> known = new LinkedHashSet<>(codes);
    known.addAll(tables.languages());
    QueryTerms terms = QueryTerms.of(query, known, analyzers);
    String queryLanguage = tables.isEmpty() ? "" : queryLanguage(query, terms, known);
    Map<String, List<TranslatedQueryWord>> words = new LinkedHashMap<>();
    for (Query translated : models.translate(query)) {
      String code = translated.language().code();
      if (codes.contains(code)) {
        words.put(code, wordsOfTranslation(translated));
      }
    }
    for (String code : codes) {
      Optional<QueryTranslator> translator = tables.find(queryLanguage, code);
      words.computeIfAbsent(
          code,
          key ->
              translator.isPresent()
                  ? translatedWords(query, terms, queryLanguage, code, translator.get())
                  : untranslatedWords(query, terms, code, queryLanguage));
    }
    return words;
  }

  /** Returns the words of a query that a model has translated. */
  private List<TranslatedQueryWord> wordsOfTranslation(Query translated) {
    String code = translated.language().code();
    QueryTerms terms = QueryTerms.of(translated, Set.of(code), analyzers);
    return untranslatedWords(translated, terms, code, /* queryLanguage= */ "");
  }

  /**
   * Returns the code of the query language: the given one, or, among the languages whose analyzers
   * remove the most words of the query, the one whose table contains the most of the remaining
   * terms.
   */
  private String queryLanguage(Query query, QueryTerms terms, Collection<String> known) {
    if (!query.language().isUndetermined()) {
      return query.language().code();
    }
    return known.stream()
        .filter(code -> terms.queryLanguages().isEmpty() || terms.queryLanguages().contains(code))
        // The sort is stable: on ties, the language with more passages in the index comes first.
        .sorted(Comparator.comparingLong(code -> -knownTermCount(terms, code)))
        .findFirst()
        .orElse("");
  }

  private long knownTermCount(QueryTerms terms, String code) {
    return tables
        .withMostTokens(code)
        .map(table -> terms.terms(code).stream().filter(table::isInVocabulary).count())
        .orElse(0L);
  }

  private List<TranslatedQueryWord> untranslatedWords(
      Query query, QueryTerms terms, String code, String queryLanguage) {
    Optional<QueryTranslator> backgroundModel =
        code.equals(queryLanguage) ? tables.withMostTokens(code) : Optional.empty();
    List<TranslatedQueryWord> words = new ArrayList<>();
    terms
        .termSpans(code)
        .forEach(
            (term, span) ->
                words.add(
                    new TranslatedQueryWord(
                        span.coveredText(query.text()),
                        QueryWord.untranslated(term),
                        backgroundModel,
                        PassageFields.textField(code))));
    return words;
  }

  private List<TranslatedQueryWord> translatedWords(
      Query query,
      QueryTerms terms,
      String queryLanguage,
      String code,
      QueryTranslator translator) {
    List<TranslatedQueryWord> words = new ArrayList<>();
    Optional<QueryTranslator> backgroundModel = Optional.of(translator);
    for (Map.Entry<String, Span> entry : terms.termSpans(queryLanguage).entrySet()) {
      String term = entry.getKey();
      String surfaceForm = entry.getValue().coveredText(query.text());
      QueryWord untranslated = QueryWord.untranslated(term);
      if (projected.contains(queryLanguage) && translator.isTranslation(term)) {
        words.add(
            new TranslatedQueryWord(
                surfaceForm,
                untranslated,
                backgroundModel,
                PassageFields.projectedField(queryLanguage, code)));
        continue;
      }
      QueryWord word = translation.apply(translator, term);
      if (!word.equals(untranslated)) {
        words.add(
            new TranslatedQueryWord(
                surfaceForm, word, backgroundModel, PassageFields.textField(code)));
        continue;
      }
      // The word is its own translation, so it is analysed as a word of the passage language.
      for (QueryTerms.Token token : QueryTerms.tokens(analyzers.forLanguage(code), surfaceForm)) {
        QueryWord translated = new QueryWord(term, List.of(new Translation(token.term(), 1)));
        words.add(
            new TranslatedQueryWord(
                surfaceForm, translated, backgroundModel, PassageFields.textField(code)));
      }
    }
    return words;
  }
}
