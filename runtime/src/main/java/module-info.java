/** Inference: what a model folder holds, made to encode and to score. */
module org.isogloss.runtime {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.model;
  requires transitive org.isogloss.text;
  requires org.apache.lucene.core;

  exports org.isogloss.runtime;
}
