// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Standard test sets, run on any model or pipeline. */
module org.isogloss.benchmarks {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires transitive org.isogloss.measure;
  requires transitive org.isogloss.mining;
  requires transitive org.isogloss.search;
  requires com.fasterxml.jackson.databind;
  requires org.isogloss.text;

  exports org.isogloss.benchmarks;
  exports org.isogloss.benchmarks.collection;
  exports org.isogloss.benchmarks.construction;
  exports org.isogloss.benchmarks.mining;
  exports org.isogloss.benchmarks.result;
  exports org.isogloss.benchmarks.suite;
  exports org.isogloss.benchmarks.system;
}
