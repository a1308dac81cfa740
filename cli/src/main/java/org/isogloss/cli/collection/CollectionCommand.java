// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import picocli.CommandLine.Command;

/** {@code isogloss collection}. */
@Command(
    name = "collection",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Build collections for cross-lingual retrieval, to test or to train on.",
    subcommands = {
      CollectionBuildCommand.class,
      CollectionPagesCommand.class,
      CollectionQuestionsCommand.class,
      CollectionNegativesCommand.class
    })
public final class CollectionCommand {
  private CollectionCommand() {}
}
