// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import picocli.CommandLine.Command;

/** {@code isogloss vectors}. */
@Command(
    name = "vectors",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Train word vectors or take them from an encoder, map those of several languages into one"
            + " space, and evaluate them.",
    subcommands = {
      VectorsTrainCommand.class,
      VectorsEncodeCommand.class,
      VectorsMapCommand.class,
      VectorsEvaluateCommand.class
    })
public final class VectorsCommand {
  private VectorsCommand() {}
}
