// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Example programs that use Isogloss as a library. */
module org.isogloss.examples {
  requires java.net.http;
  requires langchain4j.core;
  requires org.apache.lucene.core;
  requires org.isogloss.api;
  requires org.isogloss.client;
  requires org.isogloss.core;
  requires org.isogloss.data;
  requires org.isogloss.engine;
  requires org.isogloss.langchain4j;
  requires org.isogloss.lexical;
  requires org.isogloss.mining;
  requires org.isogloss.modelio;
  requires org.isogloss.neural;
  requires org.isogloss.search;
  requires org.isogloss.server;

  exports org.isogloss.examples;
}
