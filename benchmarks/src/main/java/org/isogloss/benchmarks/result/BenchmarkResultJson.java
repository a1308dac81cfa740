// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.LanguageMatrix;

/** Results as JSON. */
final class BenchmarkResultJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private BenchmarkResultJson() {}

  static String of(BenchmarkResult result) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("benchmark", result.benchmark());
    root.put("model", result.model());
    root.put("pipeline", result.pipeline());
    result
        .measurement()
        .ifPresent(
            measurement ->
                root.put("date", measurement.date().toString())
                    .put("weights", measurement.weights()));
    root.put("measure", result.measure());
    result.average().ifPresent(average -> root.put("average", average));
    result
        .interval()
        .ifPresent(
            interval ->
                root.putObject("interval")
                    .put("level", interval.level())
                    .put("low", interval.low())
                    .put("high", interval.high()));
    result.coveredAverage().ifPresent(average -> root.put("covered_average", average));
    put(root, "measures", result.measures());
    put(root, "pairs", result.pairs());
    put(root, "uncounted_pairs", result.excludedPairs());
    result.bias().ifPresent(bias -> put(root.putArray("language_shares"), bias));
    result.bias().ifPresent(bias -> put(root, "top" + bias.depth() + "_shares", bias.topShares()));
    result.rankChange().ifPresent(ranks -> put(root, "rank_changes", ranks.factors()));
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(ObjectNode root, String name, Map<String, Double> figures) {
    if (!figures.isEmpty()) {
      ObjectNode node = root.putObject(name);
      figures.forEach(node::put);
    }
  }

  /** Returns one object for each query language, with the figure of each document language. */
  private static void put(ObjectNode root, String name, LanguageMatrix matrix) {
    ObjectNode rows = root.putObject(name);
    for (Language queryLanguage : matrix.rows()) {
      ObjectNode row = rows.putObject(queryLanguage.tag());
      for (Language documentLanguage : matrix.columns()) {
        matrix
            .value(queryLanguage, documentLanguage)
            .ifPresent(figure -> row.put(documentLanguage.tag(), figure));
      }
    }
  }

  private static void put(ArrayNode node, LanguageBias bias) {
    for (LanguageBias.Share share : bias.shares()) {
      node.addObject()
          .put("language", share.language().tag())
          .put("top" + bias.depth(), share.top())
          .put("relevant", share.relevant())
          .put("collection", share.collection());
    }
  }
}
