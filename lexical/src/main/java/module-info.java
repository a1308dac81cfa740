// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Word alignment of bitext, translation tables from alignments, word vectors and their maps. */
module org.isogloss.lexical {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.data;
  requires ojalgo;
  requires org.apache.commons.numbers.gamma;
  requires org.isogloss.text;

  exports org.isogloss.lexical;
  exports org.isogloss.lexical.alignment;
  exports org.isogloss.lexical.concordance;
  exports org.isogloss.lexical.mapping;
  exports org.isogloss.lexical.scoring;
  exports org.isogloss.lexical.skipgram;
  exports org.isogloss.lexical.table;
  exports org.isogloss.lexical.wordvector;
}
