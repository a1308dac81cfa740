// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Readers and writers of the file formats of retrieval, translation and question answering data.
 */
module org.isogloss.data {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.text;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires com.github.luben.zstd_jni;
  requires de.siegmar.fastcsv;
  requires java.logging;
  requires java.xml;
  requires org.apache.commons.compress;
  requires org.apache.pdfbox;
  requires org.jsoup;
  requires org.tukaani.xz;

  exports org.isogloss.data;
  exports org.isogloss.data.bitext;
  exports org.isogloss.data.classification;
  exports org.isogloss.data.collection;
  exports org.isogloss.data.detect;
  exports org.isogloss.data.documentation;
  exports org.isogloss.data.duplicate to
      org.isogloss.mining;
  exports org.isogloss.data.qa;
  exports org.isogloss.data.summary;
  exports org.isogloss.data.tagging;
  exports org.isogloss.data.training;
  exports org.isogloss.data.trec;
  exports org.isogloss.data.vector;
  exports org.isogloss.data.wiki;
}
