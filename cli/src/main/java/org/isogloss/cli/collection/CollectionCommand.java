// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import picocli.CommandLine.Command;

/** {@code isogloss collection}. */
@Command(
    name = "collection",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Build test collections for cross-lingual retrieval.",
    subcommands = {
      CollectionBuildCommand.class,
      CollectionPagesCommand.class,
      CollectionQuestionsCommand.class
    })
public final class CollectionCommand {
  private CollectionCommand() {}
}
