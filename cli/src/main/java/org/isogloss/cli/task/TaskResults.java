// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;

/**
 * The results of a model on files. Their mean counts each file once, whatever its size.
 *
 * @param unit what is counted, such as texts
 * @param measures names of the measures; models are compared by the first one
 * @param decimals number of decimals in the table
 * @param files the results of each file, at least one
 */
record TaskResults(String unit, List<String> measures, int decimals, List<FileResult> files) {
  /**
   * The results of a file.
   *
   * @param name the name of the file
   * @param items number of items that were measured
   * @param values the value of each measure
   * @param comparison another model, if there is one
   * @param details further results, for JSON
   */
  record FileResult(
      String name,
      long items,
      List<Double> values,
      Optional<Comparison> comparison,
      ObjectNode details) {
    FileResult {
      values = List.copyOf(values);
    }
  }

  /**
   * Another model on the same file.
   *
   * @param value its value of the first measure
   * @param p the p-value of the difference
   */
  record Comparison(double value, double p) {}

  TaskResults {
    measures = List.copyOf(measures);
    files = List.copyOf(files);
  }

  private boolean isComparison() {
    return files.getFirst().comparison().isPresent();
  }

  /** The mean of a value over the files. */
  private double mean(ToDoubleFunction<FileResult> value) {
    return files.stream().mapToDouble(value).sum() / files.size();
  }

  private static double compared(FileResult file) {
    return file.comparison().orElseThrow().value();
  }

  /** Formats a table with a row for each file, and one for the mean if there are several. */
  TextTable toTable() {
    List<String> header = new ArrayList<>(List.of("file", unit));
    header.addAll(measures);
    if (isComparison()) {
      header.addAll(List.of("compared", "difference", "p"));
    }
    TextTable table = new TextTable(header);
    for (FileResult file : files) {
      List<String> row = new ArrayList<>(List.of(file.name(), String.valueOf(file.items())));
      file.values().forEach(value -> row.add(format(value)));
      file.comparison()
          .ifPresent(
              other -> {
                addCompared(row, other.value(), file.values().getFirst());
                row.add(PrintfNumbers.formatFixed(other.p(), 4));
              });
      table.row(row);
    }
    return files.size() == 1 ? table : table.row(meanRow());
  }

  private List<String> meanRow() {
    List<String> row = new ArrayList<>(List.of("mean", ""));
    for (int i = 0; i < measures.size(); i++) {
      int measure = i;
      row.add(format(mean(file -> file.values().get(measure))));
    }
    if (isComparison()) {
      addCompared(row, mean(TaskResults::compared), mean(file -> file.values().getFirst()));
      row.add("");
    }
    return row;
  }

  private void addCompared(List<String> row, double other, double value) {
    row.add(format(other));
    row.add((other > value ? "+" : "") + format(other - value));
  }

  private String format(double value) {
    return PrintfNumbers.formatFixed(value, decimals);
  }

  /** Formats the results in full precision; the keys are the names of the measures. */
  ObjectNode toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode all = root.putArray("files");
    for (FileResult file : files) {
      ObjectNode node = all.addObject().put("file", file.name()).put(unit, file.items());
      for (int i = 0; i < measures.size(); i++) {
        node.put(key(i), file.values().get(i));
      }
      file.comparison().ifPresent(other -> putCompared(node, other.value()).put("p", other.p()));
      node.setAll(file.details());
    }
    ObjectNode means = root.putObject("mean");
    for (int i = 0; i < measures.size(); i++) {
      int measure = i;
      means.put(key(i), mean(file -> file.values().get(measure)));
    }
    if (isComparison()) {
      putCompared(means, mean(TaskResults::compared));
    }
    return root;
  }

  private ObjectNode putCompared(ObjectNode node, double value) {
    return node.put("compared_" + key(0), value);
  }

  private String key(int measure) {
    return measures.get(measure).toLowerCase(Locale.ROOT).replace(' ', '_');
  }
}
