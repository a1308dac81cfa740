// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Jobs on Apache Spark that encode, load, align, mine and count collections that are too large for
 * one machine.
 */
module org.isogloss.spark {
  requires com.fasterxml.jackson.databind;
  requires info.picocli;
  requires org.apache.lucene.core;
  requires org.isogloss.core;
  requires org.isogloss.data;
  requires org.isogloss.engine;
  requires org.isogloss.lexical;
  requires org.isogloss.mining;
  requires org.isogloss.options;
  requires org.isogloss.search;
  requires org.isogloss.text;

  opens org.isogloss.spark to
      info.picocli;
}
