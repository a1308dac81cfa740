// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.isogloss.measure.report.HtmlReport;

/**
 * The result of a paper's experiments.
 *
 * @param paper name of the paper on the command line
 * @param title title of the report
 * @param settings settings on which the figures depend, by name: base, seed, scale, sizes, recipe
 * @param tables the tables in order
 * @param body writes the body of the report
 */
public record PaperResult(
    String paper,
    String title,
    SequencedMap<String, String> settings,
    List<PaperTable> tables,
    BiConsumer<PaperResult, HtmlReport> body) {
  /** The setting that states the day on which the last row was measured, in UTC. */
  public static final String MEASURED = "measured";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  public PaperResult {
    requireNonNull(paper, "paper is null");
    requireNonNull(title, "title is null");
    settings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(settings));
    tables = List.copyOf(tables);
    requireNonNull(body, "body is null");
  }

  /** Returns the table with a given name. */
  public PaperTable table(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no table " + name));
  }

  /** Returns all tables as text for a terminal. */
  public String toText() {
    return tables.stream().map(PaperTable::toText).collect(Collectors.joining("\n"));
  }

  /** Returns one JSON object on several lines; figures are from 0 to 1, in full precision. */
  public String toJson() {
    ObjectNode root = MAPPER.createObjectNode().put("paper", paper).put("title", title);
    ObjectNode set = root.putObject("settings");
    settings.forEach(set::put);
    ArrayNode all = root.putArray("tables");
    tables.forEach(table -> write(table, all.addObject()));
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(PaperTable table, ObjectNode node) {
    node.put("name", table.name()).put("caption", table.caption()).put("note", table.note());
    if (!table.verdicts().isEmpty()) {
      table.verdicts().forEach(node.putArray("verdicts")::add);
    }
    ArrayNode columns = node.putArray("columns");
    table.columns().forEach(columns::add);
    ArrayNode rows = node.putArray("rows");
    for (PaperTable.Row row : table.rows()) {
      ObjectNode line = rows.addObject().put("name", row.name());
      if (!row.published().isEmpty()) {
        line.put("published", row.published());
      }
      ObjectNode figures = line.putObject("figures");
      row.cells().forEach((column, cell) -> figures.put(column, cell.value()));
      ObjectNode significance = MAPPER.createObjectNode();
      row.cells()
          .forEach((column, cell) -> cell.pValue().ifPresent(p -> significance.put(column, p)));
      if (!significance.isEmpty()) {
        line.set("p", significance);
      }
      ObjectNode deviations = MAPPER.createObjectNode();
      row.cells().entrySet().stream()
          .filter(cell -> !Double.isNaN(cell.getValue().deviation()))
          .forEach(cell -> deviations.put(cell.getKey(), cell.getValue().deviation()));
      if (!deviations.isEmpty()) {
        line.set("deviation", deviations);
      }
    }
  }

  /** Returns a page with tables, curves and diagrams. */
  public HtmlReport toReport() {
    HtmlReport report = new HtmlReport(title);
    if (settings.get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. A larger scale"
              + " (small, full) gives figures.");
    }
    String judgement =
        Verdict.summarise(tables.stream().flatMap(table -> table.verdicts().stream()).toList());
    if (!judgement.isEmpty()) {
      report.judgement(judgement);
    }
    body.accept(this, report);
    return report.provenance(settings);
  }

  /** Adds a section with some of the tables to a page. */
  public void addSection(HtmlReport report, String heading, String... names) {
    report.section(heading);
    for (String name : names) {
      addTable(name, report);
    }
  }

  /** Adds the table with a given name to a page. */
  public void addTable(String name, HtmlReport report) {
    addTo(table(name), report);
  }

  /** Adds a table and its note to a page. */
  public static void addTo(PaperTable table, HtmlReport report) {
    report.figure(table.toHtmlTable());
    if (!table.explanation().isEmpty()) {
      report.paragraph(table.explanation());
    }
    table.verdicts().forEach(report::paragraph);
  }
}
