// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Processing of text before a model reads it: language identification, words, sentences, passages
 * and subword tokens.
 */
module org.isogloss.text {
  requires transitive org.isogloss.core;
  requires com.ibm.icu;

  exports org.isogloss.text;
  exports org.isogloss.text.decoding;
  exports org.isogloss.text.deromanization;
  exports org.isogloss.text.language;
  exports org.isogloss.text.mecab;
  exports org.isogloss.text.normalization;
  exports org.isogloss.text.romanization;
  exports org.isogloss.text.segmentation;
  exports org.isogloss.text.subword;
  exports org.isogloss.text.typing;
  exports org.isogloss.text.window;
}
