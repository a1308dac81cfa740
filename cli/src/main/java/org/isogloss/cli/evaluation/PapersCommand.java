package org.isogloss.cli.evaluation;

import picocli.CommandLine.Command;

/** {@code isogloss papers}. */
@Command(
    name = "papers",
    mixinStandardHelpOptions = true,
    description = {
      "Run a paper's experiments again, and put the figures beside the published ones.",
      "",
      "docs/guide/papers.md says what each table means."
    },
    synopsisSubcommandLabel = "PAPER",
    subcommands = {PapersClirBertCommand.class, PapersHictlCommand.class, PapersXprCommand.class})
public final class PapersCommand {}
