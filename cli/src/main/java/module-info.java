// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The command line. */
module org.isogloss.cli {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires info.picocli;
  requires java.logging;
  requires java.management;
  requires jdk.unsupported;
  requires org.isogloss.benchmarks;
  requires org.isogloss.core;
  requires org.isogloss.data;
  requires org.isogloss.engine;
  requires org.isogloss.lexical;
  requires org.isogloss.measure;
  requires org.isogloss.mining;
  requires org.isogloss.modelio;
  requires org.isogloss.neural;
  requires org.isogloss.options;
  requires org.isogloss.papers;
  requires org.isogloss.runtime;
  requires org.isogloss.search;
  requires org.isogloss.server;
  requires org.isogloss.text;
  requires org.jline.reader;
  requires org.jline.terminal;

  opens org.isogloss.cli to
      info.picocli;
  opens org.isogloss.cli.collection to
      info.picocli;
  opens org.isogloss.cli.console to
      info.picocli;
  opens org.isogloss.cli.corpus to
      info.picocli;
  opens org.isogloss.cli.doctor to
      info.picocli;
  opens org.isogloss.cli.evaluation to
      info.picocli;
  opens org.isogloss.cli.help to
      info.picocli;
  opens org.isogloss.cli.init to
      info.picocli;
  opens org.isogloss.cli.map to
      info.picocli;
  opens org.isogloss.cli.model to
      info.picocli;
  opens org.isogloss.cli.option to
      info.picocli;
  opens org.isogloss.cli.plan to
      info.picocli;
  opens org.isogloss.cli.search to
      info.picocli;
  opens org.isogloss.cli.server to
      info.picocli;
  opens org.isogloss.cli.task to
      info.picocli;
  opens org.isogloss.cli.training to
      info.picocli;
  opens org.isogloss.cli.vector to
      info.picocli;
}
