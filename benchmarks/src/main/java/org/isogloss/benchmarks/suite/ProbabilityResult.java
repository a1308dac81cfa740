// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.json.ProbabilityJson;
import org.isogloss.measure.TextTable;

/**
 * How well probabilities hold on each collection of a suite, and what a preference for the language
 * of the query changes.
 *
 * @param conversion how scores become probabilities
 * @param preferences the measured preferences, from 0 to 1
 */
public record ProbabilityResult(
    ScoreProbability conversion, List<Double> preferences, List<Row> rows) {
  /**
   * The figures of a collection, from 0 to 1.
   *
   * @param queries number of queries for which something was found
   * @param probability mean probability of the first document
   * @param relevant share of first documents that are relevant
   * @param firstError expected calibration error of first documents
   * @param firstFloor the error that perfect probabilities would have on as many documents
   * @param tenError expected calibration error of the first ten documents
   * @param nonsense mean probability of the first document for queries without meaning; empty if
   *     nothing was found for any of them
   * @param auc probability that the first document of an answerable query is more probable than
   *     that of an unanswerable one; empty if it cannot be measured
   * @param preferred of each preference
   */
  public record Row(
      SuiteCollection collection,
      int queries,
      double probability,
      double relevant,
      double firstError,
      double firstFloor,
      double tenError,
      OptionalDouble nonsense,
      OptionalDouble auc,
      List<Preferred> preferred) {
    public Row {
      requireNonNull(collection, "collection is null");
      requireNonNull(nonsense, "nonsense is null");
      requireNonNull(auc, "auc is null");
      preferred = List.copyOf(preferred);
    }
  }

  /**
   * The figures of a preference.
   *
   * @param mrr mean reciprocal rank of the first relevant document
   * @param own share of first documents in the language of the query
   * @param ownOfPossible the same, of the queries with a relevant document in their language; empty
   *     if there are none
   */
  public record Preferred(double mrr, double own, OptionalDouble ownOfPossible) {
    public Preferred {
      requireNonNull(ownOfPossible, "ownOfPossible is null");
    }
  }

  public ProbabilityResult {
    requireNonNull(conversion, "conversion is null");
    preferences = List.copyOf(preferences);
    rows = List.copyOf(rows);
  }

  /** Returns tables for a terminal. */
  public String toText() {
    TextTable probabilities =
        new TextTable(
            List.of(
                "collection",
                "role",
                "queries",
                "first",
                "relevant",
                "error",
                "perfect",
                "error of ten",
                "nonsense",
                "AUC"));
    List<String> header = new ArrayList<>(List.of("collection"));
    for (double preference : preferences) {
      header.addAll(List.of("MRR at " + preference, "own", "of possible"));
    }
    TextTable preferred = new TextTable(header);
    for (Row row : rows) {
      probabilities.row(
          List.of(
              row.collection().name(),
              row.collection().role().name().toLowerCase(Locale.ROOT),
              String.valueOf(row.queries()),
              format(row.probability()),
              format(row.relevant()),
              format(row.firstError()),
              format(row.firstFloor()),
              format(row.tenError()),
              format(row.nonsense()),
              format(row.auc())));
      List<String> cells = new ArrayList<>(List.of(row.collection().name()));
      for (Preferred figures : row.preferred()) {
        cells.add(String.format(Locale.ROOT, "%.4f", figures.mrr()));
        cells.add(format(figures.own()));
        cells.add(format(figures.ownOfPossible()));
      }
      preferred.row(cells);
    }
    return conversion.summary()
        + "\n\nMean probability of first hits, share of relevant ones, expected calibration error\n"
        + probabilities
        + "\nPreference for the language of the query\n"
        + preferred;
  }

  private static String format(double figure) {
    return String.format(Locale.ROOT, "%.3f", figure);
  }

  private static String format(OptionalDouble figure) {
    return figure.isPresent() ? format(figure.getAsDouble()) : "";
  }

  /** Returns one JSON object on several lines. */
  public String toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("benchmark", "suite");
    ProbabilityJson.put(root.putObject("probability"), conversion);
    ArrayNode collections = root.putArray("collections");
    for (Row row : rows) {
      ObjectNode node = collections.addObject();
      node.put("name", row.collection().name());
      node.put("role", row.collection().role().name().toLowerCase(Locale.ROOT));
      node.put("queries", row.queries());
      node.put("mean_probability", row.probability());
      node.put("relevant", row.relevant());
      node.put("calibration_error_first", row.firstError());
      node.put("calibration_error_first_if_perfect", row.firstFloor());
      node.put("calibration_error_first_10", row.tenError());
      row.nonsense().ifPresent(mean -> node.put("nonsense", mean));
      row.auc().ifPresent(auc -> node.put("auc", auc));
      ArrayNode preferred = node.putArray("preferences");
      for (int i = 0; i < preferences.size(); i++) {
        Preferred figures = row.preferred().get(i);
        ObjectNode entry =
            preferred
                .addObject()
                .put("preference", preferences.get(i))
                .put("mrr", figures.mrr())
                .put("own_first", figures.own());
        figures.ownOfPossible().ifPresent(share -> entry.put("own_first_of_possible", share));
      }
    }
    return root.toPrettyString();
  }
}
