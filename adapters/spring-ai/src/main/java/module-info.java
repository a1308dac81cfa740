// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Isogloss as embedding model, vector store and re-ranker of Spring AI. */
module org.isogloss.springai {
  requires transitive micrometer.observation;
  requires transitive org.isogloss.api;
  requires transitive org.isogloss.core;
  requires transitive spring.ai.commons;
  requires transitive spring.ai.model;
  requires transitive spring.ai.rag;
  requires transitive spring.ai.vector.store;
  requires spring.context;
  requires spring.core;
  requires static org.jspecify;
  requires static org.isogloss.client;
  requires static org.isogloss.engine;

  exports org.isogloss.springai;
}
