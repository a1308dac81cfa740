// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Finds translations between two lists of sentences: bitext mining, mate retrieval and
 * nearest-neighbour search.
 */
module org.isogloss.mining {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires transitive org.isogloss.modelio;
  requires transitive org.isogloss.runtime;
  requires com.fasterxml.jackson.databind;
  requires org.apache.lucene.core;

  exports org.isogloss.mining;
  exports org.isogloss.mining.corpus;
  exports org.isogloss.mining.neighbour;
  exports org.isogloss.mining.scoring;
  exports org.isogloss.mining.sentence;
}
