// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.server.http.JsonLog;

/**
 * Logs each search: the language of its query, its filters, how many hits it has and how likely the
 * best one is, so that one learns what people ask and what they do not find.
 *
 * @param log receives the lines
 * @param texts whether to log the texts of queries, which may be personal
 */
public record QueryLog(JsonLog log, boolean texts) {
  private static final double NANOS_PER_MILLISECOND = 1e6;

  /** Logs a search of an index. */
  void answered(String index, SearchResults results) {
    log.append(line -> put(line, index, results, results.elapsed()));
  }

  /** Logs searches that were answered together: each has an equal part of their time. */
  void answered(String index, List<SearchResults> all) {
    Map<Duration, Long> together =
        all.stream().collect(Collectors.groupingBy(SearchResults::elapsed, Collectors.counting()));
    for (SearchResults results : all) {
      Duration part = results.elapsed().dividedBy(together.get(results.elapsed()));
      log.append(line -> put(line, index, results, part));
    }
  }

  private void put(ObjectNode line, String index, SearchResults results, Duration elapsed) {
    SearchRequest request = results.request();
    line.put("index", index);
    line.put("language", request.query().language().tag());
    request
        .languageProbability()
        .ifPresent(probability -> line.put("language_probability", probability));
    if (!request.languages().isEmpty()) {
      ArrayNode languages = line.putArray("languages");
      request.languages().forEach(range -> languages.add(range.toString()));
    }
    request.filter().ifPresent(filter -> line.put("filter", filter.toString()));
    line.put("page", request.page());
    line.put("hits", results.size());
    results.stream()
        .mapToDouble(result -> result.probability().orElse(Double.NaN))
        .filter(Double::isFinite)
        .max()
        .ifPresent(best -> line.put("probability", best));
    line.put("ms", elapsed.toNanos() / NANOS_PER_MILLISECOND);
    if (texts) {
      line.put("query", request.query().text());
    }
  }
}
