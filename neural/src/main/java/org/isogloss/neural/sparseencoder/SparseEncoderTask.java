// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.SentenceTransformersWriter;
import org.isogloss.modelio.sparse.SparseFiles;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.biencoder.BiEncoderValidation;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.GradientCachingObjective;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelHeads;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.text.Encoding;

/** Objectives and batches of a sparse encoder's recipe. */
final class SparseEncoderTask implements FineTuningTask {
  private final SparseEncoderRecipe recipe;
  private final PretrainedModel base;
  private final TextCorpus corpus;
  private final SpladeEncoder encoder;
  private Optional<QueryTokenWeights> queryWeights = Optional.empty();
  private Optional<JudgedQueries> judged = Optional.empty();
  private Optional<MarginTeacher> teacher = Optional.empty();

  SparseEncoderTask(
      SparseEncoderRecipe recipe, PretrainedModel base, TextCorpus corpus, Path work) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    this.encoder =
        new SpladeEncoder(
            base.transformer(),
            LanguageModelHeads.loadOrCreateSparse(base),
            recipe.activation(),
            recipe.compute().bf16(),
            recipe.batches().chunk());
    try {
      if (recipe.queries() == SparseEncoderRecipe.QueryEncoding.TOKENS) {
        queryWeights = Optional.of(QueryTokenWeights.create(base));
      }
      judged =
          recipe
              .data()
              .judged()
              .map(options -> JudgedQueries.read(options, work.resolve("judged")));
      teacher =
          recipe.objectives().distillation().map(options -> MarginTeacher.open(recipe, options));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public TrainingTasks.Task<?> task() {
    SparseEncoderObjectiveOptions objectives = recipe.objectives();
    List<TrainingTasks.Task<?>> tasks = new ArrayList<>();
    objectives
        .contrast()
        .ifPresent(
            options ->
                tasks.add(
                    task(
                        "translation",
                        options.weight(),
                        translations(),
                        objective(options.scale(), Optional.empty()),
                        options.cached())));
    objectives
        .ranking()
        .ifPresent(
            options ->
                tasks.add(
                    task(
                        "ranking",
                        options.weight(),
                        judgedExamples(options.negatives()),
                        objective(options.scale(), distillation()),
                        options.cached())));
    return objectives.mix().of(tasks);
  }

  private Optional<SparseRetrievalObjective.Distillation> distillation() {
    return teacher.map(
        opened ->
            new SparseRetrievalObjective.Distillation(
                opened, recipe.objectives().distillation().orElseThrow().weight()));
  }

  private SparseRetrievalObjective objective(
      double scale, Optional<SparseRetrievalObjective.Distillation> distillation) {
    return new SparseRetrievalObjective(
        encoder,
        queryWeights,
        new MultipleNegativesRankingLoss(scale),
        distillation,
        recipe.objectives().flops());
  }

  private TrainingTasks.Task<NumberedBatches.Batch> task(
      String name,
      double weight,
      Batches<List<RetrievalExample>> examples,
      SparseRetrievalObjective objective,
      boolean cached) {
    Batches<List<RetrievalExample>> bucketed =
        recipe
            .batches()
            .bucketAndPrefetch(
                examples, RetrievalExample::maxLength, recipe.batches().bucket(), recipe.seed());
    Objective<NumberedBatches.Batch> computed =
        cached
            ? new GradientCachingObjective<>(
                objective, new RandomGeneratorState(recipe.compute().device()))
            : objective;
    return new TrainingTasks.Task<>(
        name, weight, new NumberedBatches(bucketed, recipe.training().accumulate()), computed);
  }

  private Batches<List<RetrievalExample>> translations() {
    return new TranslationExamples(
        corpus,
        base,
        new PairSampler(corpus.training(), recipe.batches().samplingOptions(), recipe.seed()),
        recipe.batches().maxLength(base.encodingSettings()));
  }

  private Batches<List<RetrievalExample>> judgedExamples(int negatives) {
    return new JudgedExamples(
        judged.orElseThrow(),
        base,
        teacher,
        recipe.batches().pairs(),
        new JudgedQuerySampler(
            judged.orElseThrow().trainingQueries(),
            negatives,
            PairSampler.mixSeeds(recipe.seed(), 100)));
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    all.addAll(encoder.head().parameters());
    queryWeights.ifPresent(weights -> all.add(weights.logarithms()));
    return all;
  }

  @Override
  public Optional<Validation> validation() {
    Function<List<Encoding>, Tensor> queries =
        queryWeights
            .<Function<List<Encoding>, Tensor>>map(weights -> weights::weights)
            .orElse(encoder::weights);
    return new BiEncoderValidation(recipe.validation(), base, queries, encoder::weights)
        .forCorpus(corpus);
  }

  @Override
  public String validationMeasure() {
    return "accuracy";
  }

  @Override
  public Head head() {
    return encoder.head();
  }

  @Override
  public EncodingSettings encodingSettings() {
    EncodingSettings settings = base.encodingSettings();
    return new EncodingSettings(
        settings.queryPrefix(), settings.passagePrefix(), settings.maxLength(), Pooling.NONE);
  }

  /** The modules of sentence-transformers. */
  @Override
  public AtomicFolder.Content otherFiles() {
    return folder -> {
      SparseFiles.writeLanguageModel(
          recipe.activation().kind(),
          queryWeights.map(weights -> weights.toArray(specialIds())),
          folder,
          base.folder().path());
      SentenceTransformersWriter.writeSparse(folder, encodingSettings());
    };
  }

  private int[] specialIds() {
    return base.tokenizer().encode("", base.encodingSettings().maxLength()).ids();
  }

  @Override
  public void close() {
    encoder.head().close();
    queryWeights.ifPresent(QueryTokenWeights::close);
    judged.ifPresent(JudgedQueries::close);
    teacher.ifPresent(MarginTeacher::close);
  }
}
