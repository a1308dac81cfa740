// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.resource.PaperResources;

/**
 * The figures of a paper, in the resource {@code published.tsv} of its package. Each of its tables
 * starts with a header, which has the name of the table, the word {@code source}, and the names of
 * the columns, and ends with an empty line. A row has the name of a system, the source of its
 * figures, and the figures, from 0 to 1; empty ones were not published.
 */
public final class PublishedFigures {
  /** No figures. */
  public static final PublishedFigures NONE = new PublishedFigures();

  private static final String RESOURCE = "published.tsv";
  private static final int FIRST_COLUMN = 2;

  private final Map<String, List<PaperTable.Row>> tables = new HashMap<>();

  private PublishedFigures() {}

  /** Reads the figures in the package of a class of this module. */
  public static PublishedFigures of(Class<?> paper) {
    PublishedFigures figures = new PublishedFigures();
    for (String table : PaperResources.text(paper, RESOURCE).split("\n\n", -1)) {
      List<String> lines = table.lines().toList();
      List<String> header = List.of(lines.getFirst().split("\t", -1));
      figures.tables.put(
          header.getFirst(),
          lines.stream().skip(1).map(line -> row(header, line.split("\t", -1))).toList());
    }
    return figures;
  }

  private static PaperTable.Row row(List<String> header, String... cells) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int i = FIRST_COLUMN; i < cells.length; i++) {
      if (!cells[i].isEmpty()) {
        figures.put(header.get(i), Double.valueOf(cells[i]));
      }
    }
    return PaperTable.Row.published(cells[0], cells[1], figures);
  }

  /**
   * Returns the rows of a table with the figures of some columns; none if the paper has no such
   * table.
   */
  public List<PaperTable.Row> rows(String table, Collection<String> columns) {
    List<PaperTable.Row> rows = new ArrayList<>();
    for (PaperTable.Row row : tables.getOrDefault(table, List.of())) {
      Map<String, Double> figures = new LinkedHashMap<>();
      row.cells()
          .forEach(
              (column, cell) -> {
                if (columns.contains(column)) {
                  figures.put(column, cell.value());
                }
              });
      rows.add(PaperTable.Row.published(row.name(), row.published(), figures));
    }
    return rows;
  }
}
