// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Comparator.comparingLong;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.api.Completion;
import org.isogloss.api.CompletionRequest;
import org.isogloss.core.Deadline;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.core.Span;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.lexical.table.Translation;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TermSequence;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.reader.ScoredWord;
import org.isogloss.search.reader.TermStatistics;
import org.isogloss.text.normalization.AccentFolding;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Completes queries from the titles and the words of a commit. The terms that begin with the last
 * word lead to passages, in which titles and words are found as they are written; nothing is built
 * when documents are indexed. Case makes no difference.
 */
final class QueryCompleter {
  /** Maximum number of languages, those with the most passages, in which terms are looked up. */
  private static final int MAX_LANGUAGES = 16;

  /** Maximum number of terms of a language with which the last word may continue. */
  private static final int TERMS = 6;

  /** Number of passages whose titles are examined. */
  private static final int TITLE_PASSAGES = 60;

  /** Number of passages in which the spelling of a word is looked up. */
  private static final int WORD_PASSAGES = 2;

  private final IndexSnapshot snapshot;
  private final CandidatePassages candidates;
  private final LanguageAnalyzers analyzers;
  private final List<String> codes;

  QueryCompleter(IndexSnapshot snapshot, PassageScope scope) {
    this.snapshot = snapshot;
    this.candidates = snapshot.candidates(scope);
    this.analyzers = snapshot.analyzers();
    this.codes =
        snapshot.codes().stream().filter(scope.codes()::contains).limit(MAX_LANGUAGES).toList();
  }

  /**
   * What was typed.
   *
   * @param before everything before the last word
   * @param last the last word
   * @param open whether the last word may continue
   */
  private record Typed(String before, String last, boolean open) {
    /** Returns the parts of a text; empty if it has no word. */
    static Optional<Typed> of(String text) {
      List<Span> words = WordSegmenter.split(text, Language.UNDETERMINED);
      if (words.isEmpty()) {
        return Optional.empty();
      }
      Span last = words.getLast();
      return Optional.of(
          new Typed(
              text.substring(0, last.start()),
              last.coveredText(text),
              last.end() == text.length()));
    }

    String text() {
      return before + last;
    }
  }

  List<Completion> complete(CompletionRequest request) {
    String text = request.typed().stripLeading();
    int length = text.length();
    Optional<Typed> typed =
        Typed.of(text.substring(0, Math.min(length, CompletionRequest.MAX_LENGTH)));
    if (typed.isEmpty()) {
      return List.of();
    }
    List<Completion> titles = titles(typed.get());
    String start = folded(typed.get().text());
    int half = Math.ceilDiv(request.top(), 2);
    Map<String, Completion> distinct = new LinkedHashMap<>();
    titles.stream()
        .filter(title -> folded(title.text()).startsWith(start))
        .limit(half)
        .forEach(title -> distinct.putIfAbsent(folded(title.text()), title));
    if (typed.get().open()) {
      words(typed.get(), half).forEach(word -> distinct.putIfAbsent(folded(word.text()), word));
    }
    titles.forEach(title -> distinct.putIfAbsent(folded(title.text()), title));
    distinct.remove(start);
    return distinct.values().stream().limit(request.top()).toList();
  }

  /** Returns titles that have all words that were typed, those with rarer words first. */
  private List<Completion> titles(Typed typed) {
    List<ScoredWord> words = new ArrayList<>();
    for (String code : codes) {
      String field = PassageFields.titleField(code);
      Set<String> terms = new LinkedHashSet<>(continuations(typed, code, field));
      terms.addAll(TermSequence.of(analyzers.forLanguage(code), typed.last()).terms());
      if (!terms.isEmpty()) {
        words.add(scored(field, terms));
        TermSequence.of(analyzers.forLanguage(code), typed.before())
            .terms()
            .forEach(term -> words.add(scored(field, Set.of(term))));
      }
    }
    List<String> before = foldedWords(typed.before(), Language.UNDETERMINED);
    String last = folded(typed.last());
    List<Completion> titles = new ArrayList<>();
    for (Passage passage : passages(words, TITLE_PASSAGES)) {
      List<String> inTitle = foldedWords(passage.title(), passage.language());
      if (inTitle.containsAll(before) && inTitle.stream().anyMatch(word -> word.startsWith(last))) {
        titles.add(
            new Completion(passage.title().strip(), passage.language(), Completion.Kind.TITLE));
      }
    }
    return titles;
  }

