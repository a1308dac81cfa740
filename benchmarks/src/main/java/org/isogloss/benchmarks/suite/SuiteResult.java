// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.measure.TextTable;

/**
 * The figures of pipelines on each collection of a suite, from 0 to 1.
 *
 * @param model the name of the encoder
 * @param pipelines the pipelines
 * @param reference the pipeline with which each is compared
 */
public record SuiteResult(
    String model, List<String> pipelines, Reference reference, List<Row> rows) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** p-values below it are marked. */
  private static final double SIGNIFICANT = 0.05;

  /** With which pipeline a pipeline is compared. */
  public enum Reference {
    /** The one before it, such as the same without its last stage. */
    PREVIOUS,
    /** The first one, to which the others are alternatives. */
    FIRST
  }

  /**
   * The figures of a collection.
   *
   * @param documents number of documents
   * @param queries number of queries
   * @param figures of each pipeline
   */
  public record Row(SuiteCollection collection, int documents, int queries, List<Figures> figures) {
    public Row {
      requireNonNull(collection, "collection is null");
      figures = List.copyOf(figures);
    }
  }

  /**
   * The figures of a pipeline on a collection.
   *
   * @param mrr mean reciprocal rank of the first relevant document
   * @param first share of the queries whose first document is relevant
   * @param firstTen share of the queries with a relevant document among the first ten
   * @param ndcg nDCG of the first ten
   * @param gain change of {@code mrr} from the reference; empty for the first pipeline
   * @param perQuery mean time of a query in a batch
   */
  public record Figures(
      double mrr,
      double first,
      double firstTen,
      double ndcg,
      Optional<Gain> gain,
      Duration perQuery) {
    public Figures {
      requireNonNull(gain, "gain is null");
      requireNonNull(perQuery, "perQuery is null");
    }
  }

  /**
   * A change of the mean reciprocal rank.
   *
   * @param difference positive if the later pipeline is better
   * @param p of a paired two-tailed randomisation test
   */
  public record Gain(double difference, double p) {}

  public SuiteResult {
    requireNonNull(model, "model is null");
    requireNonNull(reference, "reference is null");
    pipelines = List.copyOf(pipelines);
    rows = List.copyOf(rows);
  }

  /** Returns the row with the smallest gain of a pipeline. */
  private static Row worst(List<Row> rows, int pipeline) {
    return rows.stream()
        .min(Comparator.comparingDouble(row -> gain(row, pipeline).difference()))
        .orElseThrow();
  }

  private List<Row> tuning() {
    return rows.stream()
        .filter(row -> row.collection().role() == SuiteCollection.Role.TUNING)
        .toList();
  }

  /** Returns a table of the means over the collections that may choose. */
  private TextTable choice() {
    TextTable table = new TextTable(List.of("pipeline", "mean MRR", "least gain", "on"));
    List<Row> tuning = tuning();
    for (int i = 0; i < pipelines.size(); i++) {
      int pipeline = i;
      double mean =
          tuning.stream()
              .mapToDouble(row -> row.figures().get(pipeline).mrr())
              .average()
              .orElseThrow();
      Row worst = tuning.getFirst();
      if (i > 0) {
        worst = worst(tuning, i);
      }
      table.row(
          List.of(
              String.valueOf(i + 1),
              String.format(Locale.ROOT, "%.4f", mean),
              i == 0 ? "" : String.format(Locale.ROOT, "%+.4f", gain(worst, i).difference()),
              i == 0 ? "" : worst.collection().name()));
    }
    return table;
  }

  private static Gain gain(Row row, int pipeline) {
    return row.figures().get(pipeline).gain().orElseThrow();
  }

  /** Returns tables for a terminal: MRR and gains, other measures, and the worst of each stage. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append("Pipelines, with ").append(model).append(":\n");
    for (int i = 0; i < pipelines.size(); i++) {
      text.append("  ").append(i + 1).append("  ").append(pipelines.get(i)).append('\n');
    }
    text.append("\nMRR; gain over the ")
        .append(reference == Reference.PREVIOUS ? "pipeline before" : "first pipeline")
        .append(", * if p < .05\n")
        .append(gains());
    text.append("\nOf the last pipeline\n").append(lastPipeline());
    if (reference == Reference.FIRST && !tuning().isEmpty()) {
      text.append("\nOn the collections for tuning\n").append(choice());
    }
    for (int i = 1; i < pipelines.size(); i++) {
      Row worst = worst(rows, i);
      Gain gain = gain(worst, i);
      text.append(
          String.format(
              Locale.ROOT,
              "%nLeast gain of pipeline %d: %+.3f on %s (p = %.4f)",
              i + 1,
              gain.difference(),
              worst.collection().name(),
              gain.p()));
    }
    return text.append('\n').toString();
  }

  private TextTable gains() {
    List<String> header = new ArrayList<>(List.of("collection", "role", "documents", "queries"));
    for (int i = 0; i < pipelines.size(); i++) {
      header.add(String.valueOf(i + 1));
      if (i > 0) {
        header.add("gain");
      }
    }
    TextTable table = new TextTable(header);
    for (Row row : rows) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  row.collection().name(),
                  role(row),
                  String.valueOf(row.documents()),
                  String.valueOf(row.queries())));
      for (Figures figures : row.figures()) {
        cells.add(format(figures.mrr()));
        figures
            .gain()
            .ifPresent(
                gain ->
                    cells.add(
                        String.format(Locale.ROOT, "%+.3f", gain.difference())
                            + (gain.p() < SIGNIFICANT ? "*" : " ")));
      }
      table.row(cells);
    }
    return table;
  }

  private TextTable lastPipeline() {
    TextTable table =
        new TextTable(List.of("collection", "MRR", "first", "of 10", "nDCG@10", "ms"));
    for (Row row : rows) {
      Figures last = row.figures().getLast();
      table.row(
          List.of(
              row.collection().name(),
              format(last.mrr()),
              format(last.first()),
              format(last.firstTen()),
              format(last.ndcg()),
              String.format(Locale.ROOT, "%.1f", last.perQuery().toNanos() / 1e6)));
    }
    return table;
  }

  private static String role(Row row) {
    return row.collection().role().name().toLowerCase(Locale.ROOT);
  }

  private static String format(double figure) {
    return String.format(Locale.ROOT, "%.3f", figure);
  }

  /** Returns one JSON object on several lines. */
  public String toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("benchmark", "suite");
    root.put("model", model);
    ArrayNode collections = root.putArray("collections");
    for (Row row : rows) {
      ObjectNode collection = collections.addObject();
      collection.put("name", row.collection().name());
      collection.put("role", role(row));
      collection.put("description", row.collection().description());
      collection.put("documents", row.documents());
      collection.put("queries", row.queries());
      ArrayNode measured = collection.putArray("pipelines");
      for (int i = 0; i < pipelines.size(); i++) {
        Figures figures = row.figures().get(i);
        ObjectNode node = measured.addObject();
        node.put("pipeline", pipelines.get(i));
        node.put("mrr", figures.mrr());
        node.put("first", figures.first());
        node.put("first_ten", figures.firstTen());
        node.put("ndcg10", figures.ndcg());
        figures.gain().ifPresent(gain -> node.put("gain", gain.difference()).put("p", gain.p()));
        node.put("milliseconds", figures.perQuery().toNanos() / 1e6);
      }
    }
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
