package org.isogloss.search;

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
import org.isogloss.lexical.QueryTranslator;
import org.isogloss.lexical.QueryWord;
import org.isogloss.lexical.Translation;
import org.isogloss.text.Span;

/**
 * Which words a query asks for in each language: its own in passages of its own language, what
 * counts as them by a table of translations in others. Where there is no table for a language, or
 * the table does not know a word, the word itself is asked for there, as that language analyses it.
 */
final class AskedWords {
  private final Collection<String> codes;
  private final IndexTables tables;
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
  private AskedWords(
      Collection<String> codes,
      IndexTables tables,
      Collection<String> projected,
      BiFunction<QueryTranslator, String, QueryWord> translation) {
    this.codes = codes;
    this.tables = tables;
    this.projected = projected;
    this.translation = translation;
  }

  /**
   * The words that a retriever asks for.
   *
   * @param codes of all languages of the index
   * @param projected codes of the languages of queries whose terms passages have already; none to
   *     see what counts as them
   */
  static AskedWords of(
      Pipeline.Lexical retriever,
      Collection<String> codes,
      IndexTables tables,
      Collection<String> projected) {
    return switch (retriever) {
      case Pipeline.Bm25 bm25 -> untranslated(codes);
      case Pipeline.QueryLikelihood ql -> untranslated(codes);
      case Pipeline.Translate translate ->
          new AskedWords(
              codes, tables, Set.of(), (table, word) -> table.best(word, translate.best()));
      case Pipeline.Psq psq ->
          psq.form() == Pipeline.Psq.Form.HMM
              ? new AskedWords(codes, tables, projected, QueryTranslator::sources)
              : new AskedWords(codes, tables, Set.of(), QueryTranslator::translations);
    };
  }

  private static AskedWords untranslated(Collection<String> codes) {
    return new AskedWords(codes, IndexTables.NONE, Set.of(), QueryTranslator::translations);
  }

  /** By the code of each language of the index, in no order of languages. */
  Map<String, List<AskedWord>> of(Query query) {
    // All languages take part in finding out which one the asker's is.
    Set<String> known = new LinkedHashSet<>(codes);
    known.addAll(tables.languages());
    QueryTerms terms = QueryTerms.of(query, known);
    String asker = tables.isEmpty() ? "" : asker(query, terms, known);
    Map<String, List<AskedWord>> asked = new LinkedHashMap<>();
    for (String code : codes) {
      Optional<QueryTranslator> translator = tables.find(asker, code);
      asked.put(
          code,
          translator.isPresent()
              ? translated(query, terms, asker, code, translator.get())
              : same(query, terms, code, asker));
    }
    return asked;
  }

  /**
   * The code of the asker's language: what was said, or of those whose rules drop most words of the
   * query that which knows most of the others.
   */
  private String asker(Query query, QueryTerms terms, Collection<String> known) {
    if (!query.language().isUndetermined()) {
      return query.language().code();
    }
    return known.stream()
        .filter(code -> terms.own().isEmpty() || terms.own().contains(code))
        // Of equals the first: the larger language of the index.
        .sorted(Comparator.comparingLong(code -> -familiar(terms, code)))
        .findFirst()
        .orElse("");
  }

  private long familiar(QueryTerms terms, String code) {
    return tables
        .mostText(code)
        .map(known -> terms.terms(code).stream().filter(known::knows).count())
        .orElse(0L);
  }

  private List<AskedWord> same(Query query, QueryTerms terms, String code, String asker) {
    Optional<QueryTranslator> general =
        code.equals(asker) ? tables.mostText(code) : Optional.empty();
    List<AskedWord> words = new ArrayList<>();
    terms
        .asked(code)
        .forEach(
            (term, span) ->
                words.add(
                    new AskedWord(
                        span.of(query.text()),
                        QueryWord.itself(term),
                        general,
                        Fields.text(code))));
    return words;
  }

  private List<AskedWord> translated(
      Query query, QueryTerms terms, String asker, String code, QueryTranslator translator) {
    List<AskedWord> words = new ArrayList<>();
    Optional<QueryTranslator> general = Optional.of(translator);
    for (Map.Entry<String, Span> entry : terms.asked(asker).entrySet()) {
      String term = entry.getKey();
      String shown = entry.getValue().of(query.text());
      QueryWord itself = QueryWord.itself(term);
      if (projected.contains(asker) && translator.isTranslation(term)) {
        words.add(new AskedWord(shown, itself, general, Fields.projected(asker, code)));
        continue;
      }
      QueryWord word = translation.apply(translator, term);
      if (!word.equals(itself)) {
        words.add(new AskedWord(shown, word, general, Fields.text(code)));
        continue;
      }
      // Its own translation, so a word of the other language, which analyses it.
      for (QueryTerms.Token own : QueryTerms.tokens(Analyzers.of(code), shown)) {
        QueryWord there = new QueryWord(term, List.of(new Translation(own.term(), 1)));
        words.add(new AskedWord(shown, there, general, Fields.text(code)));
      }
    }
    return words;
  }
}
