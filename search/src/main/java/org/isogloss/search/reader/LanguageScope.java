package org.isogloss.search.reader;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;

/**
 * The passages that may be found: those in some languages, each in any script or in some scripts.
 *
 * @param scripts by the code of each language its scripts, empty for any
 */
public record LanguageScope(Map<String, Optional<Set<String>>> scripts) {
  public LanguageScope {
    scripts = Collections.unmodifiableMap(new LinkedHashMap<>(scripts));
  }

  /** All passages in languages with some codes. */
  public static LanguageScope ofLanguages(Collection<String> codes) {
    Map<String, Optional<Set<String>>> scripts = new LinkedHashMap<>();
    codes.forEach(code -> scripts.put(code, Optional.empty()));
    return new LanguageScope(scripts);
  }

  /** Those passages of this scope that are in one of some ranges. */
  public LanguageScope restrictedTo(Collection<LanguageRange> ranges) {
    Map<String, Optional<Set<String>>> both = new LinkedHashMap<>();
    scripts.forEach(
        (code, old) -> {
          Optional<Set<String>> wanted = scripts(code, ranges);
          Optional<Set<String>> shared = wanted.isEmpty() ? old : wanted;
          if (wanted.isPresent() && old.isPresent()) {
            Set<String> intersection = new HashSet<>(old.get());
            intersection.retainAll(wanted.get());
            shared = Optional.of(intersection);
          }
          if (shared.isEmpty() || !shared.get().isEmpty()) {
            both.put(code, shared);
          }
        });
    return new LanguageScope(both);
  }

  /** The scripts that ranges allow for a language; empty for any, none if they do not name it. */
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

  /** The codes of its languages. */
  public Set<String> codes() {
    return scripts.keySet();
  }

  /** Whether passages of one language may be out of this scope because of their script. */
  boolean restrictsScripts() {
    return scripts.values().stream().anyMatch(Optional::isPresent);
  }

  /** Whether passages in a language and script are in this scope. */
  public boolean contains(String code, String script) {
    Optional<Set<String>> allowed = scripts.get(code);
    return allowed != null && (allowed.isEmpty() || allowed.get().contains(script));
  }
}
