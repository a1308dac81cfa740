// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.SparkSession;
import org.isogloss.options.MarginOptions;
import org.isogloss.spark.mine.MineJob;
import org.isogloss.spark.mine.MineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mine}. */
@Command(
    name = "mine",
    mixinStandardHelpOptions = true,
    description = {
      "Find the passages of two encoded collections that are translations of each other, by the"
          + " margin score of isogloss mine.",
      "",
      "Writes TSV, best pairs first: score, both ids and both texts. Encode each sentence as a"
          + " document."
    })
final class MineCommand extends JobCommand {
  @Parameters(
      index = "0",
      paramLabel = "SOURCE",
      description = "The output folder of encode for one language.")
  private String source;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "The output folder of encode for the other language.")
  private String target;

  @Option(names = "--to", required = true, paramLabel = "DIR", description = "The output folder.")
  private String output;

  @Mixin private MarginOptions scoring;

  @Option(
      names = "--cells",
      paramLabel = "N",
      description = "Number of cells of target passages. Default: one for every 10,000.")
  private Optional<Integer> cells;

  @Option(
      names = "--probes",
      paramLabel = "N",
      description =
          "Number of cells with which a source passage is compared; more find more neighbours"
              + " (default: ${DEFAULT-VALUE}).")
  private int probes = 8;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "Number of partitions of the comparison and of the output (default: ${DEFAULT-VALUE}).")
  private int partitions = 64;

  @Override
  void run(SparkSession session) {
    long pairs =
        new MineJob(
                session,
                new MineOptions(
                    source,
                    target,
                    output,
                    scoring.neighbours(),
                    scoring.margin(),
                    scoring.selection(),
                    scoring.threshold(),
                    cells.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                    probes,
                    partitions))
            .run();
    note("Wrote " + pairs + " pairs to " + output);
  }
}
