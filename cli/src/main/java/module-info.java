/** The command line. */
module org.isogloss.cli {
  requires info.picocli;
  requires org.isogloss.core;

  opens org.isogloss.cli to
      info.picocli;
}
