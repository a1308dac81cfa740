// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.neural.biencoder.TermSimilarities;
import org.isogloss.papers.PaperTable;

/** Cosines of a query with a document and its terms as figures and as a table. */
final class SimilarityTable {
  private static final String WHOLE = "the whole document";

  private SimilarityTable() {}

  /** Returns cosines as figures, whose keys are in the order of the terms. */
  static SortedMap<String, Double> figures(TermSimilarities similarities) {
    SortedMap<String, Double> figures = new TreeMap<>();
    figures.put(key(0, WHOLE), similarities.document());
    for (int i = 0; i < similarities.cosines().length; i++) {
      figures.put(key(i + 1, similarities.terms().get(i)), similarities.cosines()[i]);
    }
    return figures;
  }

  private static String key(int position, String term) {
    return String.format(Locale.ROOT, "%04d %s", position, term);
  }

  /**
   * Returns a table with a row for each term and a column for each model.
   *
   * @param figures the figures of the models by name, of the same text
   */
  static PaperTable of(
      String query, SequencedMap<String, ? extends SortedMap<String, Double>> figures) {
    List<PaperTable.Row> rows = new ArrayList<>();
    for (String key : figures.firstEntry().getValue().keySet()) {
      Map<String, Double> cells = new LinkedHashMap<>();
      figures.forEach((model, of) -> cells.put(model, of.get(key)));
      rows.add(PaperTable.Row.of(key.substring(key.indexOf(' ') + 1), cells));
    }
    return new PaperTable(
        "similarities",
        "Cosines of the query \"" + query + "\" with a document and its terms (table 2)",
        "",
        List.copyOf(figures.keySet()),
        rows);
  }
}
