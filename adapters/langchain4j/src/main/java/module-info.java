// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Implements interfaces of LangChain4j: models, content retriever and embedding store. */
module org.isogloss.langchain4j {
  requires transitive langchain4j.core;
  requires transitive org.isogloss.api;
  requires transitive org.isogloss.core;
  requires static org.isogloss.engine;

  exports org.isogloss.langchain4j;
}
