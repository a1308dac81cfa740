// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Locale;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.Snippet;
import org.isogloss.core.LanguageRange;

/**
 * A search request as a JSON object, without the options that have their defaults, and without a
 * language of the query that was identified. The conditions of a query that was divided are part of
 * the filter. The server reads it, with the limits that it sets.
 */
public final class SearchRequestJson {
  private SearchRequestJson() {}

  /** Writes a request. */
  public static ObjectNode write(SearchRequest request) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("query", request.query().text());
    boolean stated = request.languageProbability().isEmpty();
    if (stated && !request.query().language().isUndetermined()) {
      node.put("query_language", request.query().language().tag());
    }
    request.pipeline().ifPresent(pipeline -> node.put("pipeline", pipeline.toString()));
    putLanguages(node, "languages", request.languages());
    if (request.literal() || request.conditions().isPresent()) {
      node.put("literal", true);
    }
    request.effectiveFilter().ifPresent(filter -> node.put("filter", filter.toString()));
    node.put("unit", request.unit().name().toLowerCase(Locale.ROOT));
    node.put("top", request.top());
    if (request.page() > 1) {
      node.put("page", request.page());
    }
    if (request.explanations()) {
      node.put("explain", true);
    }
    if (!request.facets().isEmpty()) {
      ArrayNode facets = node.putArray("facets");
      request.facets().forEach(facets::add);
    }
    if (!request.sort().isEmpty()) {
      ArrayNode sort = node.putArray("sort");
      request.sort().forEach(key -> sort.add(key.toString()));
    }
    request
        .fields()
        .ifPresent(
            names -> {
              ArrayNode fields = node.putArray("fields");
              names.forEach(fields::add);
            });
    if (request.groupsTranslations()) {
      node.put("group_versions", true);
    }
    putLanguages(node, "prefer", request.preferredLanguages());
    if (request.preference() != request.defaultPreference()) {
      node.put("preference", request.preference());
    }
    request.minProbability().ifPresent(least -> node.put("min_probability", least));
    if (request.snippetLength() != Snippet.DEFAULT_LENGTH) {
      node.put("snippet_length", request.snippetLength());
    }
    if (request.answers() > 0) {
      node.put("answers", request.answers());
      node.put("answer_passages", request.answerPassages());
    }
    request.timeout().ifPresent(timeout -> node.put("timeout_ms", Math.max(1, timeout.toMillis())));
    return node;
  }

  private static void putLanguages(
      ObjectNode node, String key, Collection<LanguageRange> languages) {
    if (!languages.isEmpty()) {
      ArrayNode array = node.putArray(key);
      languages.forEach(language -> array.add(language.toString()));
    }
  }
}
