// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that runs on the cluster that {@code spark-submit} chose. */
abstract class JobCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public final Integer call() {
    // Not closed: in a test the session belongs to the test, and the end of the process ends it.
    run(SparkSession.builder().appName("isogloss " + spec.name()).getOrCreate());
    return 0;
  }

  abstract void run(SparkSession session);

  /** Prints a message to standard error. */
  final void note(String message) {
    spec.commandLine().getErr().println(message);
    spec.commandLine().getErr().flush();
  }

  /** Prints a result to standard output. */
  final void print(String result) {
    spec.commandLine().getOut().println(result);
    spec.commandLine().getOut().flush();
  }
}
