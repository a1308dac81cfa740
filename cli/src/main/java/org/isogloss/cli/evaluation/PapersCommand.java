// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import picocli.CommandLine.Command;

/** {@code isogloss papers}. */
@Command(
    name = "papers",
    mixinStandardHelpOptions = true,
    description = {
      "Run the experiments of a paper, and print its tables with the published figures.",
      "",
      "docs/guide/papers.md describes the tables."
    },
    synopsisSubcommandLabel = "PAPER",
    subcommands = {
      PapersAdversarialCommand.class,
      PapersBiclaCommand.class,
      PapersClirBertCommand.class,
      PapersHictlCommand.class,
      PapersXprCommand.class
    })
public final class PapersCommand {}
