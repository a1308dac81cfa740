/** Runs trained models: texts in, vectors out. */
module org.isogloss.runtime {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.model;
  requires org.isogloss.text;

  exports org.isogloss.runtime;
}
