// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  private static final String DIRECTION = "=>";

  private final List<Rule> rules;

  /** The rules of each language by the first term of the phrase that a query has. */
  private final Map<String, Map<String, List<Expansion>>> byCode = new ConcurrentHashMap<>();

  /** Phrases of queries, and what is also searched for. */
  private record Rule(RuleLine line, List<String> typed, List<String> searched) {}

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

    /** Whether terms of a query contain the typed ones at a position. */
    boolean isAt(List<String> terms, int position) {
      return position + typed.size() <= terms.size()
          && terms.subList(position, position + typed.size()).equals(typed);
    }
  }

  private Synonyms(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads synonyms.
   *
   * @param source name of the text, for messages
   * @throws IsoglossException if a line is no rule
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
    Map<String, List<Expansion>> known =
        byCode.computeIfAbsent(code, key -> expansions(key, analyzers));
    List<Expansion> found = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      for (Expansion expansion : known.getOrDefault(terms.get(i), List.of())) {
        if (expansion.isAt(terms, i)) {
          found.add(expansion);
        }
      }
    }
    return found;
  }

  private Map<String, List<Expansion>> expansions(String code, LanguageAnalyzers analyzers) {
    Map<String, List<Expansion>> expansions = new LinkedHashMap<>();
    for (Rule rule : rules) {
      if (rule.line().isAbout(code)) {
        for (List<String> typed : terms(code, analyzers, rule.typed())) {
          for (List<String> searched : terms(code, analyzers, rule.searched())) {
            if (!typed.equals(searched)) {
              expansions
                  .computeIfAbsent(typed.getFirst(), key -> new ArrayList<>())
                  .add(new Expansion(typed, searched));
            }
          }
        }
      }
    }
    return Collections.unmodifiableMap(expansions);
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
