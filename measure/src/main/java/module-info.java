// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of ranked results: qrels, runs, effectiveness measures, significance tests,
 * dimensionality reduction, reports; and evaluation of translations.
 */
module org.isogloss.measure {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires org.isogloss.text;
  requires ojalgo;
  requires com.fasterxml.jackson.databind;
  requires org.apache.commons.statistics.distribution;

  exports org.isogloss.measure;
  exports org.isogloss.measure.answer;
  exports org.isogloss.measure.classification;
  exports org.isogloss.measure.crosslingual;
  exports org.isogloss.measure.probability;
  exports org.isogloss.measure.reduction;
  exports org.isogloss.measure.report;
  exports org.isogloss.measure.stats;
  exports org.isogloss.measure.tagging;
  exports org.isogloss.measure.translation;
}
