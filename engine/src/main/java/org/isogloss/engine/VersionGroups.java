// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Ranking;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;

/** Groups the hits of a request that are versions of one text, and chooses the one to show. */
final class VersionGroups {
  /** Number of hits that are grouped for each result, about the number of languages of a text. */
  private static final int HITS_PER_RESULT = 20;

  /** Minimum and maximum number of hits that are grouped, because each is compared with others. */
  private static final int MIN_HITS = 100;

  private static final int MAX_HITS = 1_000;

  private VersionGroups() {}

  /**
   * Returns the number of hits that are retrieved.
   *
   * @param results number of results up to the end of the page
   */
  static int depth(int results) {
    return Math.clamp((long) HITS_PER_RESULT * results, MIN_HITS, MAX_HITS);
  }

  /**
   * Groups hits.
   *
   * @throws org.isogloss.core.IsoglossException if the index has no vectors
   */
  static List<VersionGroup> of(SearchIndex index, SearchRequest request, Ranking ranking) {
    Ranking first = ranking.top(MAX_HITS);
    List<VersionGroup> groups = new ArrayList<>();
    for (List<Hit> versions : index.versions(first.hits(), Pipeline.VersionsGrouped.DEFAULT_GATE)) {
      Hit shown = shown(index, request, versions);
      groups.add(
          new VersionGroup(shown, versions.stream().filter(hit -> !hit.equals(shown)).toList()));
    }
    ranking.hits().subList(first.size(), ranking.size()).stream()
        .map(VersionGroup::of)
        .forEach(groups::add);
    return groups;
  }

  /** Returns the version in the first preferred language, otherwise the best one. */
  private static Hit shown(SearchIndex index, SearchRequest request, List<Hit> versions) {
    for (LanguageRange preferred : preferred(request)) {
      for (Hit version : versions) {
        if (preferred.contains(language(index, version))) {
          return version;
        }
      }
    }
    return versions.getFirst();
  }

  private static List<LanguageRange> preferred(SearchRequest request) {
    Language asked = request.query().language();
    List<LanguageRange> preferred = request.preferredLanguages();
    return preferred.isEmpty() && !asked.isUndetermined()
        ? List.of(LanguageRange.of(asked.tag()))
        : preferred;
  }

  private static Language language(SearchIndex index, Hit hit) {
    return ResultPage.passage(index, hit).language();
  }
}
