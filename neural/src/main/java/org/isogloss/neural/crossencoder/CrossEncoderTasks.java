package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.BatchPlan;
import org.isogloss.neural.Batches;
import org.isogloss.neural.CandidateLoss;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.Prefetched;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.Validation;
import org.isogloss.neural.ranker.JudgedPlan;
import org.isogloss.neural.ranker.JudgedSet;
import org.isogloss.neural.ranker.LanguageModels;
import org.isogloss.neural.ranker.MaskedPlan;
import org.isogloss.neural.ranker.MaskedTexts;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerTask;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.neural.transformer.Head;
import org.isogloss.neural.transformer.LanguageModelHead;
import org.isogloss.neural.transformer.Masking;
import org.isogloss.neural.transformer.PairClassifier;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.text.Tokenizer;

/** What a recipe asks of a cross-encoder, with the batches that it is asked on. */
final class CrossEncoderTasks implements RankerTask {
  private final CrossEncoderRecipe recipe;
  private final RankerBase base;
  private final TextCorpus corpus;
  private final CrossEncoder scorer;
  private final Optional<LanguageModelHead> languageModel;
  private final Optional<JudgedSet> judged;
  private final Optional<CrossEncoder> teacher;

  /** What is open, the last first. */
  private final Deque<Runnable> open = new ArrayDeque<>();

