/**
 * What can be said about text before any model reads it: languages, words, sentences, subword
 * pieces.
 */
module org.isogloss.text {
  requires transitive org.isogloss.core;
  requires com.ibm.icu;

  exports org.isogloss.text;
}
