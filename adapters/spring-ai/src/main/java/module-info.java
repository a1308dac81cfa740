// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Isogloss as embedding model, vector store and re-ranker of Spring AI. */
module org.isogloss.springai {
  requires transitive micrometer.observation;
  requires transitive org.isogloss.client;
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.engine;
  requires transitive org.isogloss.search;
  requires transitive spring.ai.commons;
  requires transitive spring.ai.model;
  requires transitive spring.ai.rag;
  requires transitive spring.ai.vector.store;
  requires org.isogloss.text;
  requires spring.context;
  requires spring.core;
  requires static org.jspecify;

  exports org.isogloss.springai;
}
