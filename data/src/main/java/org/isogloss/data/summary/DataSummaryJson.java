// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import org.isogloss.data.FormatException;

/** Formats a summary as JSON. */
final class DataSummaryJson {
  private DataSummaryJson() {}

  static String of(DataSummary summary) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("path", summary.path().toString());
    root.put("format", summary.format().name().toLowerCase(Locale.ROOT));
    root.put("records", summary.records());
    root.put("skipped", summary.skipped());
    ArrayNode problems = root.putArray("problems");
    for (FormatException problem : summary.problems()) {
      ObjectNode one = problems.addObject();
      one.put("file", problem.file().toString());
      one.put("line", problem.line());
      one.put("problem", problem.problem());
    }
    root.put("texts", summary.texts());
    lengths(root.putObject("characters"), summary.lengths());
    if (!summary.labels().isEmpty()) {
      counts(root.putObject("labels"), summary.labels());
    }
    counts(root.putObject("declared"), summary.declared());
    counts(root.putObject("identified"), summary.identified());
    root.put("contradicted", summary.contradicted());
    ArrayNode contradictions = root.putArray("contradictions");
    for (DataSummary.Contradiction contradiction : summary.contradictions()) {
      ObjectNode one = contradictions.addObject();
      one.put("id", contradiction.id());
      one.put("declared", contradiction.declared());
      one.put("identified", contradiction.identified());
      one.put("text", contradiction.text());
    }
    root.put("repeated_ids", summary.repeatedIds());
    root.put("repeated_texts", summary.repeatedTexts());
    if (summary.repeatsEstimated()) {
      root.put("repeats_estimated", true);
    }
    root.put("skipped_files", summary.skippedFiles().count());
    return root.toString();
  }

  private static void lengths(ObjectNode object, DataSummary.Lengths lengths) {
    object.put("min", lengths.shortest());
    object.put("p25", lengths.firstQuartile());
    object.put("p50", lengths.median());
    object.put("p75", lengths.thirdQuartile());
    object.put("p95", lengths.percentile95());
    object.put("max", lengths.longest());
    object.put("mean", lengths.mean());
  }

  private static void counts(ObjectNode object, Map<String, Long> counts) {
    counts.forEach(object::put);
  }
}
