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
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.head.TokenMasking;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.loss.GradedTripletLoss;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.GradientCachingObjective;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.objective.VectorObjective;
import org.isogloss.neural.ranker.LanguageModelHeads;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.MaskedTextBatches;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.ranker.RankerTask;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.RandomGeneratorState;
import org.isogloss.neural.transformer.Parameter;

/** What a recipe asks of a bi-encoder, with the batches that it is asked on. */
final class BiEncoderTask implements RankerTask {
  /** Number of the draws that the bank is made of; objectives have those below. */
  private static final int BANK_SEED = 50;

  private final BiEncoderRecipe recipe;
  private final PretrainedModel base;
  private final TextCorpus corpus;
  private final BiEncoder encoder;
  private Optional<LanguageModelHead> languageModel = Optional.empty();
  private Optional<TeacherEncoder> teacher = Optional.empty();
  private Optional<Tensor> bank = Optional.empty();
  private Optional<JudgedQueries> judged = Optional.empty();

  BiEncoderTask(BiEncoderRecipe recipe, PretrainedModel base, TextCorpus corpus, Path work) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    this.encoder =
        new BiEncoder(
            base.transformer(),
            new PoolingHead(base.encodingSettings().pooling()),
            recipe.compute().bf16(),
            recipe.batches().chunk());
    BiEncoderObjectiveOptions asked = recipe.objectives();
    try {
      if (asked.mlm().isPresent() || asked.tlm().isPresent()) {
        languageModel = Optional.of(LanguageModelHeads.loadOrCreate(base, recipe.seed()));
      }
      teacher = asked.distillation().map(this::teacher);
      bank =
          asked
              .distillation()
              .flatMap(BiEncoderObjectiveOptions.TeacherDistillation::bank)
              .map(this::bank);
      judged = recipe.data().judged().map(plan -> JudgedQueries.read(plan, work.resolve("judged")));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private TeacherEncoder teacher(BiEncoderObjectiveOptions.TeacherDistillation options) {
    TeacherEncoder shows = TeacherEncoder.open(options.teacher(), recipe);
    try {
      shows.requireCompatible(options, base.transformer().config().hiddenSize());
    } catch (RuntimeException e) {
      shows.close();
      throw e;
    }
    return shows;
  }

  /** The teacher's vectors of texts that the corpus's pairs mean. */
  private Tensor bank(BiEncoderObjectiveOptions.MemoryBank options) {
    Batches<List<TextPair>> pairs =
        new TextPairBatches(corpus, sampler(BANK_SEED), base, teacher, recipe.batches());
    return teacher.orElseThrow().vectors(TextPairBatches.teacherInputs(pairs, options.texts()));
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    languageModel.ifPresent(head -> all.addAll(head.parameters()));
    return all;
  }

  @Override
  public Optional<Validation> validation() {
    return new BiEncoderValidation(recipe.validation(), base, encoder::vectors).forCorpus(corpus);
  }

  @Override
  public String validationMeasure() {
    return "accuracy";
  }

  @Override
  public Head head() {
    return new PoolingHead(base.encodingSettings().pooling());
  }

  @Override
  public EncodingSettings encodingSettings() {
    return base.encodingSettings();
  }

  /** What was compared by in training is compared by in search. */
  @Override
  public List<Path> filesToCopy() {
    return recipe.objectives().interaction().isPresent()
        ? List.of(FolderPaths.resolve(base.folder().path(), LateInteractionTables.FILE))
        : List.of();
  }

  @Override
  public TrainingTasks.Task<?> task() {
    BiEncoderObjectiveOptions asked = recipe.objectives();
    List<TrainingTasks.Task<?>> tasks = new ArrayList<>();
    addPairTasks(asked, tasks);
    asked.ranking().ifPresent(plan -> tasks.add(ranking(plan)));
    asked.interaction().ifPresent(plan -> tasks.add(interaction(plan)));
    asked.triplet().ifPresent(plan -> tasks.add(triplet(plan)));
    asked.mlm().ifPresent(plan -> tasks.add(masked("mlm", plan, 1)));
    asked.tlm().ifPresent(plan -> tasks.add(masked("tlm", plan, 2)));
    return asked.mix().of(tasks);
  }

  /** What is summed on pairs looks at the same ones. */
  private void addPairTasks(BiEncoderObjectiveOptions asked, List<TrainingTasks.Task<?>> tasks) {
    boolean cached = asked.contrast().map(BiEncoderObjectiveOptions.Contrast::cached).orElse(false);
    List<PairLoss> contrast = asked.contrast().map(PairLoss::of).stream().toList();
    List<PairLoss> taught =
        asked.distillation().map(plan -> PairLoss.of(plan, bank)).orElse(List.of());
    if (asked.mix() == TrainingTasks.Combination.SUM && !contrast.isEmpty() && !taught.isEmpty()) {
      List<PairLoss> all = Stream.concat(contrast.stream(), taught.stream()).toList();
      tasks.add(pairs("pairs", all, teacher, cached, 0));
      return;
    }
    if (!contrast.isEmpty()) {
      tasks.add(pairs("contrast", contrast, Optional.empty(), cached, 0));
    }
    if (!taught.isEmpty()) {
      tasks.add(pairs("distillation", taught, teacher, false, 3));
    }
  }

  private TrainingTasks.Task<List<TextPair>> pairs(
      String name,
      List<PairLoss> asked,
      Optional<TeacherEncoder> shows,
      boolean cached,
      int number) {
    Batches<List<TextPair>> pairs =
        new TextPairBatches(corpus, sampler(number), base, shows, recipe.batches());
    return new TrainingTasks.Task<>(
        name,
        asked.size() == 1 ? asked.getFirst().weight() : 1,
        bucketAndPrefetch(pairs, TextPair::maxLength),
        maybeCached(new PairObjective(encoder, shows, asked), cached));
  }

  private TrainingTasks.Task<List<JudgedTriple>> ranking(
      BiEncoderObjectiveOptions.Ranking options) {
    return new TrainingTasks.Task<>(
        "ranking",
        options.weight(),
        tripleBatches(0),
        maybeCached(
            JudgedTripleObjective.of(encoder, new MultipleNegativesRankingLoss(options.scale())),
            options.cached()));
  }

  private TrainingTasks.Task<List<JudgedTriple>> interaction(
      BiEncoderObjectiveOptions.LateInteraction options) {
    LateInteractionTables tables =
        LateInteractionTables.find(base.folder())
            .orElseThrow(
                () ->
                    new TrainingException(
                        base.folder().path()
                            + ": has no "
                            + LateInteractionTables.FILE
                            + ", which objectives.interaction compares pieces by: make it with"
                            + " isogloss model interaction"));
    return new TrainingTasks.Task<>(
        "interaction",
        options.weight(),
        tripleBatches(2),
        new LateInteractionObjective(
            base,
            new LateInteractionStatistics(tables, judged.orElseThrow()::text),
            new MultipleNegativesRankingLoss(options.scale()),
            recipe.compute().bf16()));
  }

  private TrainingTasks.Task<List<JudgedTriple>> triplet(
      BiEncoderObjectiveOptions.Triplet options) {
    return new TrainingTasks.Task<>(
        "triplet",
        options.weight(),
        tripleBatches(1),
        JudgedTripleObjective.of(encoder, new GradedTripletLoss(options.eta())));
  }

  private TrainingTasks.Task<MaskedTextBatches.Batch> masked(
      String name, LanguageModelOptions options, int number) {
    Batches<MaskedTextBatches.Batch> texts =
        number == 1
            ? MaskedTextBatches.sentences(corpus, sampler(number), base)
            : MaskedTextBatches.pairs(corpus, sampler(number), base);
    TokenMasking masking =
        new TokenMasking(
            base.tokenizer(), options.share(), PairSampler.mixSeeds(recipe.seed(), number));
    return new TrainingTasks.Task<>(
        name,
        options.weight(),
        new PrefetchingBatches<>(texts),
        new MaskedTextBatches.MaskedLanguageModelObjective(
            base.transformer(), languageModel.orElseThrow(), masking, recipe.compute().bf16()));
  }

  private PairSampler sampler(int number) {
    return new PairSampler(
        corpus.training(),
        recipe.batches().samplingOptions(),
        PairSampler.mixSeeds(recipe.seed(), number));
  }

  private Batches<List<JudgedTriple>> tripleBatches(int number) {
    return bucketAndPrefetch(
        new JudgedTripleBatches(
            judged.orElseThrow(),
            base,
            recipe.batches().pairs(),
            PairSampler.mixSeeds(recipe.seed(), 100 + number)),
        JudgedTriple::maxLength);
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
    languageModel.ifPresent(LanguageModelHead::close);
    teacher.ifPresent(TeacherEncoder::close);
    bank.ifPresent(Tensor::close);
    judged.ifPresent(JudgedQueries::close);
  }
}
