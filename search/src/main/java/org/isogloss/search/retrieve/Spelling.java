// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.reader.ScoredWord;
import org.isogloss.search.reader.TermStatistics;
import org.isogloss.search.rules.SearchRules;

/**
 * Finds what a misspelt word of a query may mean. A word is misspelt if no passage in any language
 * has it or one of its forms; it may mean the most frequent word of any language with one other,
 * missing, additional or exchanged letter, and the same first one. Names and terms are often the
 * same in several languages, so the language of the query does not restrict the word. If more than
 * two words are unknown, and more than half of all, the query is rather in another language, and
 * nothing is corrected.
 */
public record Spelling(IndexSnapshot snapshot) {
  /** How often a passage has a misspelt word, relative to the word that it may mean. */
  private static final float PROBABILITY = 0.5f;

  /** Number of words that may all be misspelt. */
  private static final int MAX_ALL_MISSPELT = 2;

  /** Maximum number of corrected words, and of languages in which they are sought. */
  private static final int MAX_MISSPELT = 8;

  private static final int MAX_LANGUAGES = 20;

  private static final int MIN_LENGTH = 4;

  /** Number of similar words of each language that are compared by their frequency. */
  private static final int CANDIDATES = 3;

  /** Number of passages in which the word of a suggestion is sought. */
  private static final int EXAMINED_PASSAGES = 20;

  /** Words of letters; in scripts with large alphabets, a letter is more than a typing error. */
  private static final Pattern WORD =
      Pattern.compile(
          "[\\p{L}\\p{M}'’&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\\p{IsThai}]]+");

  /**
   * What a misspelt word may mean.
   *
   * @param term a term of the field
   * @param field the analysed field of the language that has it most often
   */
  private record Correction(String term, String field) {}

  /** Returns the words of a query by language code, with corrections of misspelt ones. */
  Map<String, List<TranslatedQueryWord>> corrected(
      Map<String, List<TranslatedQueryWord>> words, QueryTermStatistics statistics) {
    Map<String, Correction> corrections = corrections(words, snapshot.codes(), statistics);
    if (corrections.isEmpty()) {
      return words;
    }
    Map<String, List<TranslatedQueryWord>> corrected = new LinkedHashMap<>();
    words.forEach(
        (code, ofLanguage) ->
            corrected.put(
                code,
                ofLanguage.stream()
                    .map(
                        word ->
                            corrections.containsKey(word.surfaceForm())
                                ? corrected(word, corrections.get(word.surfaceForm()))
                                : word)
                    .toList()));
    return corrected;
  }

  private static TranslatedQueryWord corrected(TranslatedQueryWord word, Correction correction) {
    return new TranslatedQueryWord(
        word.surfaceForm(),
        new QueryWord(
            word.queryWord().word(), List.of(new Translation(correction.term(), PROBABILITY))),
        word.backgroundModel(),
        word.field());
  }

  /**
   * Returns what the misspelt words of a query may mean, by the words as the user typed them.
   *
   * @param codes the languages of the words that they may mean
   */
  private Map<String, Correction> corrections(
      Map<String, List<TranslatedQueryWord>> words,
      Collection<String> codes,
      QueryTermStatistics statistics) {
    Set<String> misspelt = misspelt(words, statistics);
    Map<String, Correction> corrections = new LinkedHashMap<>();
    misspelt.stream()
        .filter(word -> WORD.matcher(word).matches())
        .limit(MAX_MISSPELT)
        .forEach(
            typed ->
                correction(
                        codes.stream()
                            .limit(MAX_LANGUAGES)
                            .flatMap(code -> words.getOrDefault(code, List.of()).stream())
                            .filter(word -> word.surfaceForm().equals(typed))
                            .toList())
                    .ifPresent(found -> corrections.put(typed, found)));
    return corrections;
  }

  /** Returns the most frequent of all similar terms of a word in each language. */
  private Optional<Correction> correction(List<TranslatedQueryWord> inEachLanguage) {
    Map<IndexTerm, TermStatistics> similar = new LinkedHashMap<>();
    for (TranslatedQueryWord word : inEachLanguage) {
      String term = word.queryWord().word();
      if (term.codePointCount(0, term.length()) >= MIN_LENGTH) {
        similar.putAll(
            snapshot.termStatistics(
                snapshot.similarTerms(word.field(), term, CANDIDATES).stream()
                    .map(other -> new IndexTerm(word.field(), other))
                    .toList()));
      }
    }
    Map<String, Long> passages = new LinkedHashMap<>();
    similar.forEach((term, found) -> passages.merge(term.text(), found.passages(), Long::sum));
    return similar.entrySet().stream()
        .max(
            Comparator.comparingLong(
                    (Map.Entry<IndexTerm, TermStatistics> entry) ->
                        passages.get(entry.getKey().text()))
                .thenComparing(entry -> entry.getKey().text())
                .thenComparing(entry -> entry.getValue().passages()))
        .map(best -> new Correction(best.getKey().text(), best.getKey().field()));
  }

  /** Returns the words, as the user typed them, that no passage has in any language. */
  private static Set<String> misspelt(
      Map<String, List<TranslatedQueryWord>> words, QueryTermStatistics statistics) {
    List<TranslatedQueryWord> inEachLanguage =
        words.values().stream().flatMap(List::stream).toList();
    Set<String> absent = new LinkedHashSet<>();
    inEachLanguage.forEach(word -> absent.add(word.surfaceForm()));
    int all = absent.size();
    absent.removeAll(present(inEachLanguage, statistics));
    return absent.size() > Math.max(MAX_ALL_MISSPELT, all / 2) ? Set.of() : absent;
  }

