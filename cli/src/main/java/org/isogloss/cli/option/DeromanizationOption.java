// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import org.isogloss.engine.EngineBuilder;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** The option whether romanized queries are written in the script of their language. */
public final class DeromanizationOption {
  @Option(
      names = "--deromanize",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Write a romanized query in the script of its language before it is searched"
              + " (default).")
  private boolean deromanize;

  /** Applies the option to an engine. */
  public void apply(EngineBuilder engine) {
    if (!deromanize) {
      engine.withoutDeromanization();
    }
  }

  /** Applies the option to a server. */
  public void apply(ServerBuilder server) {
    if (!deromanize) {
      server.withoutDeromanization();
    }
  }
}