  private List<String> continuations(Typed typed, String code, String field) {
    String prefix = analyzers.normalizedWord(code, typed.last());
    return prefix.isEmpty() || !typed.open() ? List.of() : snapshot.terms(field, prefix, TERMS);
  }

  /** Returns what was typed with its last word completed, the most frequent words first. */
  private List<Completion> words(Typed typed, int count) {
    Map<IndexTerm, String> codeOfTerm = new LinkedHashMap<>();
    for (String code : codes) {
      String field = PassageFields.textField(code);
      continuations(typed, code, field)
          .forEach(term -> codeOfTerm.put(new IndexTerm(field, term), code));
    }
    Map<IndexTerm, TermStatistics> statistics = snapshot.termStatistics(codeOfTerm.keySet());
    Comparator<IndexTerm> mostFrequentFirst =
        comparingLong(term -> -statistics.getOrDefault(term, TermStatistics.NONE).passages());
    List<Completion> completions = new ArrayList<>();
    for (IndexTerm term : codeOfTerm.keySet().stream().sorted(mostFrequentFirst).toList()) {
      Deadline.check();
      if (completions.size() == count) {
        break;
      }
      spelling(typed, term, codeOfTerm.get(term))
          .map(
              word ->
                  new Completion(
                      typed.before() + word,
                      Language.of(codeOfTerm.get(term)),
                      Completion.Kind.WORD))
          .ifPresent(completions::add);
    }
    return completions;
  }

  /** Returns the most frequent word with a term that continues what was typed. */
  private Optional<String> spelling(Typed typed, IndexTerm term, String code) {
    List<ScoredWord> words = new ArrayList<>();
    words.add(scored(term.field(), Set.of(term.text())));
    TermSequence.of(analyzers.forLanguage(code), typed.before())
        .terms()
        .forEach(before -> words.add(scored(term.field(), Set.of(before))));
    String prefix = folded(typed.last());
    Map<String, Long> counts = new TreeMap<>(Comparator.reverseOrder()); // Small letters first.
    for (Passage passage : passages(words, WORD_PASSAGES)) {
      String text = passage.titledText();
      for (Span span : WordSegmenter.split(text, passage.language())) {
        String word = span.coveredText(text);
        if (folded(word).startsWith(prefix)
            && TermSequence.of(analyzers.forLanguage(code), word).terms().contains(term.text())) {
          counts.merge(word, 1L, Long::sum);
        }
      }
    }
    return counts.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue())
        .map(Map.Entry::getKey)
        .filter(word -> !folded(word).equals(prefix));
  }

  private ScoredWord scored(String field, Collection<String> terms) {
    return new ScoredWord(
        field,
        terms.stream().map(term -> new Translation(term, 1)).toList(),
        new TermWeighting.Bm25(1, Math.max(1, snapshot.fieldStatistics(field).averageLength())),
        1);
  }

  private List<Passage> passages(List<ScoredWord> words, int count) {
    Ranking found = candidates.search(words, count);
    return snapshot.stored().passages(found.hits()).stream().flatMap(Optional::stream).toList();
  }

  private static List<String> foldedWords(String text, Language language) {
    return WordSegmenter.split(text, language).stream()
        .map(word -> folded(word.coveredText(text)))
        .toList();
  }

  /** Returns a text without accents and differences of case and width. */
  private static String folded(String text) {
    return AccentFolding.withoutAccents(Normalizer.normalize(text.strip(), Normalizer.Form.NFKC))
        .toLowerCase(Locale.ROOT);
  }
}
