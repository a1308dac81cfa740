/** The command line. */
module org.isogloss.cli {
  requires info.picocli;
  requires org.isogloss.core;
  requires org.isogloss.data;
  requires org.isogloss.measure;
  requires org.isogloss.model;
  requires org.isogloss.neural;
  requires org.isogloss.runtime;

  opens org.isogloss.cli to
      info.picocli;
}
