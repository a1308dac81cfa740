/**
 * What can be said about text before any model reads it: languages, words, sentences, subword
 * pieces.
 */
module org.isogloss.text {
  requires transitive org.isogloss.core;
  requires com.ibm.icu;
  requires org.apache.opennlp.tools;

  exports org.isogloss.text;
  exports org.isogloss.text.language;
  exports org.isogloss.text.segmentation;
  exports org.isogloss.text.subword;
}
