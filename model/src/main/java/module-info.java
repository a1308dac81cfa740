/**
 * The model folder: its manifest, its weights, its tokenizer, and where it comes from. Training
 * writes it, inference reads it, and neither knows the other.
 */
module org.isogloss.model {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.text;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires java.net.http;

  exports org.isogloss.model;
}
