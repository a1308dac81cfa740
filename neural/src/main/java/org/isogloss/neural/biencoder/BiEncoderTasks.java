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
import org.isogloss.neural.Batches;
import org.isogloss.neural.CachedGradients;
import org.isogloss.neural.GradedTriplet;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.Prefetched;
import org.isogloss.neural.RandomState;
import org.isogloss.neural.RankingContrast;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.Validation;
import org.isogloss.neural.VectorObjective;
import org.isogloss.neural.ranker.JudgedSet;
import org.isogloss.neural.ranker.LanguageModels;
import org.isogloss.neural.ranker.MaskedPlan;
import org.isogloss.neural.ranker.MaskedTexts;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerTask;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.transformer.Head;
import org.isogloss.neural.transformer.LanguageModelHead;
import org.isogloss.neural.transformer.Masking;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.PoolingHead;

/** What a recipe asks of a bi-encoder, with the batches that it is asked on. */
final class BiEncoderTasks implements RankerTask {
  /** Number of the draws that the bank is made of; objectives have those below. */
  private static final int BANK = 50;

  private final BiEncoderRecipe recipe;
  private final RankerBase base;
  private final TextCorpus corpus;
  private final BiEncoder encoder;
  private Optional<LanguageModelHead> languageModel = Optional.empty();
  private Optional<Teacher> teacher = Optional.empty();
  private Optional<Tensor> bank = Optional.empty();
  private Optional<JudgedSet> judged = Optional.empty();

