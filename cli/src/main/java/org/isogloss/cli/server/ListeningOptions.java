// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.server.SearchServer;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** Where a server listens. */
public final class ListeningOptions {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "The address at which the server listens (default: ${DEFAULT-VALUE}, this machine only);"
              + " another one needs tokens.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port at which it listens (default: ${DEFAULT-VALUE}); 0 for any free one.")
  private int port = 8080;

  /** Starts a server and waits until a signal ends it. */
  public void run(ServerBuilder builder, Console console) throws InterruptedException {
    if (port < 0 || port > 0xFFFF) {
      throw new IsoglossException("--port is " + port + ", expected 0 to 65535");
    }
    builder.host(host).port(port);
    SearchServer server =
        OptionHint.add(
            "serve --token-file FILE",
            failure -> failure.getMessage().contains("clients need tokens"),
            builder::start);
    // A signal ends the process after the hook: accepted documents are written first.
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "isogloss-stop"));
    String name = host.contains(":") ? "[" + host + "]" : host;
    console.note("Listening at http://" + name + ":" + server.port() + "/ (Ctrl+C ends)");
    server.awaitClosed();
  }
}
