// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the server under load and checks it under faults. The README of the folder {@code
 * performance} describes the subcommands.
 */
public final class ServeBenchmark {
  private ServeBenchmark() {}

  /**
   * Runs one of the programs.
   *
   * @param args its name and its arguments
   */
  public static void main(String[] args) throws IOException {
    List<String> rest = Arrays.asList(args).subList(1, args.length);
    switch (args[0]) {
      case "load" -> EmbeddingLoad.run(rest);
      case "peer" ->
          PeerComparison.withSentenceTransformers(
              rest.get(0), Path.of(rest.get(1)), Path.of(rest.get(2)));
      case "infinity" ->
          PeerComparison.withInfinity(
              Path.of(rest.get(0)),
              Path.of(rest.get(1)),
              Path.of(rest.get(2)),
              Path.of(rest.get(3)));
      case "kill" -> KillRounds.run(Integer.parseInt(rest.get(0)), Path.of(rest.get(1)));
      case "malformed" -> MalformedStream.run(Integer.parseInt(rest.get(0)), Path.of(rest.get(1)));
      case "clients" -> HostileClients.run(Path.of(rest.get(0)));
      case "full" -> FullDisk.run(Path.of(rest.get(0)), Path.of(rest.get(1)));
      case "mixed" ->
          MixedLoad.run(Double.parseDouble(rest.get(0)), rest.get(1), Path.of(rest.get(2)));
      default -> throw new IllegalArgumentException(args[0] + " is not a program");
    }
  }
}
