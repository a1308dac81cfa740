// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.align;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.io.FileErrors;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.isogloss.lexical.alignment.AlignmentParameters;
import org.isogloss.lexical.alignment.Symmetrisation;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.spark.job.HadoopFiles;
import org.isogloss.spark.job.InputLines;
import org.isogloss.spark.job.JobDescription;
import org.isogloss.spark.job.JobFolder;
import org.isogloss.spark.job.PartitionOutput;

/**
 * Aligns the words of a bitext, as {@code isogloss align} does. The output folder contains the
 * links, lines of source words TAB target words TAB links for each partition, and the translation
 * table, such as {@code en-de.table}.
 *
 * <p>The driver and each executor hold the candidate translations of all words. A job that was
 * stopped trains again, and writes the links of the missing partitions.
 */
public final class AlignJob {
  /** Name of the job. */
  public static final String NAME = "align";

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final AlignOptions options;

  public AlignJob(SparkSession session, AlignOptions options) {
    this.session = session;
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.options = options;
  }

  /**
   * Runs the job, or continues it.
   *
   * @param listener receives the end of every iteration
   */
  public void run(AlignmentListener listener) {
    List<FileStatus> files = new HadoopFiles(spark.hadoopConfiguration()).list(options.inputs());
    int partitions = options.partitions().orElseGet(() -> InputLines.defaultPartitions(files));
    JobDescription description =
        JobDescription.of(NAME)
            .withInput("input", files)
            .with("partitions", partitions)
            .with("languages", options.languages())
            .with("max_words", options.maxWords())
            .with("at_spaces", options.splitOnWhitespace())
            .with("aligner", describe(options.aligner()))
            .with("table", options.pruning())
            .with("on_error", options.onError());
    JobFolder folder = JobFolder.open(spark.hadoopConfiguration(), options.output(), description);
    if (folder.isComplete()) {
      return;
    }
    Dataset<Row> lines = InputLines.text(session, options.inputs(), partitions);
    try (DistributedBitext bitext = DistributedBitext.read(spark, lines, options)) {
      AlignmentParameters parameters =
          new DistributedAligner(spark, bitext, options.aligner()).train(listener);
      align(bitext, parameters, folder);
    }
    folder.complete();
  }

  /** Describes what determines the result, which does not depend on the number of threads. */
  private static AlignerOptions describe(AlignerOptions aligner) {
    return new AlignerOptions(
        aligner.model(),
        aligner.modelOneIterations(),
        aligner.hmmIterations(),
        aligner.agreement(),
        aligner.prior(),
        aligner.nullProbability(),
        aligner.maxCandidates(),
        aligner.symmetrisation(),
        /* threads= */ 1);
  }

  private void align(DistributedBitext bitext, AlignmentParameters parameters, JobFolder folder) {
    Broadcast<AlignmentParameters> trained = spark.broadcast(parameters);
    AlignmentModel model = options.aligner().model();
    Symmetrisation symmetrisation = options.aligner().symmetrisation();
    PartitionOutput output = new PartitionOutput(spark, folder, ".tsv");
    TranslationCounts counts =
        bitext
            .map(part -> write(part, trained.value(), model, symmetrisation, output))
            .treeReduce(TranslationCounts::add);
    trained.destroy();
    String name = options.languages() + ".table";
    try {
      Path local = Files.createTempDirectory("isogloss-table").resolve(name);
      try {
        counts.write(local, options.languages(), options.pruning());
        folder.publish(local, name);
      } finally {
        Files.deleteIfExists(local);
        Files.delete(local.getParent());
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(Path.of(name), e);
    }
  }

  /** Writes the links of a part, unless they are written, and returns their counts. */
  private static TranslationCounts write(
      ParallelCorpus part,
      AlignmentParameters parameters,
      AlignmentModel model,
      Symmetrisation symmetrisation,
      PartitionOutput output)
      throws IOException {
    int partition = TaskContext.getPartitionId();
    TranslationCounts counts = new TranslationCounts();
    if (output.isFinished(partition)) {
      align(part, parameters, model, symmetrisation, counts, Writer.nullWriter());
      return counts;
    }
    output.publish(
        partition,
        (path, configuration) -> {
          try (Writer writer =
              new BufferedWriter(
                  new OutputStreamWriter(path.getFileSystem(configuration).create(path), UTF_8))) {
            align(part, parameters, model, symmetrisation, counts, writer);
          }
        });
    return counts;
  }

  private static void align(
      ParallelCorpus part,
      AlignmentParameters parameters,
      AlignmentModel model,
      Symmetrisation symmetrisation,
      TranslationCounts counts,
      Writer links)
      throws IOException {
    try {
      parameters.align(
          part,
          model,
          symmetrisation,
          (pair, alignment) -> {
            List<String> source = part.sourceWords(pair);
            List<String> target = part.targetWords(pair);
            counts.add(source, target, alignment);
            try {
              links.write(
                  String.join(" ", source)
                      + "\t"
                      + String.join(" ", target)
                      + "\t"
                      + alignment
                      + "\n");
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
