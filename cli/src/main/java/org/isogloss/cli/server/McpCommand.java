// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.options.OptionValidation;
import org.isogloss.server.SearchServer;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss mcp}. */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Let an agent search indexes, over the Model Context Protocol on standard input and output.",
      "",
      "The agent starts this command itself; isogloss help server has its configuration. A server"
          + " that is started with serve speaks the same protocol over HTTP at /mcp."
    })
public final class McpCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private IndexOptions indexes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads of each model (default: one for each processor).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private DeviceOption device;

  McpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    OptionValidation.requireOneOrMore("--threads", threads);
    if (indexes.isEmpty()) {
      throw new IsoglossException("nothing to search: name an index with --index");
    }
    ServerBuilder builder = device.apply(SearchServer.builder().threads(threads));
    indexes.apply(builder);
    try (InputStream in = new FileInputStream(FileDescriptor.in)) {
      builder.serveAgent(in, console.resultStream());
    }
    return 0;
  }
}
