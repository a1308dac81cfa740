// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.mine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.Partitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
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
 * score, as {@code isogloss mine} does for sentences. It compares the vectors that the passages
 * have in a search, {@code isogloss mine} those of queries: if the model has prefixes, a threshold
 * of one command does not apply to the other. The output is TSV, best pairs first: score, id of the
 * source document, id of the target document, and both texts, with tabs and line ends replaced by
 * spaces.
 *
 * <p>Passages are compared in cells, so that some neighbours are missed. The driver holds the
 * neighbours of all passages and selects the pairs.
 */
public final class MineJob {
  /** Name of the job. */
  public static final String NAME = "mine";

  /** File of the selected pairs: lines of rank TAB score TAB source TAB target. */
  private static final String PAIRS = "_pairs.tsv";

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final MineOptions options;

  /** A pair with its rank in the output. */
  private record Ranked(long rank, double score, int source, int target) implements Serializable {
    String line() {
      return rank + "\t" + score + "\t" + source + "\t" + target;
    }

    /** The inverse of {@link #line}. */
    static Ranked parse(String line) {
      String[] columns = line.split("\t", -1);
      if (columns.length != 4) {
        throw new IllegalArgumentException("found " + columns.length + " columns, expected 4");
      }
      return new Ranked(
          Long.parseLong(columns[0]),
          Double.parseDouble(columns[1]),
          Integer.parseInt(columns[2]),
          Integer.parseInt(columns[3]));
    }
  }

  /** Partitions the output by rank alone, so that a job that continues has the same partitions. */
  private static final class RankPartitioner extends Partitioner {
    private static final long serialVersionUID = 1;

    private final long pairs;
    private final int partitions;

    RankPartitioner(long pairs, int partitions) {
      this.pairs = pairs;
      this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object rank) {
      return (int) ((long) rank * partitions / pairs);
    }
  }

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
      List<Ranked> pairs = pairs(sources, targets, folder);
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

  /**
   * Selects the pairs, or reads those that an earlier run of this job selected, whose output may
   * exist in part.
   */
  private List<Ranked> pairs(MiningSide sources, MiningSide targets, JobFolder folder) {
    Optional<BufferedReader> known = folder.read(PAIRS);
    if (known.isPresent()) {
      try (BufferedReader lines = known.get()) {
        return lines.lines().map(Ranked::parse).toList();
      } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
        throw new IsoglossException(
            folder.path() + "/" + PAIRS + ": cannot be read; delete the folder, and mine again", e);
      }
    }
    List<Ranked> selected = select(sources, targets);
    try {
      Path local = Files.createTempFile("isogloss-pairs", ".tsv");
      try {
        Files.write(local, selected.stream().map(Ranked::line).toList());
        folder.publish(local, PAIRS);
      } finally {
        Files.delete(local);
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(Path.of(PAIRS), e);
    }
    return selected;
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
        .repartitionAndSortWithinPartitions(new RankPartitioner(pairs.size(), options.partitions()))
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