  BiEncoderTasks(BiEncoderRecipe recipe, RankerBase base, TextCorpus corpus, Path work) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    this.encoder =
        new BiEncoder(
            base.transformer(),
            new PoolingHead(base.settings().pooling()),
            recipe.compute().bf16(),
            recipe.batches().chunk());
    BiEncoderObjectives asked = recipe.objectives();
    try {
      if (asked.mlm().isPresent() || asked.tlm().isPresent()) {
        languageModel = Optional.of(LanguageModels.of(base, recipe.seed()));
      }
      teacher = asked.distillation().map(this::teacher);
      bank = asked.distillation().flatMap(BiEncoderObjectives.Distilled::bank).map(this::bank);
      judged = recipe.data().judged().map(plan -> JudgedSet.read(plan, work.resolve("judged")));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Teacher teacher(BiEncoderObjectives.Distilled plan) {
    Teacher shows = Teacher.open(plan.teacher(), recipe);
    try {
      shows.require(plan, base.transformer().config().hiddenSize());
    } catch (RuntimeException e) {
      shows.close();
      throw e;
    }
    return shows;
  }

  /** The teacher's vectors of texts that the corpus's pairs mean. */
  private Tensor bank(BiEncoderObjectives.Bank plan) {
    Batches<List<TextPair>> pairs =
        new TextPairBatches(corpus, draws(BANK), base, teacher, recipe.batches());
    return teacher.orElseThrow().vectors(TextPairBatches.shown(pairs, plan.texts()));
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    languageModel.ifPresent(head -> all.addAll(head.parameters()));
    return all;
  }

  @Override
  public Optional<Validation> validation() {
    return new BiEncoderValidation(recipe.validation(), base, encoder::vectors).of(corpus);
  }

  @Override
  public String measure() {
    return "accuracy";
  }

  @Override
  public Head head() {
    return new PoolingHead(base.settings().pooling());
  }

  @Override
  public EncodingSettings settings() {
    return base.settings();
  }

  /** What was compared by in training is compared by in search. */
  @Override
  public List<Path> kept() {
    return recipe.objectives().interaction().isPresent()
        ? List.of(FolderPaths.resolve(base.folder().path(), LateInteractionTables.FILE))
        : List.of();
  }

  @Override
  public Objectives.Task<?> task() {
    BiEncoderObjectives asked = recipe.objectives();
    List<Objectives.Task<?>> tasks = new ArrayList<>();
    pairTasks(asked, tasks);
    asked.ranking().ifPresent(plan -> tasks.add(ranking(plan)));
    asked.interaction().ifPresent(plan -> tasks.add(interaction(plan)));
    asked.triplet().ifPresent(plan -> tasks.add(triplet(plan)));
    asked.mlm().ifPresent(plan -> tasks.add(masked("mlm", plan, 1)));
    asked.tlm().ifPresent(plan -> tasks.add(masked("tlm", plan, 2)));
    return asked.mix().of(tasks);
  }

  /** What is summed on pairs looks at the same ones. */
  private void pairTasks(BiEncoderObjectives asked, List<Objectives.Task<?>> tasks) {
    boolean cached = asked.contrast().map(BiEncoderObjectives.Contrast::cached).orElse(false);
    List<PairLoss> contrast = asked.contrast().map(PairLoss::of).stream().toList();
    List<PairLoss> taught =
        asked.distillation().map(plan -> PairLoss.of(plan, bank)).orElse(List.of());
    if (asked.mix() == Objectives.Mix.SUM && !contrast.isEmpty() && !taught.isEmpty()) {
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

  private Objectives.Task<List<TextPair>> pairs(
      String name, List<PairLoss> asked, Optional<Teacher> shows, boolean cached, int number) {
    Batches<List<TextPair>> pairs =
        new TextPairBatches(corpus, draws(number), base, shows, recipe.batches());
    return new Objectives.Task<>(
        name,
        asked.size() == 1 ? asked.getFirst().weight() : 1,
        prepared(pairs, TextPair::length),
        cached(new PairObjective(encoder, shows, asked), cached));
  }

  private Objectives.Task<List<JudgedTriple>> ranking(BiEncoderObjectives.Ranking plan) {
    return new Objectives.Task<>(
        "ranking",
        plan.weight(),
        triples(0),
        cached(JudgedObjective.of(encoder, new RankingContrast(plan.scale())), plan.cached()));
  }

  private Objectives.Task<List<JudgedTriple>> interaction(BiEncoderObjectives.Interaction plan) {
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
    return new Objectives.Task<>(
        "interaction",
        plan.weight(),
        triples(2),
        new InteractionObjective(
            base,
            new InteractionSpace(tables, judged.orElseThrow()::text),
            new RankingContrast(plan.scale()),
            recipe.compute().bf16()));
  }

  private Objectives.Task<List<JudgedTriple>> triplet(BiEncoderObjectives.Triplet plan) {
    return new Objectives.Task<>(
        "triplet",
        plan.weight(),
        triples(1),
        JudgedObjective.of(encoder, new GradedTriplet(plan.eta())));
  }

  private Objectives.Task<MaskedTexts.Batch> masked(String name, MaskedPlan plan, int number) {
    Batches<MaskedTexts.Batch> texts =
        number == 1
            ? MaskedTexts.sentences(corpus, draws(number), base)
            : MaskedTexts.pairs(corpus, draws(number), base);
    Masking masking =
        new Masking(base.tokenizer(), plan.share(), PairDraws.mix(recipe.seed(), number));
    return new Objectives.Task<>(
        name,
        plan.weight(),
        new Prefetched<>(texts),
        new MaskedTexts.Loss(
            base.transformer(), languageModel.orElseThrow(), masking, recipe.compute().bf16()));
  }

  private PairDraws draws(int number) {
    return new PairDraws(
        corpus.training(), recipe.batches().plan(), PairDraws.mix(recipe.seed(), number));
  }

  private Batches<List<JudgedTriple>> triples(int number) {
    return prepared(
        new JudgedTriples(
            judged.orElseThrow(),
            base,
            recipe.batches().pairs(),
            PairDraws.mix(recipe.seed(), 100 + number)),
        JudgedTriple::length);
  }

  private <E> Batches<List<E>> prepared(Batches<List<E>> drawn, ToIntFunction<E> length) {
    return recipe.batches().prepared(drawn, length, recipe.batches().bucket(), recipe.seed());
  }

  private <B> Objective<B> cached(VectorObjective<B> objective, boolean cached) {
    return cached
        ? new CachedGradients<>(objective, new RandomState(recipe.compute().device()))
        : objective;
  }

  @Override
  public void close() {
    languageModel.ifPresent(LanguageModelHead::close);
    teacher.ifPresent(Teacher::close);
    bank.ifPresent(Tensor::close);
    judged.ifPresent(JudgedSet::close);
  }
}
