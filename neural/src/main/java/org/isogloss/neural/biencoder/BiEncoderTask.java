// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.neural.adversary.Adversary;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.LengthBucketedBatches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.loss.GradedTripletLoss;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.GradientCachingObjective;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.objective.VectorObjective;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.MaskedTextBatches;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.train.TaskOptimizer;

/** Objectives and batches of a bi-encoder's recipe. */
final class BiEncoderTask extends EncoderTask {
  /** Number of the sampler of the memory bank; objectives have lower ones. */
  private static final int BANK_SEED = 50;

  private static final int ADVERSARY_SEED = 60;
  private static final int ROMANIZATION_SEED = 70;

  private final BiEncoderRecipe recipe;
  private Optional<TeacherEncoder> teacher = Optional.empty();
  private Optional<Tensor> memoryBank = Optional.empty();
  private Optional<JudgedQueries> judged = Optional.empty();
  private Optional<RankingTeacher> rankingTeacher = Optional.empty();
  private Optional<Adversary> adversary = Optional.empty();

  BiEncoderTask(BiEncoderRecipe recipe, PretrainedModel base, TextCorpus corpus, Path work) {
    super(recipe, recipe.validation(), base, corpus, recipe.batches().chunk());
    this.recipe = recipe;
    BiEncoderObjectiveOptions objectives = recipe.objectives();
    if (objectives.computesTokenVectors()) {
      base.folder().requireNoDense("training of token vectors");
    }
    try {
      if (objectives.mlm().isPresent() || objectives.tlm().isPresent()) {
        openLanguageModel();
      }
      teacher = objectives.distillation().map(this::teacher);
      memoryBank =
          objectives
              .distillation()
              .flatMap(BiEncoderObjectiveOptions.TeacherDistillation::memoryBank)
              .map(this::memoryBank);
      judged =
          recipe
              .data()
              .judged()
              .map(options -> JudgedQueries.read(options, work.resolve("judged")));
      rankingTeacher =
          objectives
              .ranking()
              .flatMap(BiEncoderObjectiveOptions.Ranking::distillation)
              .map(options -> RankingTeacher.open(options, judged.orElseThrow()::text, recipe));
      adversary = objectives.adversary().map(this::adversary);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private TeacherEncoder teacher(BiEncoderObjectiveOptions.TeacherDistillation options) {
    TeacherEncoder opened = TeacherEncoder.open(options.teacher(), recipe);
    try {
      opened.requireCompatible(options, base().dimension());
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  private Adversary adversary(AdversaryOptions options) {
    RankerBatchOptions batches = recipe.batches();
    return new Adversary(
        options,
        new Adversary.Settings(
            batches.samplingOptions(),
            batches.maxLength(base().encodingSettings()),
            batches.chunk(),
            recipe.compute().bf16(),
            PairSampler.mixSeeds(recipe.seed(), ADVERSARY_SEED)),
        base());
  }

  /** Returns the teacher's vectors of texts of the corpus's pairs. */
  private Tensor memoryBank(BiEncoderObjectiveOptions.MemoryBank options) {
    Batches<List<TextPair>> pairs =
        new TextPairBatches(corpus(), sampler(BANK_SEED), base(), teacher, recipe.batches());
    return teacher.orElseThrow().vectors(TextPairBatches.teacherInputs(pairs, options.texts()));
  }

  @Override
  protected Optional<JudgedQueries> judged() {
    return judged;
  }

  /** The tables of late interaction, which search needs too. */
  @Override
  public List<Path> filesToCopy() {
    return recipe.objectives().interaction().isPresent()
        ? List.of(FolderPaths.resolve(base().folder().path(), LateInteractionTables.FILE))
        : List.of();
  }

  @Override
  public TrainingTasks.Task<?> task() {
    BiEncoderObjectiveOptions objectives = recipe.objectives();
    List<TrainingTasks.Task<?>> tasks = new ArrayList<>();
    addPairTasks(objectives, tasks);
    objectives.distillation().flatMap(this::romanization).ifPresent(tasks::add);
    objectives.ranking().ifPresent(options -> tasks.add(ranking(options)));
    objectives.interaction().ifPresent(options -> tasks.add(interaction(options)));
    objectives.triplet().ifPresent(options -> tasks.add(triplet(options)));
    objectives.mlm().ifPresent(options -> tasks.add(masked("mlm", options, 1)));
    objectives.tlm().ifPresent(options -> tasks.add(masked("tlm", options, 2)));
    TrainingTasks.Task<?> others = objectives.mix().of(tasks);
    return adversary.isPresent() ? alternating(others, adversary.get()) : others;
  }

  private TrainingTasks.Task<?> alternating(TrainingTasks.Task<?> others, Adversary opponent) {
    List<TrainingTasks.Task<?>> alternation = new ArrayList<>(List.of(others));
    alternation.addAll(opponent.tasks(corpus()));
    return TrainingTasks.alternate(alternation);
  }

  @Override
  public List<TaskOptimizer> taskOptimizers() {
    return adversary.map(Adversary::optimizers).orElse(List.of());
  }

  /** Objectives that are summed on pairs use the same pairs. */
  private void addPairTasks(
      BiEncoderObjectiveOptions objectives, List<TrainingTasks.Task<?>> tasks) {
    boolean cached =
        objectives.contrast().map(BiEncoderObjectiveOptions.Contrast::cached).orElse(false);
    List<PairLoss> contrast = objectives.contrast().map(PairLoss::of).stream().toList();
    List<PairLoss> taught =
        objectives
            .distillation()
            .map(options -> PairLoss.of(options, memoryBank))
            .orElse(List.of());
    if (objectives.mix() == TrainingTasks.Combination.SUM
        && !contrast.isEmpty()
        && !taught.isEmpty()) {
      List<PairLoss> all = Stream.concat(contrast.stream(), taught.stream()).toList();
      tasks.add(pairs("pairs", all, teacher, 1, cached, 0));
      return;
    }
    if (!contrast.isEmpty()) {
      tasks.add(pairs("contrast", contrast, Optional.empty(), 1, cached, 0));
    }
    if (!taught.isEmpty()) {
      double sources = objectives.distillation().orElseThrow().sources();
      tasks.add(pairs("distillation", taught, teacher, sources, false, 3));
    }
  }

  private TrainingTasks.Task<List<TextPair>> pairs(
      String name,
      List<PairLoss> losses,
      Optional<TeacherEncoder> pairTeacher,
      double sources,
      boolean cached,
      int number) {
    Batches<List<TextPair>> pairs =
        new TextPairBatches(corpus(), sampler(number), base(), pairTeacher, recipe.batches());
    return new TrainingTasks.Task<>(
        name,
        losses.size() == 1 ? losses.getFirst().weight() : 1,
        bucketAndPrefetch(pairs, TextPair::maxLength),
        maybeCached(new PairObjective(encoder(), pairTeacher, losses, sources), cached));
  }

  private Optional<TrainingTasks.Task<List<RomanizedText>>> romanization(
      BiEncoderObjectiveOptions.TeacherDistillation options) {
    TeacherEncoder opened = teacher.orElseThrow();
    return options
        .romanization()
        .map(
            romanization ->
                new TrainingTasks.Task<>(
                    "romanization",
                    romanization.weight(),
                    new PrefetchingBatches<>(
                        new LengthBucketedBatches<>(
                            new RomanizedTextBatches(
                                corpus(),
                                base(),
                                opened,
                                recipe.batches(),
                                romanization,
                                PairSampler.mixSeeds(recipe.seed(), ROMANIZATION_SEED)),
                            RomanizedText::maxLength,
                            recipe.batches().bucket(),
                            romanization.texts(),
                            recipe.batches().tokens(),
                            recipe.seed())),
                    new RomanizationObjective(
                        encoder(), opened, options, recipe.batches().chunk())));
  }

  private TrainingTasks.Task<List<JudgedTriple>> ranking(
      BiEncoderObjectiveOptions.Ranking options) {
    return new TrainingTasks.Task<>(
        "ranking",
        options.weight(),
        tripleBatches(0, options.queries()),
        maybeCached(
            JudgedTripleObjective.of(
                encoder(), new MultipleNegativesRankingLoss(options.scale()), rankingTeacher),
            options.cached()));
  }

  private TrainingTasks.Task<List<JudgedTriple>> interaction(
      BiEncoderObjectiveOptions.LateInteraction options) {
    LateInteractionTables tables =
        LateInteractionScorer.requireTables(base(), "objectives.interaction");
    return new TrainingTasks.Task<>(
        "interaction",
        options.weight(),
        tripleBatches(2, options.queries()),
        new LateInteractionObjective(
            new LateInteractionScorer(
                base(),
                new LateInteractionStatistics(tables, judged.orElseThrow()::text),
                recipe.compute().bf16()),
            new MultipleNegativesRankingLoss(options.scale())));
  }

  private TrainingTasks.Task<List<JudgedTriple>> triplet(
      BiEncoderObjectiveOptions.Triplet options) {
    return new TrainingTasks.Task<>(
        "triplet",
        options.weight(),
        tripleBatches(1, 0),
        JudgedTripleObjective.of(encoder(), new GradedTripletLoss(options.eta())));
  }

  private TrainingTasks.Task<MaskedTextBatches.Batch> masked(
      String name, LanguageModelOptions options, int number) {
    Batches<MaskedTextBatches.Batch> texts =
        number == 1
            ? MaskedTextBatches.sentences(corpus(), sampler(number), base())
            : MaskedTextBatches.pairs(corpus(), sampler(number), base());
    return new TrainingTasks.Task<>(
        name,
        options.weight(),
        new PrefetchingBatches<>(texts),
        maskedLanguageModel(options, number));
  }

  private PairSampler sampler(int number) {
    return new PairSampler(
        corpus().training(),
        recipe.batches().samplingOptions(),
        PairSampler.mixSeeds(recipe.seed(), number));
  }

  /**
   * Returns batches of judged queries.
   *
   * @param queries queries of a batch; 0 for as many as a batch of pairs has
   */
  private Batches<List<JudgedTriple>> tripleBatches(int number, int queries) {
    int size = queries == 0 ? recipe.batches().pairs() : queries;
    Batches<List<JudgedTriple>> triples =
        new JudgedTripleBatches(
            judged.orElseThrow(),
            base(),
            size,
            recipe.batches().maxLength(base().encodingSettings()),
            recipe.batches().typing(),
            PairSampler.mixSeeds(recipe.seed(), 100 + number));
    return new PrefetchingBatches<>(
        new LengthBucketedBatches<>(
            triples,
            JudgedTriple::maxLength,
            recipe.batches().bucket(),
            size,
            recipe.batches().tokens(),
            recipe.seed()));
  }

  private <E> Batches<List<E>> bucketAndPrefetch(Batches<List<E>> drawn, ToIntFunction<E> length) {
    return recipe
        .batches()
        .bucketAndPrefetch(drawn, length, recipe.batches().bucket(), recipe.seed());
  }

  private <B> Objective<B> maybeCached(VectorObjective<B> objective, boolean cached) {
    return cached
        ? new GradientCachingObjective<>(
            objective, new RandomGeneratorState(recipe.compute().device()))
        : objective;
  }

  @Override
  public void close() {
    super.close();
    teacher.ifPresent(TeacherEncoder::close);
    memoryBank.ifPresent(Tensor::close);
    rankingTeacher.ifPresent(RankingTeacher::close);
    judged.ifPresent(JudgedQueries::close);
    adversary.ifPresent(Adversary::close);
  }
}
