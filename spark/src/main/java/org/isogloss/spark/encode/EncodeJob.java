// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.spark.job.HadoopFiles;
import org.isogloss.spark.job.InputLines;
import org.isogloss.spark.job.JobDescription;
import org.isogloss.spark.job.JobFolder;
import org.isogloss.spark.job.PartitionOutput;

/**
 * Splits documents into passages and encodes them as {@code isogloss index} does, into Parquet
 * files: language, vector, and vectors of sentences and tokens of each passage.
 */
public final class EncodeJob {
  /** Name of the job. */
  public static final String NAME = "encode";

  /** File with the manifest of an index of the passages. */
  public static final String MANIFEST = "_manifest.json";

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final EncodeOptions options;

  /**
   * What a run did; partitions that an earlier run had finished are not counted.
   *
   * @param documents number of documents
   * @param passages number of their passages
   * @param empty number of documents without text
   * @param malformed number of skipped records
   */
  public record Summary(long documents, long passages, long empty, long malformed) {}

  public EncodeJob(SparkSession session, EncodeOptions options) {
    this.session = session;
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.options = options;
  }

  /** Runs the job, or continues it. */
  public Summary run() {
    if (options.model().equals(Models.NONE)) {
      return run(Optional.empty());
    }
    try (LoadedModel model = Models.open(options.model())) {
      return run(Optional.of(model));
    }
  }

  private Summary run(Optional<LoadedModel> model) {
    Optional<String> tokenVectorModel =
        DefaultPipeline.tokenVectorModel(
            Optional.empty(), model.map(LoadedModel::name), options.tokenVectors());
    try (Rerankers rerankers = new Rerankers(InferenceOptions.defaults().withThreads(1))) {
      Optional<TokenVectorScorer> scorer = tokenVectorModel.map(rerankers::tokenVectorScorer);
      IndexManifest manifest = manifest(model, tokenVectorModel, scorer);
      ModelDistribution distribution = new ModelDistribution(spark, options.device());
      return run(
          manifest,
          model
              .map(given -> distribution.distribute(given.name(), given.encoder().fingerprint()))
              .orElse(ModelReference.NONE),
          scorer
              .map(
                  given ->
                      distribution.distribute(tokenVectorModel.orElseThrow(), given.fingerprint()))
              .orElse(ModelReference.NONE));
    }
  }

  private IndexManifest manifest(
      Optional<LoadedModel> model,
      Optional<String> tokenVectorModel,
      Optional<TokenVectorScorer> scorer) {
    // The folder of an index that does not exist, for the defaults of a new index.
    IndexerBuilder builder = Indexer.at(Path.of("new-index")).passages(options.passages());
    model.ifPresent(given -> builder.encoder(given.name(), given.encoder()));
    scorer.ifPresent(given -> builder.tokenVectors(tokenVectorModel.orElseThrow(), given));
    if (options.calibrated() || options.sentences().isPresent()) {
      boolean defaultSentences =
          model
              .map(given -> Indexer.defaultVectors(given.encoder(), scorer.isPresent()).sentences())
              .orElse(false);
      builder.vectors(
          new VectorOptions(options.calibrated(), options.sentences().orElse(defaultSentences)));
    }
    return builder.newManifest();
  }

  private static String describe(IndexManifest.Model model) {
    return model.name() + " " + model.fingerprint();
  }

  private Summary run(IndexManifest manifest, ModelReference model, ModelReference tokenVectors) {
    HadoopFiles files = new HadoopFiles(spark.hadoopConfiguration());
    List<FileStatus> inputs = files.list(options.inputs());
    int partitions = options.partitions().orElseGet(() -> InputLines.defaultPartitions(inputs));
    String manifestText = ManifestText.of(manifest);
    JobDescription description =
        JobDescription.of(NAME)
            .withInput("input", inputs)
            .with("partitions", partitions)
            .with("language", options.language().tag())
            .with("on_error", options.onError())
            .with("model", manifest.model().map(EncodeJob::describe).orElse(Models.NONE))
            .with("passages", manifest.passages())
            .with("vectors", manifest.vectors())
            .with(
                "token_vectors",
                manifest
                    .tokenVectors()
                    .map(scorer -> scorer.name() + " " + scorer.fingerprint())
                    .orElse(Models.NONE));
    JobFolder folder = JobFolder.open(spark.hadoopConfiguration(), options.output(), description);
    folder.writeText(MANIFEST, manifestText);
    EncodeTask.Counters counters =
        new EncodeTask.Counters(
            session.sparkContext().longAccumulator("documents"),
            session.sparkContext().longAccumulator("passages"),
            session.sparkContext().longAccumulator("empty"),
            session.sparkContext().longAccumulator("malformed"));
    Dataset<Row> lines = DocumentLines.read(session, options.inputs(), inputs, partitions);
    lines.foreachPartition(
        new EncodeTask(
            new PartitionOutput(spark, folder, ".parquet"),
            model,
            tokenVectors,
            manifestText,
            options.language(),
            options.onError(),
            counters));
    folder.complete();
    return new Summary(
        counters.documents().value(),
        counters.passages().value(),
        counters.empty().value(),
        counters.malformed().value());
  }
}
