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
import org.isogloss.core.Query;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.text.Span;

/**
 * Which words a query asks for in each language: its own in passages of its own language, what
 * counts as them by a table of translations in others. Where there is no table for a language, or
 * the table does not know a word, the word itself is asked for there, as that language analyses it.
 */
public final class QueryTranslation {
  private final Collection<String> codes;
  private final LanguageAnalyzers analyzers;
  private final IndexTranslationTables tables;
  private final Collection<String> projected;
  private final BiFunction<QueryTranslator, String, QueryWord> translation;

  /**
   * Words as tables translate them.
   *
   * @param codes of all languages of the index
   * @param projected of those languages of queries of which passages in others have the terms
   *     already, which are asked for then
   * @param translation what a translator is asked about a term of the query
   */
  private QueryTranslation(
      Collection<String> codes,
      LanguageAnalyzers analyzers,
      IndexTranslationTables tables,
      Collection<String> projected,
      BiFunction<QueryTranslator, String, QueryWord> translation) {
    this.codes = codes;
    this.analyzers = analyzers;
    this.tables = tables;
    this.projected = projected;
    this.translation = translation;
  }

  /**
   * The words that a retriever asks for.
   *
   * @param codes of all languages of the index
   * @param analyzers of the index
   * @param projected codes of the languages of queries whose terms passages have already; none to
   *     see what counts as them
   */
  public static QueryTranslation of(
      Pipeline.Lexical retriever,
      Collection<String> codes,
      LanguageAnalyzers analyzers,
      IndexTranslationTables tables,
      Collection<String> projected) {
    return switch (retriever) {
      case Pipeline.Bm25 bm25 -> untranslated(codes, analyzers);
      case Pipeline.QueryLikelihood ql -> untranslated(codes, analyzers);
      case Pipeline.Translate translate ->
          new QueryTranslation(
              codes,
              analyzers,
              tables,
              Set.of(),
              (table, word) -> table.topTranslations(word, translate.best()));
      case Pipeline.Psq psq ->
          psq.form() == Pipeline.Psq.Form.HMM
              ? new QueryTranslation(codes, analyzers, tables, projected, QueryTranslator::sources)
              : new QueryTranslation(
                  codes, analyzers, tables, Set.of(), QueryTranslator::translations);
    };
  }

  private static QueryTranslation untranslated(
      Collection<String> codes, LanguageAnalyzers analyzers) {
    return new QueryTranslation(
        codes, analyzers, IndexTranslationTables.EMPTY, Set.of(), QueryTranslator::translations);
  }

  /** By the code of each language of the index, in no order of languages. */
  public Map<String, List<TranslatedQueryWord>> of(Query query) {
    // All languages take part in finding out which one the asker's is.
    Set<String> known = new LinkedHashSet<>(codes);
    known.addAll(tables.languages());
    QueryTerms terms = QueryTerms.of(query, known, analyzers);
    String asker = tables.isEmpty() ? "" : queryLanguage(query, terms, known);
    Map<String, List<TranslatedQueryWord>> asked = new LinkedHashMap<>();
    for (String code : codes) {
      Optional<QueryTranslator> translator = tables.find(asker, code);
      asked.put(
          code,
          translator.isPresent()
              ? translatedWords(query, terms, asker, code, translator.get())
              : untranslatedWords(query, terms, code, asker));
    }
    return asked;
  }

  /**
   * The code of the asker's language: what was said, or of those whose rules drop most words of the
   * query that which knows most of the others.
   */
  private String queryLanguage(Query query, QueryTerms terms, Collection<String> known) {
    if (!query.language().isUndetermined()) {
      return query.language().code();
    }
    return known.stream()
        .filter(code -> terms.queryLanguages().isEmpty() || terms.queryLanguages().contains(code))
        // Of equals the first: the larger language of the index.
        .sorted(Comparator.comparingLong(code -> -knownTermCount(terms, code)))
        .findFirst()
        .orElse("");
  }

  private long knownTermCount(QueryTerms terms, String code) {
    return tables
        .withMostTokens(code)
        .map(known -> terms.terms(code).stream().filter(known::isInVocabulary).count())
        .orElse(0L);
  }

  private List<TranslatedQueryWord> untranslatedWords(
      Query query, QueryTerms terms, String code, String asker) {
    Optional<QueryTranslator> general =
        code.equals(asker) ? tables.withMostTokens(code) : Optional.empty();
    List<TranslatedQueryWord> words = new ArrayList<>();
    terms
        .termSpans(code)
        .forEach(
            (term, span) ->
                words.add(
                    new TranslatedQueryWord(
                        span.coveredText(query.text()),
                        QueryWord.untranslated(term),
                        general,
                        PassageFields.textField(code))));
    return words;
  }

  private List<TranslatedQueryWord> translatedWords(
      Query query, QueryTerms terms, String asker, String code, QueryTranslator translator) {
    List<TranslatedQueryWord> words = new ArrayList<>();
    Optional<QueryTranslator> general = Optional.of(translator);
    for (Map.Entry<String, Span> entry : terms.termSpans(asker).entrySet()) {
      String term = entry.getKey();
      String shown = entry.getValue().coveredText(query.text());
      QueryWord itself = QueryWord.untranslated(term);
      if (projected.contains(asker) && translator.isTranslation(term)) {
        words.add(
            new TranslatedQueryWord(
                shown, itself, general, PassageFields.projectedField(asker, code)));
        continue;
      }
      QueryWord word = translation.apply(translator, term);
      if (!word.equals(itself)) {
        words.add(new TranslatedQueryWord(shown, word, general, PassageFields.textField(code)));
        continue;
      }
      // Its own translation, so a word of the other language, which analyses it.
      for (QueryTerms.Token own : QueryTerms.tokens(analyzers.forLanguage(code), shown)) {
        QueryWord there = new QueryWord(term, List.of(new Translation(own.term(), 1)));
        words.add(new TranslatedQueryWord(shown, there, general, PassageFields.textField(code)));
      }
    }
    return words;
  }
}
