// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.mine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Serializable;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.IsoglossException;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.spark.encode.EncodeJob;
import org.isogloss.spark.encode.ManifestText;
import org.isogloss.spark.job.HadoopFiles;
import org.isogloss.spark.job.JobDescription;
import org.isogloss.spark.job.JobFolder;
import org.isogloss.spark.job.PartitionOutput;
import scala.Tuple2;

/**
 * Finds the passages of two encoded collections that are translations of each other, by the margin
 * score of {@code isogloss mine}. The output is TSV, best pairs first: score, id of the source
 * document, id of the target document, and both texts, with tabs and line ends replaced by spaces.
 *
 * <p>Passages are compared in cells, so that some neighbours are missed. The driver selects the
 * pairs, and needs about 200 bytes for each passage.
 */
public final class MineJob {
  /** Name of the job. */
  public static final String NAME = "mine";

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final MineOptions options;

  /** A pair with its rank in the output. */
  private record Ranked(long rank, double score, int source, int target) implements Serializable {}

  public MineJob(SparkSession session, MineOptions options) {
    this.session = session;
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.options = options;
  }

  /**
   * Runs the job, or continues it.
   *
   * @return number of pairs
   */
  public long run() {
    Configuration configuration = spark.hadoopConfiguration();
    JobFolder source = JobFolder.openComplete(configuration, options.source(), EncodeJob.NAME);
    JobFolder target = JobFolder.openComplete(configuration, options.target(), EncodeJob.NAME);
    requireSameModel(source, target);
    HadoopFiles files = new HadoopFiles(configuration);
    JobDescription description =
        JobDescription.of(NAME)
            .withInput("source", files.list(List.of(source.path())))
            .withInput("target", files.list(List.of(target.path())))
            .with("neighbours", options.neighbours())
            .with("margin", options.margin())
            .with("selection", options.selection())
            .with("threshold", options.threshold())
            .with("cells", options.cells())
            .with("probes", options.probes())
            .with("partitions", options.partitions());
    JobFolder folder = JobFolder.open(configuration, options.output(), description);
    try (MiningSide sources = MiningSide.read(session, source);
        MiningSide targets = MiningSide.read(session, target)) {
      List<Ranked> pairs = select(sources, targets);
      write(pairs, sources, targets, folder);
      folder.complete();
      return pairs.size();
    }
  }

  private static void requireSameModel(JobFolder source, JobFolder target) {
    IndexManifest one = ManifestText.parse(source.readText(EncodeJob.MANIFEST));
    IndexManifest other = ManifestText.parse(target.readText(EncodeJob.MANIFEST));
    if (!one.model().equals(other.model())) {
      throw new IsoglossException(
          target.path()
              + ": was encoded with "
              + other.model()
              + ", but "
              + source.path()
              + " with "
              + one.model()
              + "; encode both with the same model");
    }
  }

  private List<Ranked> select(MiningSide sources, MiningSide targets) {
    List<Ranked> selected = new ArrayList<>();
    for (MinedPair pair :
        new CellSearch(sources, targets, options)
            .run()
            .pairs(options.margin(), options.selection())) {
      if (pair.score() >= options.threshold()) {
        selected.add(new Ranked(selected.size(), pair.score(), pair.source(), pair.target()));
      }
    }
    return selected;
  }

  private void write(List<Ranked> pairs, MiningSide sources, MiningSide targets, JobFolder folder) {
    PartitionOutput output = new PartitionOutput(spark, folder, ".tsv");
    JavaPairRDD<Long, String> lines =
        spark
            .parallelize(pairs, options.partitions())
            .mapToPair(pair -> new Tuple2<>(pair.source(), pair))
            .join(sources.lines())
            .mapToPair(pair -> new Tuple2<>(pair._2()._1().target(), pair._2()))
            .join(targets.lines())
            .mapToPair(
                pair -> {
                  Ranked ranked = pair._2()._1()._1();
                  return new Tuple2<>(
                      ranked.rank(), line(ranked.score(), pair._2()._1()._2(), pair._2()._2()));
                });
    lines
        .sortByKey(/* ascending= */ true, options.partitions())
        .values()
        .foreachPartition(part -> write(part, output));
  }

  private static String line(double score, MiningSide.Line source, MiningSide.Line target) {
    return score
        + "\t"
        + source.document()
        + "\t"
        + target.document()
        + "\t"
        + oneLine(source.text())
        + "\t"
        + oneLine(target.text())
        + "\n";
  }

  private static String oneLine(String text) {
    return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
  }

  private static void write(Iterator<String> lines, PartitionOutput output) throws IOException {
    int partition = TaskContext.getPartitionId();
    if (output.isFinished(partition)) {
      return;
    }
    output.publish(
        partition,
        (path, configuration) -> {
          try (Writer writer =
              new BufferedWriter(
                  new OutputStreamWriter(path.getFileSystem(configuration).create(path), UTF_8))) {
            while (lines.hasNext()) {
              writer.write(lines.next());
            }
          }
        });
  }
}