  CrossEncoderTasks(CrossEncoderRecipe recipe, RankerBase base, TextCorpus corpus, Path work) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    CrossEncoderObjectives asked = recipe.objectives();
    try {
      this.scorer = crossEncoder(base, classifier());
      this.languageModel = asked.tlm().map(plan -> languageModel());
      this.judged = recipe.data().judged().map(plan -> judged(plan, work.resolve("judged")));
      this.teacher = asked.distillation().map(plan -> teacher(plan.teacher()));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private CrossEncoder crossEncoder(RankerBase model, PairClassifier head) {
    open.push(head::close);
    return new CrossEncoder(
        model.transformer(), head, recipe.compute().bf16(), recipe.batches().chunk());
  }

  private PairClassifier classifier() {
    return switch (recipe.head()) {
      case NEW -> PairClassifier.create(base.folder(), base.transformer(), 1, recipe.seed());
      case KEPT -> PairClassifier.load(base.folder(), base.transformer());
    };
  }

  private LanguageModelHead languageModel() {
    LanguageModelHead head = LanguageModels.of(base, recipe.seed());
    open.push(head::close);
    return head;
  }

  private JudgedSet judged(JudgedPlan plan, Path folder) {
    JudgedSet set = JudgedSet.read(plan, folder);
    open.push(set::close);
    return set;
  }

  private CrossEncoder teacher(Path folder) {
    RankerBase shown = RankerBase.open(recipe.model().ofTeacher(folder), recipe.compute());
    open.push(shown::close);
    requireSameVocabulary(base.tokenizer(), shown.tokenizer(), folder);
    return crossEncoder(shown, PairClassifier.load(shown.folder(), shown.transformer()));
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    all.addAll(scorer.head().parameters());
    languageModel.ifPresent(head -> all.addAll(head.parameters()));
    return all;
  }

  @Override
  public Optional<Validation> validation() {
    CandidateValidation validation = new CandidateValidation(recipe.validation(), base, scorer);
    if (recipe.data().hasPairs()) {
      validation.addTranslations(corpus);
    }
    judged.ifPresent(validation::addJudged);
    return validation.isEmpty() ? Optional.empty() : Optional.of(validation);
  }

  @Override
  public String measure() {
    return recipe.validation().measure().label();
  }

  @Override
  public Head head() {
    return scorer.head();
  }

  @Override
  public EncodingSettings settings() {
    return new EncodingSettings(recipe.model().maxLength(), Pooling.NONE);
  }

  @Override
  public Objectives.Task<?> task() {
    CrossEncoderObjectives asked = recipe.objectives();
    List<Objectives.Task<?>> tasks = new ArrayList<>();
    asked
        .translation()
        .ifPresent(
            plan ->
                tasks.add(
                    new Objectives.Task<>(
                        "translation",
                        plan.weight(),
                        translations(plan.negatives(), 0),
                        new CandidateScores(
                            scorer, new CandidateLoss(plan.loss(), plan.margin())))));
    asked
        .relevance()
        .ifPresent(
            plan ->
                tasks.add(
                    new Objectives.Task<>(
                        "relevance",
                        plan.weight(),
                        judgedCandidates(plan.lower(), 1),
                        new CandidateScores(
                            scorer, new CandidateLoss(plan.loss(), plan.margin())))));
    asked.pairs().ifPresent(plan -> tasks.add(judgedPairs(plan)));
    asked.tlm().ifPresent(plan -> tasks.add(masked(plan)));
    asked.distillation().ifPresent(plan -> tasks.add(distillation(plan)));
    return asked.mix().of(tasks);
  }

  private Batches<List<Candidates>> translations(NegativePlan plan, int number) {
    int groups = recipe.batches().groups();
    BatchPlan pools =
        new BatchPlan(
            groups * plan.pool(), groups, recipe.batches().balance(), recipe.batches().shares(), 0);
    return prepared(new TranslationCandidates(corpus, draws(pools, number), plan, base), 1);
  }

  private Batches<List<Candidates>> judgedCandidates(int lower, int number) {
    return prepared(
        new JudgedCandidates(
            judged.orElseThrow(),
            base,
            recipe.batches().pairs(),
            lower,
            PairDraws.mix(recipe.seed(), 100 + number)),
        recipe.batches().bucket());
  }

  private Objectives.Task<List<Candidates>> judgedPairs(CrossEncoderObjectives.Pairs plan) {
    JudgedPairs drawn =
        new JudgedPairs(
            judged.orElseThrow(),
            base,
            recipe.batches().pairs(),
            PairDraws.mix(recipe.seed(), 102));
    return new Objectives.Task<>(
        "pairs",
        plan.weight(),
        prepared(drawn, recipe.batches().bucket()),
        new CandidateScores(scorer, new CandidateLoss(CandidateLoss.Kind.BCE, 1)));
  }

  private PairDraws draws(BatchPlan plan, int number) {
    return new PairDraws(corpus.training(), plan, PairDraws.mix(recipe.seed(), number));
  }

  private Batches<List<Candidates>> prepared(Batches<List<Candidates>> drawn, int draws) {
    return recipe.batches().prepared(drawn, Candidates::length, draws, recipe.seed());
  }

  private Objectives.Task<MaskedTexts.Batch> masked(MaskedPlan plan) {
    return new Objectives.Task<>(
        "tlm",
        plan.weight(),
        new Prefetched<>(MaskedTexts.pairs(corpus, draws(recipe.batches().plan(), 2), base)),
        new MaskedTexts.Loss(
            base.transformer(),
            languageModel.orElseThrow(),
            new Masking(base.tokenizer(), plan.share(), PairDraws.mix(recipe.seed(), 2)),
            recipe.compute().bf16()));
  }

  private Objectives.Task<List<Candidates>> distillation(CrossEncoderObjectives.Distilled plan) {
    return new Objectives.Task<>(
        "distillation",
        plan.weight(),
        judged.isPresent()
            ? judgedCandidates(plan.negatives().count(), 3)
            : translations(plan.negatives(), 3),
        new TaughtScores(
            scorer, teacher.orElseThrow(), new Distillation(plan.loss(), plan.scale())));
  }

  private static void requireSameVocabulary(Tokenizer student, Tokenizer teacher, Path folder) {
    boolean same = student.vocabularySize() == teacher.vocabularySize();
    for (int id = 0; same && id < student.vocabularySize(); id++) {
      same = student.token(id).equals(teacher.token(id));
    }
    if (!same) {
      throw new TrainingException(
          "objectives.distillation: the vocabulary of "
              + folder
              + " is another than model.base's: expected a teacher that reads the same pieces");
    }
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}
