// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Formats evaluations and comparisons as JSON. */
final class EvaluationJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private EvaluationJson() {}

  static String of(Evaluation evaluation, boolean perQuery) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("run", evaluation.tag());
    root.put("complete", evaluation.options().complete());
    root.put("relevance_level", evaluation.options().relevanceLevel());
    ObjectNode measures = root.putObject("measures");
    for (Measure measure : evaluation.measures()) {
      put(measures, measure, evaluation.value(measure));
    }
    if (perQuery) {
      ObjectNode queries = root.putObject("queries");
      evaluation.queries().forEach(queries::putObject);
      for (Measure measure : evaluation.measures()) {
        double[] values = evaluation.values(measure);
        for (int i = 0; i < values.length && !measure.isSummaryOnly(); i++) {
          put((ObjectNode) queries.get(evaluation.queries().get(i)), measure, values[i]);
        }
      }
    }
    strings(root.putArray("missing"), evaluation.missingQueries());
    strings(root.putArray("unjudged"), evaluation.unjudgedQueries());
    ObjectNode ties = root.putObject("ties");
    ties.put("queries", evaluation.ties().queries());
    ties.put("hits", evaluation.ties().hits());
    strings(root.putArray("warnings"), evaluation.warnings());
    return write(root);
  }

  static String of(Comparison comparison) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("baseline", comparison.baselineTag());
    root.put("other", comparison.otherTag());
    root.put("queries", comparison.queries());
    root.put("seed", comparison.seed());
    ObjectNode measures = root.putObject("measures");
    for (Comparison.Row row : comparison.rows()) {
      ObjectNode measure = measures.putObject(row.measure().name());
      measure.put("baseline", row.baseline());
      measure.put("other", row.other());
      measure.put("difference", row.difference());
      measure.put("interval_low", row.interval().low());
      measure.put("interval_high", row.interval().high());
      measure.put("better", row.better());
      measure.put("worse", row.worse());
      measure.put("equal", row.equal());
      measure.put("t_test_p", row.tTest().p());
      measure.put("t_test_p_holm", row.holmP());
      measure.put("randomization_p", row.randomization().p());
    }
    return write(root);
  }

  private static void put(ObjectNode node, Measure measure, double value) {
    if (measure.isCount()) {
      node.put(measure.name(), (long) value);
    } else {
      node.put(measure.name(), value);
    }
  }

  private static void strings(ArrayNode array, List<String> strings) {
    strings.forEach(array::add);
  }

  private static String write(JsonNode node) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values is always JSON", e);
    }
  }
}
