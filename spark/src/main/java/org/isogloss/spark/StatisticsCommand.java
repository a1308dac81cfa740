// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import org.apache.spark.sql.SparkSession;
import org.isogloss.spark.encode.StatisticsJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code statistics}. */
@Command(
    name = "statistics",
    mixinStandardHelpOptions = true,
    description =
        "Count documents, passages, characters and words of each language, and print them as"
            + " JSON.")
final class StatisticsCommand extends JobCommand {
  @Parameters(paramLabel = "PASSAGES", description = "The output folder of encode.")
  private String input;

  @Override
  void run(SparkSession session) {
    print(StatisticsJob.json(StatisticsJob.run(session, input)));
  }
}