  private static Set<String> present(
      List<TranslatedQueryWord> words, QueryTermStatistics statistics) {
    List<List<IndexTerm>> terms = words.stream().map(Spelling::terms).toList();
    statistics.lookUp(terms.stream().flatMap(List::stream).toList());
    Set<String> present = new HashSet<>();
    for (int i = 0; i < words.size(); i++) {
      if (terms.get(i).stream().anyMatch(term -> statistics.passages(term) > 0)) {
        present.add(words.get(i).surfaceForm());
      }
    }
    return present;
  }

  /** Returns the terms of a word in passages, and as a form of their words. */
  private static List<IndexTerm> terms(TranslatedQueryWord word) {
    List<IndexTerm> terms = new ArrayList<>();
    word.queryWord()
        .matches()
        .forEach(match -> terms.add(new IndexTerm(word.field(), match.word())));
    String code = PassageFields.languageOfText(word.field());
    terms.add(new IndexTerm(PassageFields.projectedField(code, code), word.queryWord().word()));
    return terms;
  }

  private Map<String, List<TranslatedQueryWord>> words(
      Query query, SearchRules rules, QueryTermStatistics statistics) {
    return QueryTranslation.untranslated(
            snapshot.codes(),
            snapshot.analyzers(),
            new WordEdits(rules, snapshot.analyzers(), Optional.empty()))
        .of(query, statistics);
  }

  /**
   * Returns the share of the words of a query that no passage has in any language, from 0 to 1; 0
   * for a query without words.
   */
  double absentShare(Query query, SearchRules rules) {
    QueryTermStatistics statistics = new QueryTermStatistics(snapshot);
    List<TranslatedQueryWord> inEachLanguage =
        words(query, rules, statistics).values().stream().flatMap(List::stream).toList();
    Set<String> typed = new HashSet<>();
    inEachLanguage.forEach(word -> typed.add(word.surfaceForm()));
    return typed.isEmpty()
        ? 0
        : 1 - (double) present(inEachLanguage, statistics).size() / typed.size();
  }

  /**
   * Returns a query with the words that its misspelt words may mean, as passages have them; empty
   * if no word is misspelt.
   *
   * @param scope the passages from which the words are
   * @param rules have stop words, and words that are no errors because passages have their synonyms
   */
  public Optional<String> suggestion(Query query, PassageScope scope, SearchRules rules) {
    QueryTermStatistics statistics = new QueryTermStatistics(snapshot);
    Map<String, String> replacements = new LinkedHashMap<>();
    corrections(
            words(query, rules, statistics),
            snapshot.codes().stream().filter(scope.codes()::contains).toList(),
            statistics)
        .forEach(
            (typed, correction) ->
                asWritten(typed, correction, scope)
                    .ifPresent(written -> replacements.put(typed, written)));
    return replacements.isEmpty()
        ? Optional.empty()
        : Optional.of(replaced(query.text(), replacements));
  }

  /**
   * Returns a word of passages that differs from what the user typed by one edit, not only by its
   * stem; empty if the first passages of a scope with the stem have none.
   */
  private Optional<String> asWritten(String typed, Correction correction, PassageScope scope) {
    String field = correction.field();
    String code = PassageFields.languageOfText(field);
    ScoredWord word =
        new ScoredWord(
            field,
            List.of(new Translation(correction.term(), 1)),
            new TermWeighting.Bm25(1, 1),
            /* boost= */ 1);
    return snapshot
        .candidates(new PassageScope(Map.of(code, scope.scripts().get(code)), scope.filter()))
        .search(List.of(word), EXAMINED_PASSAGES)
        .hits()
        .stream()
        .flatMap(hit -> snapshot.stored().passage(hit).stream())
        .map(Passage::titledText)
        .flatMap(
            text ->
                QueryTerms.tokens(snapshot.analyzers().forLanguage(code), text).stream()
                    .filter(token -> token.term().equals(correction.term()))
                    .map(token -> token.span().coveredText(text)))
        .filter(written -> NameSuggestions.distance(lowerCase(typed), lowerCase(written)) == 1)
        .findFirst();
  }

  private static String lowerCase(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  private static String replaced(String text, Map<String, String> replacements) {
    List<String> misspelt = new ArrayList<>();
    replacements.keySet().forEach(word -> misspelt.add(Pattern.quote(word)));
    return Pattern.compile(
            "(?<![\\p{L}\\p{M}])(?:" + String.join("|", misspelt) + ")(?![\\p{L}\\p{M}])")
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(inCaseOf(found.group(), replacements.get(found.group()))));
  }

  /** Returns a word without an upper-case letter at its beginning if the user typed none. */
  private static String inCaseOf(String typed, String word) {
    boolean lower = Character.isLowerCase(typed.codePointAt(0));
    int first = Character.charCount(word.codePointAt(0));
    boolean isAcronym = word.length() > first && Character.isUpperCase(word.codePointAt(first));
    return lower && !isAcronym
        ? word.substring(0, first).toLowerCase(Locale.ROOT) + word.substring(first)
        : word;
  }
}
