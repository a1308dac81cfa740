// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.load;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.spark.encode.EncodeJob;
import org.isogloss.spark.encode.PassageRows;
import org.isogloss.spark.job.HadoopFiles;
import org.isogloss.spark.job.JobDescription;
import org.isogloss.spark.job.JobFolder;
import org.isogloss.spark.job.PartitionOutput;

/**
 * Writes encoded passages into shards: one index folder for each partition, {@code
 * part-00000.index} etc., which can be searched one by one or {@linkplain ShardMerger merged}.
 *
 * <p>The shard of a document is a hash of its id. All documents with the same id are therefore in
 * the same shard, where the last one in the order of the input replaces the others, as in a local
 * index.
 */
public final class LoadJob {
  /** Name of the job. */
  public static final String NAME = "load";

  /** End of the names of shards. */
  static final String SUFFIX = ".index";

  private final SparkSession session;
  private final LoadOptions options;

  public LoadJob(SparkSession session, LoadOptions options) {
    this.session = session;
    this.options = options;
  }

  /** Runs the job, or continues it. */
  public void run() {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    var configuration = spark.hadoopConfiguration();
    JobFolder input = JobFolder.openComplete(configuration, options.input(), EncodeJob.NAME);
    String manifest = input.readText(EncodeJob.MANIFEST);
    JobDescription description =
        JobDescription.of(NAME)
            .withInput("input", new HadoopFiles(configuration).list(List.of(input.path())))
            .with("shards", options.shards())
            .with("field_types", new TreeMap<>(options.fieldTypes()));
    JobFolder folder = JobFolder.open(configuration, options.output(), description);
    Column shard = pmod(xxhash64(col("document")), lit(options.shards())).cast("int");
    Dataset<Row> passages =
        PassageRows.read(session, input)
            .withColumn("shard", shard)
            .filter(not(col("shard").isin(boxed(folder.finished()))))
            .repartitionById(options.shards(), col("shard"))
            .sortWithinPartitions("source", "block", "record", "passage");
    passages.foreachPartition(
        new LoadTask(new PartitionOutput(spark, folder, SUFFIX), manifest, options.fieldTypes()));
    folder.complete();
  }

  private static Object[] boxed(BitSet numbers) {
    return numbers.stream().boxed().toArray();
  }
}
