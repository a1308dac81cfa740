// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TermSequence;
import org.isogloss.search.rules.RuleLines.RuleLine;

/**
 * Words that mean the same. A line names equivalent words or phrases, {@code car, motor car}, or
 * what is also searched for if a query has some, {@code tv => television}. Thread-safe.
 */
public final class Synonyms {
  /** No synonyms. */
  public static final Synonyms NONE = new Synonyms(List.of());

  /** Maximum number of words and phrases of a rule. */
  static final int MAX_PHRASES = 100;

  private static final String DIRECTION = "=>";

  private final List<Rule> rules;

  /** The rules of each language by the first term of the phrase that a query has. */
  private final Map<String, Map<String, List<Typed>>> byCode = new ConcurrentHashMap<>();

  /** Phrases of queries, and what is also searched for. */
  private record Rule(RuleLine line, List<String> typed, List<String> searched) {}

  /**
   * Terms that a query may contain, one after the other.
   *
   * @param searched the terms of all phrases of the rule that are searched
   */
  private record Typed(List<String> terms, List<List<String>> searched) {
    boolean isAt(List<String> query, int position) {
      return position + terms.size() <= query.size()
          && query.subList(position, position + terms.size()).equals(terms);
    }

    Stream<Expansion> expansions() {
      return searched.stream()
          .filter(other -> !other.equals(terms))
          .map(other -> new Expansion(terms, other));
    }
  }

  /**
   * Terms that a query may contain, one after the other, and other terms with the same meaning.
   *
   * @param typed one or more terms
   * @param searched one or more terms
   */
  public record Expansion(List<String> typed, List<String> searched) {
    public Expansion {
      typed = List.copyOf(typed);
      searched = List.copyOf(searched);
    }
  }

  private Synonyms(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads synonyms.
   *
   * @param source name of the text, for messages
   * @throws IsoglossException if a line is no rule, or has more than {@value #MAX_PHRASES} words
   *     and phrases
   */
  public static Synonyms parse(String source, String text) {
    return new Synonyms(RuleLines.of(source, text).stream().map(Synonyms::rule).toList());
  }

  private static Rule rule(RuleLine line) {
    int direction = line.text().indexOf(DIRECTION);
    if (direction < 0) {
      List<String> all = phrases(line, line.text());
      if (all.size() < 2) {
        throw line.error(
            "found one word or phrase, expected several with commas, such as: car, motor car");
      }
      return new Rule(line, all, all);
    }
    return new Rule(
        line,
        phrases(line, line.text().substring(0, direction)),
        phrases(line, line.text().substring(direction + DIRECTION.length())));
  }

  private static List<String> phrases(RuleLine line, String text) {
    Set<String> phrases = new LinkedHashSet<>();
    for (String phrase : text.split(",", -1)) {
      if (phrase.isBlank() || phrase.contains(DIRECTION)) {
        throw line.error(
            "found \""
                + line.text()
                + "\", expected words or phrases with commas, such as: car, motor car; or: tv =>"
                + " television");
      }
      phrases.add(phrase.strip());
    }
    if (phrases.size() > MAX_PHRASES) {
      throw line.error(
          "found "
              + phrases.size()
              + " words and phrases, expected at most "
              + MAX_PHRASES
              + "; divide the rule into several ones");
    }
    return List.copyOf(phrases);
  }

  /** Number of rules. */
  public int size() {
    return rules.size();
  }

  /**
   * Returns the expansions of a query's terms.
   *
   * @param code language of the passages that are searched
   * @param terms the terms of the query, in order, as the analyzer of the language returns them
   */
  public List<Expansion> of(String code, LanguageAnalyzers analyzers, List<String> terms) {
    if (rules.isEmpty()) {
      return List.of();
    }
    Map<String, List<Typed>> known = byCode.computeIfAbsent(code, key -> typed(key, analyzers));
    List<Expansion> found = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      for (Typed typed : known.getOrDefault(terms.get(i), List.of())) {
        if (typed.isAt(terms, i)) {
          typed.expansions().forEach(found::add);
        }
      }
    }
    return found;
  }

  private Map<String, List<Typed>> typed(String code, LanguageAnalyzers analyzers) {
    Map<String, List<Typed>> typed = new HashMap<>();
    for (Rule rule : rules) {
      if (rule.line().isAbout(code)) {
        List<List<String>> searched = terms(code, analyzers, rule.searched());
        for (List<String> terms : terms(code, analyzers, rule.typed())) {
          typed
              .computeIfAbsent(terms.getFirst(), key -> new ArrayList<>())
              .add(new Typed(terms, searched));
        }
      }
    }
    return Collections.unmodifiableMap(typed);
  }

  /** The terms of phrases, without phrases of stop words. */
  private static List<List<String>> terms(
      String code, LanguageAnalyzers analyzers, List<String> phrases) {
    return phrases.stream()
        .map(phrase -> TermSequence.of(analyzers.forLanguage(code), phrase).terms())
        .filter(terms -> !terms.isEmpty())
        .distinct()
        .toList();
  }
}
