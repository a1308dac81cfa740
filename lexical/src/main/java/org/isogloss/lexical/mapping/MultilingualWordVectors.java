// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.wordvector.WordVectors;

/**
 * Word vectors of several languages in one space, that of a pivot language. {@code N} languages
 * need {@code N - 1} maps and dictionaries to the pivot; words of any two languages can be
 * compared. Immutable and thread-safe, provided that the caller does not modify {@link
 * WordVectors#values}.
 */
public final class MultilingualWordVectors {
  private final Map<Language, WordVectors> vectors;
  private final Map<Language, OrthogonalMap> maps;

  private MultilingualWordVectors(
      Map<Language, WordVectors> vectors, Map<Language, OrthogonalMap> maps) {
    this.vectors = Collections.unmodifiableMap(new LinkedHashMap<>(vectors));
    this.maps = Collections.unmodifiableMap(new LinkedHashMap<>(maps));
  }

  /**
   * Returns vectors that are in one space already.
   *
   * @throws IsoglossException if the dimensions differ
   */
  public static MultilingualWordVectors of(Map<Language, WordVectors> vectors) {
    long dimensions = vectors.values().stream().mapToInt(WordVectors::dimension).distinct().count();
    if (dimensions > 1) {
      throw new IsoglossException(
          "the vectors have " + dimensions + " different dimensions, expected the same for all");
    }
    return new MultilingualWordVectors(vectors, Map.of());
  }

  /**
   * Maps the vectors of all languages into the space of one of them.
   *
   * @param pivot one of the languages, usually English
   * @param monolingual the vectors of each language, in a space of its own
   * @param dictionary pairs of the pivot language and each other language, in either direction;
   *     pairs of other languages are ignored
   * @throws IsoglossException if the pivot has no vectors, or if a map cannot be learned: see
   *     {@link OrthogonalMap#learn(WordVectors, WordVectors, List, MapOptions)}
   */
  public static MultilingualWordVectors learn(
      Language pivot,
      Map<Language, WordVectors> monolingual,
      List<WordPair> dictionary,
      MapOptions options) {
    WordVectors pivotVectors = monolingual.get(pivot);
    if (pivotVectors == null) {
      throw new IsoglossException(
          "the pivot language "
              + pivot
              + " has no vectors, found those of "
              + monolingual.keySet());
    }
    Map<Language, WordVectors> mapped = new LinkedHashMap<>();
    Map<Language, OrthogonalMap> maps = new LinkedHashMap<>();
    monolingual.forEach(
        (language, own) -> {
          OrthogonalMap map =
              language.equals(pivot)
                  ? OrthogonalMap.identity(own, options)
                  : learn(language, own, pivot, pivotVectors, dictionary, options);
          maps.put(language, map);
          mapped.put(language, map.apply(own));
        });
    return new MultilingualWordVectors(mapped, maps);
  }

  private static OrthogonalMap learn(
      Language language,
      WordVectors own,
      Language pivot,
      WordVectors pivotVectors,
      List<WordPair> dictionary,
      MapOptions options) {
    List<WordPair> pairs = new ArrayList<>();
    for (WordPair pair : dictionary) {
      if (pair.sourceLanguage().equals(language) && pair.targetLanguage().equals(pivot)) {
        pairs.add(pair);
      } else if (pair.sourceLanguage().equals(pivot) && pair.targetLanguage().equals(language)) {
        String pivotWord = pair.source();
        String ownWord = pair.target();
        pairs.add(new WordPair(language, pivot, ownWord, pivotWord));
      }
    }
    try {
      return OrthogonalMap.learn(own, pivotVectors, pairs, options);
    } catch (IsoglossException e) {
      throw new IsoglossException(language + "-" + pivot + ": " + e.getMessage(), e);
    }
  }

  /** Returns the languages in the order in which they were given. */
  public Set<Language> languages() {
    return vectors.keySet();
  }

  /** Returns the unit vectors of a language in the common space; empty if there are none. */
  public Optional<WordVectors> vectors(Language language) {
    return Optional.ofNullable(vectors.get(language));
  }

  /** Returns the map of a language; empty if it was not learned here. */
  public Optional<OrthogonalMap> map(Language language) {
    return Optional.ofNullable(maps.get(language));
  }
}
