// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Formats reports as JSON. */
final class TranslationJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private TranslationJson() {}

  static String of(TranslationReport report, boolean sentences) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode systems = root.putArray("systems");
    for (int i = 0; i < report.systems().size(); i++) {
      TranslationReport.SystemScores system = report.systems().get(i);
      ObjectNode node = systems.addObject().put("system", system.name());
      ArrayNode scores = node.putArray("scores");
      for (int metric = 0; metric < system.evaluations().size(); metric++) {
        TranslationEvaluation evaluation = system.evaluations().get(metric);
        ObjectNode score = scores.addObject();
        score.put("name", evaluation.metric().name());
        score.put("signature", report.signature(evaluation));
        put(score, evaluation.score());
        report.result(i, metric).ifPresent(result -> put(score, result));
        if (sentences) {
          putSentences(score.putArray("sentences"), evaluation);
        }
      }
    }
    report
        .comparison()
        .ifPresent(
            comparison ->
                root.putObject("test")
                    .put("kind", comparison.test().kind().label())
                    .put("samples", comparison.test().samples())
                    .put("seed", comparison.test().seed()));
    return write(root);
  }

  private static void put(ObjectNode node, TranslationScore score) {
    node.put("score", score.value());
    if (score instanceof BleuScore bleu) {
      bleu.precisions().forEach(node.putArray("precisions")::add);
      bleu.matches().forEach(node.putArray("matches")::add);
      bleu.totals().forEach(node.putArray("totals")::add);
      node.put("brevity_penalty", bleu.brevityPenalty());
      node.put("ratio", bleu.ratio());
      node.put("hypothesis_length", bleu.hypothesisLength());
      node.put("reference_length", bleu.referenceLength());
    }
  }

  private static void put(ObjectNode node, PairedResult result) {
    result.p().ifPresent(p -> node.put("p", p));
    result
        .estimate()
        .ifPresent(
            estimate ->
                node.put("mean", estimate.mean())
                    .put("interval_low", estimate.interval().low())
                    .put("interval_high", estimate.interval().high()));
  }

  private static void putSentences(ArrayNode node, TranslationEvaluation evaluation) {
    for (int i = 0; i < evaluation.sentences(); i++) {
      node.add(evaluation.sentenceScore(i).value());
    }
  }

  private static String write(ObjectNode root) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values is always JSON", e);
    }
  }
}
