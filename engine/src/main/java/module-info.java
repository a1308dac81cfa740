// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Multilingual search for Java programs: opens an index with its model, re-ranker and default
 * pipeline, searches it from many threads, and writes it.
 */
module org.isogloss.engine {
  requires transitive org.apache.lucene.core;
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires transitive org.isogloss.modelio;
  requires transitive org.isogloss.search;
  requires transitive org.isogloss.text;
  requires transitive org.isogloss.runtime;
  requires transitive com.fasterxml.jackson.databind;
  requires static org.jspecify;

  exports org.isogloss.engine;
}
