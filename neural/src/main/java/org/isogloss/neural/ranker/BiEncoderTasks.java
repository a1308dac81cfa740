package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.isogloss.neural.Batches;
import org.isogloss.neural.Bucketed;
import org.isogloss.neural.CachedGradients;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.GradedTriplet;
import org.isogloss.neural.InfoNce;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.Prefetched;
import org.isogloss.neural.RandomState;
import org.isogloss.neural.RankingContrast;
import org.isogloss.neural.VectorObjective;
import org.isogloss.neural.transformer.LanguageModelHead;
import org.isogloss.neural.transformer.Masking;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.PoolingHead;

/** What a recipe asks of a bi-encoder, with the batches that it is asked on. */
final class BiEncoderTasks implements AutoCloseable {
  /** How many batches are kept ready. */
  private static final int AHEAD = 4;

  private final BiEncoderRecipe recipe;
  private final RankerBase base;
  private final TextCorpus corpus;
  private final BiEncoder encoder;
  private final Optional<LanguageModelHead> languageModel;
  private final Optional<Teacher> teacher;
  private final Optional<JudgedSet> judged;

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
    this.languageModel =
        asked.mlm().isPresent() || asked.tlm().isPresent()
            ? Optional.of(LanguageModels.of(base, recipe.seed()))
            : Optional.empty();
    this.teacher = asked.distillation().map(plan -> Teacher.open(plan.teacher(), recipe));
    this.judged = recipe.data().judged().map(plan -> JudgedSet.read(plan, work.resolve("judged")));
  }

  BiEncoder encoder() {
    return encoder;
  }

  /** Everything that may be trained. */
  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    languageModel.ifPresent(head -> all.addAll(head.parameters()));
    return all;
  }

  /** All that is asked, as one. */
  Objectives.Task<?> task() {
    BiEncoderObjectives asked = recipe.objectives();
    List<Objectives.Task<?>> tasks = new ArrayList<>();
    asked.contrast().ifPresent(plan -> tasks.add(contrast(plan)));
    asked.ranking().ifPresent(plan -> tasks.add(ranking(plan)));
    asked.triplet().ifPresent(plan -> tasks.add(triplet(plan)));
    asked.mlm().ifPresent(plan -> tasks.add(masked("mlm", plan, 1)));
    asked.tlm().ifPresent(plan -> tasks.add(masked("tlm", plan, 2)));
    asked.distillation().ifPresent(plan -> tasks.add(distillation(plan)));
    if (tasks.size() == 1) {
      return tasks.getFirst();
    }
    return switch (asked.mix()) {
      case SUM -> Objectives.sum(tasks);
      case ALTERNATE -> Objectives.alternate(tasks);
    };
  }

  private Objectives.Task<List<TextPair>> contrast(BiEncoderObjectives.Contrast plan) {
    PairContrast objective = new PairContrast(encoder, new InfoNce(plan.negatives()), plan.scale());
    Batches<List<TextPair>> pairs = new TextPairBatches(corpus, draws(0), base::query);
    return new Objectives.Task<>(
        "contrast",
        plan.weight(),
        prepared(pairs, TextPair::length),
        cached(objective, plan.cached()));
  }

  private Objectives.Task<List<JudgedTriple>> ranking(BiEncoderObjectives.Ranking plan) {
    return new Objectives.Task<>(
        "ranking",
        plan.weight(),
        triples(0),
        cached(new JudgedContrast(encoder, new RankingContrast(plan.scale())), plan.cached()));
  }

  private Objectives.Task<List<JudgedTriple>> triplet(BiEncoderObjectives.Triplet plan) {
    return new Objectives.Task<>(
        "triplet",
        plan.weight(),
        triples(1),
        new JudgedTriplets(encoder, new GradedTriplet(plan.eta())));
  }

  private Objectives.Task<MaskedTexts.Batch> masked(
      String name, BiEncoderObjectives.Masked plan, int number) {
    Batches<MaskedTexts.Batch> texts =
        number == 1
            ? MaskedTexts.sentences(corpus, draws(number), base)
            : MaskedTexts.pairs(corpus, draws(number), base);
    Masking masking =
        new Masking(base.tokenizer(), plan.share(), PairDraws.mix(recipe.seed(), number));
    return new Objectives.Task<>(
        name,
        plan.weight(),
        new Prefetched<>(texts, AHEAD),
        new MaskedTexts.Loss(
            base.transformer(), languageModel.orElseThrow(), masking, recipe.compute().bf16()));
  }

  private Objectives.Task<List<TaughtPair>> distillation(BiEncoderObjectives.Distilled plan) {
    Teacher shown = teacher.orElseThrow();
    shown.require(plan.loss(), base.transformer().config().hiddenSize());
    Batches<List<TaughtPair>> pairs =
        new TaughtPairs(corpus, draws(3), base::query, shown::encoding);
    return new Objectives.Task<>(
        "distillation",
        plan.weight(),
        prepared(pairs, TaughtPair::length),
        new TaughtVectors(encoder, shown, new Distillation(plan.loss(), plan.scale())));
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
    return new Prefetched<>(
        new Bucketed<>(
            drawn, length, recipe.batches().bucket(), recipe.batches().pairs(), recipe.seed()),
        AHEAD);
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
    judged.ifPresent(JudgedSet::close);
  }
}
