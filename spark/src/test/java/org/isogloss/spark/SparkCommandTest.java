// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.BeforeAll;
import picocli.CommandLine;

/** A test that runs commands in this process. */
public abstract class SparkCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startSpark() {
    LocalSpark.session();
  }

  /** Runs a command and returns its exit code. */
  public final int spark(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(words);
  }

  /** Returns the standard output of all commands so far. */
  public final String out() {
    return out.toString();
  }

  /** Returns the standard error of all commands so far. */
  public final String err() {
    return err.toString();
  }
}
