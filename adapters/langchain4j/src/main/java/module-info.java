// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Implements interfaces of LangChain4j: models, content retriever and embedding store. */
module org.isogloss.langchain4j {
  requires transitive langchain4j.core;
  requires transitive org.isogloss.client;
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.engine;
  requires transitive org.isogloss.search;

  exports org.isogloss.langchain4j;
}
