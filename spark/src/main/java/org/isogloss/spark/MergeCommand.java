// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.isogloss.spark.load.ShardMerger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merge}. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = "Merge shards into one index on the local disk of the driver.")
final class MergeCommand extends JobCommand {
  @Parameters(paramLabel = "SHARDS", description = "The output folder of load.")
  private String input;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "The local folder of the new index.")
  private Path output;

  @Override
  void run(SparkSession session) {
    ShardMerger.merge(session.sparkContext().hadoopConfiguration(), input, output);
    note("Merged the shards into " + output);
  }
}
