// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Ranking;
import org.isogloss.search.SearchIndex;

/** Groups the hits of a request that are translations of one text, and chooses the one to show. */
final class TranslationGroups {
  private TranslationGroups() {}

  /**
   * Groups hits.
   *
   * @param pipeline the pipeline that found them, whose minimum similarity counts if it groups
   *     translations itself and states one
   * @param count maximum number of groups
   * @throws org.isogloss.core.IsoglossException if the index has no vectors
   */
  static List<TranslationGroup> of(
      SearchIndex index, SearchRequest request, Pipeline pipeline, Ranking ranking, int count) {
    OptionalDouble minSimilarity =
        pipeline instanceof Pipeline.TranslationsGrouped grouped
            ? grouped.options().minSimilarity()
            : OptionalDouble.empty();
    List<TranslationGroup> groups = new ArrayList<>();
    int examined = Math.min(ranking.size(), SearchRequest.TRANSLATION_DEPTH);
    List<Hit> hits = ranking.hits();
    for (List<Hit> translations :
        index.translations(hits.subList(0, examined), minSimilarity, count)) {
      Hit shown = shown(index, request, translations);
      groups.add(
          new TranslationGroup(
              translations.getFirst(),
              shown,
              translations.stream().filter(hit -> !hit.equals(shown)).toList()));
    }
    hits.subList(examined, hits.size()).stream()
        .limit(count - groups.size())
        .map(TranslationGroup::of)
        .forEach(groups::add);
    return groups;
  }

  /** Returns the translation in the first preferred language, otherwise the best one. */
  private static Hit shown(SearchIndex index, SearchRequest request, List<Hit> translations) {
    for (LanguageRange preferred : request.favouredLanguages()) {
      for (Hit hit : translations) {
        if (preferred.contains(ResultPage.passage(index, hit).language())) {
          return hit;
        }
      }
    }
    return translations.getFirst();
  }
}
