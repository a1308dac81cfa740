// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.head.TokenMasking;
import org.isogloss.neural.judgement.JudgedDataOptions;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.loss.CandidateLoss;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelHeads;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.MaskedTextBatches;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.text.Tokenizer;

/** Builds the objectives of a cross-encoder and their batches from a recipe. */
final class CrossEncoderTask implements FineTuningTask {
  private final CrossEncoderRecipe recipe;
  private final PretrainedModel base;
  private final TextCorpus corpus;
  private final CrossEncoder scorer;
  private final Optional<LanguageModelHead> languageModel;
  private final Optional<JudgedQueries> judged;
  private final Optional<CrossEncoder> teacher;

  /** Actions that close the open resources, the last one opened first. */
  private final Deque<Runnable> openResources = new ArrayDeque<>();

  CrossEncoderTask(
      CrossEncoderRecipe recipe, PretrainedModel base, TextCorpus corpus, Path workFolder) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    CrossEncoderObjectiveOptions objectives = recipe.objectives();
    try {
      this.scorer = crossEncoder(base, classifier());
      this.languageModel = objectives.tlm().map(options -> languageModel());
      this.judged =
          recipe.data().judged().map(options -> judged(options, workFolder.resolve("judged")));
      this.teacher = objectives.distillation().map(options -> teacher(options.teacher()));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private CrossEncoder crossEncoder(PretrainedModel model, SequenceClassificationHead head) {
    openResources.push(head::close);
    return new CrossEncoder(
        model.transformer(), head, recipe.compute().bf16(), recipe.batches().chunk());
  }

  private SequenceClassificationHead classifier() {
    return switch (recipe.head()) {
      case NEW ->
          recipe.pooler()
              ? SequenceClassificationHead.create(
                  base.folder(), base.transformer(), 1, recipe.seed())
              : SequenceClassificationHead.createLinear(
                  base.folder(), base.transformer(), 1, recipe.seed());
      case KEPT -> {
        if (!recipe.pooler() && base.folder().head() == TransformerHead.CLASSIFICATION) {
          throw new TrainingException(
              "pooler is false, but the head of "
                  + base.folder().path()
                  + ", which is kept, has a pooler: remove pooler, or set head to new");
        }
        yield SequenceClassificationHead.load(base.folder(), base.transformer());
      }
    };
  }

  private LanguageModelHead languageModel() {
    LanguageModelHead head = LanguageModelHeads.loadOrCreate(base, recipe.seed());
    openResources.push(head::close);
    return head;
  }

  private JudgedQueries judged(JudgedDataOptions options, Path folder) {
    JudgedQueries queries = JudgedQueries.read(options, folder);
    openResources.push(queries::close);
    return queries;
  }

  private CrossEncoder teacher(Path folder) {
    PretrainedModel model =
        PretrainedModel.open(recipe.model().forTeacher(folder), recipe.compute());
    openResources.push(model::close);
    requireSameVocabulary(base.tokenizer(), model.tokenizer(), folder);
    return crossEncoder(
        model, SequenceClassificationHead.load(model.folder(), model.transformer()));
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
  public String validationMeasure() {
    return recipe.validation().measure().label();
  }

  @Override
  public Head head() {
    return scorer.head();
  }

  @Override
  public EncodingSettings encodingSettings() {
    return new EncodingSettings(recipe.model().maxLength(), Pooling.NONE);
  }

  @Override
  public TrainingTasks.Task<?> task() {
    CrossEncoderObjectiveOptions objectives = recipe.objectives();
    List<TrainingTasks.Task<?>> tasks = new ArrayList<>();
    objectives
        .translation()
        .ifPresent(
            options ->
                tasks.add(
                    new TrainingTasks.Task<>(
                        "translation",
                        options.weight(),
                        translations(options.negatives(), 0),
                        new CandidateObjective(
                            scorer, new CandidateLoss(options.loss(), options.margin())))));
    objectives
        .relevance()
        .ifPresent(
            options ->
                tasks.add(
                    new TrainingTasks.Task<>(
                        "relevance",
                        options.weight(),
                        judgedCandidates(options.lower(), 1),
                        new CandidateObjective(
                            scorer, new CandidateLoss(options.loss(), options.margin())))));
    objectives.pairs().ifPresent(options -> tasks.add(judgedPairs(options)));
    objectives.tlm().ifPresent(options -> tasks.add(masked(options)));
    objectives.distillation().ifPresent(options -> tasks.add(distillation(options)));
    return objectives.mix().of(tasks);
  }

  private Batches<List<CandidateList>> translations(NegativeOptions options, int number) {
    int groups = recipe.batches().groups();
    PairSamplingOptions pools =
        new PairSamplingOptions(
            groups * options.pool(),
            groups,
            recipe.batches().balance(),
            recipe.batches().shares(),
            0);
    return bucketAndPrefetch(
        new TranslationCandidateBatches(corpus, sampler(pools, number), options, base), 1);
  }

  private Batches<List<CandidateList>> judgedCandidates(int lower, int number) {
    return bucketAndPrefetch(
        new JudgedCandidateBatches(
            judged.orElseThrow(),
            base,
            recipe.batches().pairs(),
            lower,
            PairSampler.mixSeeds(recipe.seed(), 100 + number)),
        recipe.batches().bucket());
  }

  private TrainingTasks.Task<List<CandidateList>> judgedPairs(
      CrossEncoderObjectiveOptions.PairClassification options) {
    Batches<List<CandidateList>> pairs =
        new JudgedPairs(judged.orElseThrow(), base)
            .batches(recipe.batches().pairs(), PairSampler.mixSeeds(recipe.seed(), 102));
    return new TrainingTasks.Task<>(
        "pairs",
        options.weight(),
        bucketAndPrefetch(pairs, recipe.batches().bucket()),
        new CandidateObjective(scorer, new CandidateLoss(CandidateLoss.Kind.BCE, 1)));
  }

  private PairSampler sampler(PairSamplingOptions options, int number) {
    return new PairSampler(corpus.training(), options, PairSampler.mixSeeds(recipe.seed(), number));
  }

  private Batches<List<CandidateList>> bucketAndPrefetch(
      Batches<List<CandidateList>> batches, int windowBatches) {
    return recipe
        .batches()
        .bucketAndPrefetch(batches, CandidateList::maxLength, windowBatches, recipe.seed());
  }

  private TrainingTasks.Task<MaskedTextBatches.Batch> masked(LanguageModelOptions options) {
    return new TrainingTasks.Task<>(
        "tlm",
        options.weight(),
        new PrefetchingBatches<>(
            MaskedTextBatches.pairs(corpus, sampler(recipe.batches().samplingOptions(), 2), base)),
        new MaskedTextBatches.MaskedLanguageModelObjective(
            base.transformer(),
            languageModel.orElseThrow(),
            new TokenMasking(
                base.tokenizer(), options.share(), PairSampler.mixSeeds(recipe.seed(), 2)),
            recipe.compute().bf16()));
  }

  private TrainingTasks.Task<List<CandidateList>> distillation(
      CrossEncoderObjectiveOptions.TeacherDistillation options) {
    return new TrainingTasks.Task<>(
        "distillation",
        options.weight(),
        judged.isPresent()
            ? judgedCandidates(options.negatives().count(), 3)
            : translations(options.negatives(), 3),
        new ScoreDistillationObjective(
            scorer, teacher.orElseThrow(), new DistillationLoss(options.loss(), options.scale())));
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
              + " differs from the one of model.base, expected a teacher with the same vocabulary");
    }
  }

  @Override
  public void close() {
    while (!openResources.isEmpty()) {
      openResources.pop().run();
    }
  }
}
