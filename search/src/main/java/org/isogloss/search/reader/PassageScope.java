// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;

/**
 * The set of candidate passages of a search: passages in some languages, each in any script or in
 * certain scripts, of documents that meet a filter.
 *
 * <p>Languages are in the order of their codes, so that a search, which visits one graph after
 * another and stops earlier the better the passages found so far are, does not depend on the order
 * in which a caller names them.
 *
 * @param scripts the allowed scripts by language code; empty for any script
 * @param filter the filter; empty for all documents
 */
public record PassageScope(Map<String, Optional<Set<String>>> scripts, Optional<Filter> filter) {
  public PassageScope {
    scripts = Collections.unmodifiableMap(new TreeMap<>(scripts));
    requireNonNull(filter, "filter is null");
  }

  /** Creates a scope of all passages in the given languages. */
  public static PassageScope ofLanguages(Collection<String> codes) {
    Map<String, Optional<Set<String>>> scripts = new LinkedHashMap<>();
    codes.forEach(code -> scripts.put(code, Optional.empty()));
    return new PassageScope(scripts, Optional.empty());
  }

  /** Returns the passages of this scope whose documents meet a filter. */
  public PassageScope matching(Filter documentFilter) {
    return new PassageScope(scripts, Optional.of(documentFilter));
  }

  /** Returns the intersection of this scope with the union of some language ranges. */
  public PassageScope restrictedTo(Collection<LanguageRange> ranges) {
    Map<String, Optional<Set<String>>> restricted = new LinkedHashMap<>();
    scripts.forEach(
        (code, current) -> {
          Optional<Set<String>> requested = scripts(code, ranges);
          Optional<Set<String>> allowed = requested.isEmpty() ? current : requested;
          if (requested.isPresent() && current.isPresent()) {
            Set<String> intersection = new HashSet<>(current.get());
            intersection.retainAll(requested.get());
            allowed = Optional.of(intersection);
          }
          if (allowed.isEmpty() || !allowed.get().isEmpty()) {
            restricted.put(code, allowed);
          }
        });
    return new PassageScope(restricted, filter);
  }

  /**
   * Returns the scripts that the ranges allow for a language: an empty optional for any script, an
   * empty set if no range contains the language.
   */
  private static Optional<Set<String>> scripts(String code, Collection<LanguageRange> ranges) {
    Language language = Language.of(code);
    Set<String> allowed = new HashSet<>();
    for (LanguageRange range : ranges) {
      if (range.containsLanguage(language)) {
        if (range.script().isEmpty()) {
          return Optional.empty();
        }
        allowed.add(range.script().get());
      }
    }
    return Optional.of(allowed);
  }

  /** The language codes of this scope. */
  public Set<String> codes() {
    return scripts.keySet();
  }

  /** Whether this scope excludes passages by their script. */
  public boolean restrictsScripts() {
    return scripts.values().stream().anyMatch(Optional::isPresent);
  }

  /** Whether this scope admits passages in a language and script. */
  public boolean admits(String code, String script) {
    Optional<Set<String>> allowed = scripts.get(code);
    return allowed != null && (allowed.isEmpty() || allowed.get().contains(script));
  }
}
