// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.Query;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.rules.StopWords;
import org.isogloss.search.rules.Synonyms;

/**
 * Changes the words that {@code bm25} searches for: removes the stop words of the index, adds
 * synonyms, and corrects misspelt words.
 *
 * <p>A word with synonyms of one word counts as one word, however often a passage has which of
 * them. The words of longer synonyms are added to the query. Together, they count as much as the
 * words for which they stand.
 *
 * @param spelling corrects misspelt words; empty if they are searched as they are
 */
public record WordEdits(
    SearchRules rules, LanguageAnalyzers analyzers, Optional<Spelling> spelling) {
  /** Returns the changes that an index makes. */
  public static WordEdits of(IndexSnapshot snapshot, SearchRules rules) {
    return new WordEdits(rules, snapshot.analyzers(), Optional.of(new Spelling(snapshot)));
  }

  /** Returns changes of nothing. */
  static WordEdits none(LanguageAnalyzers analyzers) {
    return new WordEdits(SearchRules.NONE, analyzers, Optional.empty());
  }

  /** Returns the words of a query by language code after all changes. */
  Map<String, List<TranslatedQueryWord>> apply(
      Query query, Map<String, List<TranslatedQueryWord>> words, QueryTermStatistics statistics) {
    Map<String, List<TranslatedQueryWord>> searched = withoutStopWords(words);
    // A word whose synonyms passages have is not misspelt.
    Map<String, List<TranslatedQueryWord>> expanded =
        rules.synonyms().size() == 0 ? searched : withSynonyms(query, searched);
    return spelling.map(known -> known.corrected(expanded, statistics)).orElse(expanded);
  }

  /** Keeps all words of a query of stop words. */
  private Map<String, List<TranslatedQueryWord>> withoutStopWords(
      Map<String, List<TranslatedQueryWord>> words) {
    StopWords stopWords = rules.stopWords();
    if (stopWords.size() == 0) {
      return words;
    }
    Map<String, List<TranslatedQueryWord>> kept = new LinkedHashMap<>();
    words.forEach(
        (code, ofLanguage) -> {
          List<TranslatedQueryWord> searched =
              ofLanguage.stream()
                  .filter(word -> !stopWords.contains(code, word.surfaceForm()))
                  .toList();
          kept.put(code, searched.isEmpty() ? ofLanguage : searched);
        });
    return kept;
  }

  private Map<String, List<TranslatedQueryWord>> withSynonyms(
      Query query, Map<String, List<TranslatedQueryWord>> words) {
    Map<String, List<TranslatedQueryWord>> expanded = new LinkedHashMap<>();
    words.forEach(
        (code, ofLanguage) -> {
          List<String> terms =
              QueryTerms.tokens(analyzers.forLanguage(code), query.text()).stream()
                  .map(QueryTerms.Token::term)
                  .toList();
          List<Synonyms.Expansion> found = rules.synonyms().of(code, analyzers, terms);
          expanded.put(code, found.isEmpty() ? ofLanguage : expanded(code, ofLanguage, found));
        });
    return expanded;
  }

  private static List<TranslatedQueryWord> expanded(
      String code, List<TranslatedQueryWord> words, List<Synonyms.Expansion> expansions) {
    Map<String, Set<String>> alternatives = new LinkedHashMap<>();
    Map<String, TranslatedQueryWord> added = new LinkedHashMap<>();
    Map<String, String> written = new HashMap<>();
    words.forEach(word -> written.putIfAbsent(word.queryWord().word(), word.surfaceForm()));
    for (Synonyms.Expansion expansion : expansions) {
      List<String> typed = expansion.typed();
      if (typed.size() == 1 && expansion.searched().size() == 1) {
        alternatives
            .computeIfAbsent(typed.getFirst(), key -> new LinkedHashSet<>())
            .add(expansion.searched().getFirst());
      } else {
        float weight = Math.min(1, (float) typed.size() / expansion.searched().size());
        String surfaceForm =
            typed.stream()
                .map(term -> written.getOrDefault(term, term))
                .collect(Collectors.joining(" "));
        for (String term : expansion.searched()) {
          added.putIfAbsent(term, word(code, surfaceForm, term, weight));
        }
      }
    }
    List<TranslatedQueryWord> all = new ArrayList<>();
    for (TranslatedQueryWord word : words) {
      String term = word.queryWord().word();
      added.remove(term);
      all.add(
          alternatives.containsKey(term) ? withAlternatives(word, alternatives.get(term)) : word);
    }
    all.addAll(added.values());
    return all;
  }

  private static TranslatedQueryWord word(
      String code, String surfaceForm, String term, float weight) {
    return new TranslatedQueryWord(
        surfaceForm,
        new QueryWord(term, List.of(new Translation(term, weight))),
        Optional.empty(),
        PassageFields.textField(code));
  }

  private static TranslatedQueryWord withAlternatives(
      TranslatedQueryWord word, Set<String> alternatives) {
    List<Translation> matches = new ArrayList<>(word.queryWord().matches());
    Set<String> known = new HashSet<>();
    matches.forEach(match -> known.add(match.word()));
    alternatives.stream().filter(known::add).forEach(term -> matches.add(new Translation(term, 1)));
    return new TranslatedQueryWord(
        word.surfaceForm(),
        new QueryWord(word.queryWord().word(), matches),
        word.backgroundModel(),
        word.field());
  }
}
