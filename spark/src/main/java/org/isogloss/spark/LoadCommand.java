// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.isogloss.api.field.FieldType;
import org.isogloss.spark.load.LoadJob;
import org.isogloss.spark.load.LoadOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description =
        "Write encoded passages into shards: index folders, each of which can be searched, or which"
            + " merge joins.")
final class LoadCommand extends JobCommand {
  @Parameters(paramLabel = "PASSAGES", description = "The output folder of encode.")
  private String input;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the shards.")
  private String output;

  @Option(names = "--shards", required = true, paramLabel = "N", description = "Number of shards.")
  private int shards;

  @Option(
      names = "--field",
      paramLabel = "NAME=TYPE",
      description =
          "Type of a field of the documents: string, number, boolean or date; may be repeated."
              + " Default: that of its first value in each shard.")
  private Map<String, String> fields = Map.of();

  @Override
  void run(SparkSession session) {
    Map<String, FieldType> types = new LinkedHashMap<>();
    fields.forEach((name, type) -> types.put(name, FieldType.named(type)));
    new LoadJob(session, new LoadOptions(input, output, shards, types)).run();
    note("Wrote " + shards + " shards to " + output);
  }
}
