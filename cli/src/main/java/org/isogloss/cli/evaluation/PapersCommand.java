// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.List;
import org.isogloss.cli.console.Console;
import org.isogloss.papers.Paper;
import org.isogloss.papers.adversarial.AdversarialPaper;
import org.isogloss.papers.bicla.BiclaPaper;
import org.isogloss.papers.clirbert.ClirPaper;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.translation.HictlTranslationPaper;
import org.isogloss.papers.xpr.XprPaper;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code isogloss papers}: a command for each paper. */
@Command(
    name = "papers",
    mixinStandardHelpOptions = true,
    description = {
      "Run the experiments of a paper, and print its tables with the published figures.",
      "",
      "isogloss help guide/papers describes the tables."
    },
    synopsisSubcommandLabel = "PAPER",
    modelTransformer = PapersCommand.PaperCommands.class)
public final class PapersCommand {
  private static final List<Paper> PAPERS =
      List.of(
          new AdversarialPaper(),
          new BiclaPaper(),
          new ClirPaper(),
          new HictlPaper(),
          new HictlTranslationPaper(),
          new XprPaper());

  /** Adds the commands of the papers. */
  static final class PaperCommands implements CommandLine.IModelTransformer {
    private final Console console;

    PaperCommands(Console console) {
      this.console = console;
    }

    @Override
    public CommandSpec transform(CommandSpec papers) {
      PAPERS.forEach(
          paper -> papers.addSubcommand(paper.name(), PaperCommand.describe(console, paper)));
      return papers;
    }
  }
}
