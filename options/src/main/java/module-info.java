// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Options that the command line and the jobs on Spark share. */
module org.isogloss.options {
  requires transitive org.isogloss.lexical;
  requires transitive org.isogloss.mining;
  requires info.picocli;
  requires org.isogloss.core;

  exports org.isogloss.options;

  opens org.isogloss.options to
      info.picocli;
}
