// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Experiments of published papers as commands: training, evaluation, and comparison with the
 * published figures.
 */
module org.isogloss.papers {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.measure;
  requires org.isogloss.mining;
  requires transitive org.isogloss.neural;
  requires org.isogloss.benchmarks;
  requires org.isogloss.data;
  requires org.isogloss.lexical;
  requires org.isogloss.modelio;
  requires org.isogloss.runtime;
  requires org.isogloss.search;
  requires org.isogloss.text;
  requires com.fasterxml.jackson.databind;

  exports org.isogloss.papers;
  exports org.isogloss.papers.adversarial;
  exports org.isogloss.papers.bicla;
  exports org.isogloss.papers.clirbert;
  exports org.isogloss.papers.hictl;
  exports org.isogloss.papers.translation;
  exports org.isogloss.papers.xpr;
}
