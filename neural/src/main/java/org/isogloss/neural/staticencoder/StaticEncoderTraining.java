// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordCorpusBuilder;
import org.isogloss.neural.corpus.WordCorpusFile;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.neural.loss.InfoNceLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.Optimizer;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.train.TrainingOrigin;
import org.isogloss.neural.validation.TranslationRetrievalValidation;
import org.isogloss.neural.validation.ValidationSentences;
import org.isogloss.neural.vocabulary.VocabularySelection;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/** Trains a static encoder with a recipe. */
public final class StaticEncoderTraining {
  private final StaticEncoderRecipe recipe;
  private final Path work;
  private final TrainingListener listener;
  private final List<ProvenanceSource> sources;
  private final TrainingOrigin origin;

  /**
   * Creates a training.
   *
   * @param recipeText text of the recipe
   * @param work folder for checkpoints, from which an interrupted run resumes; the parallel text is
   *     cached next to it
   */
  public StaticEncoderTraining(
      StaticEncoderRecipe recipe, String recipeText, Path work, TrainingListener listener) {
    this.recipe = requireNonNull(recipe, "recipe is null");
    this.work = requireNonNull(work, "work is null");
    this.listener = requireNonNull(listener, "listener is null");
    this.sources = sources(recipe);
    this.origin = TrainingOrigin.of(recipeText, sources);
  }

  private static List<ProvenanceSource> sources(StaticEncoderRecipe recipe) {
    TrainingSources sources = new TrainingSources(recipe.licences());
    for (String name : List.of("vocab.txt", "model.safetensors")) {
      sources.file(StaticEncoderRecipe.BASE, FolderPaths.resolve(recipe.model().base(), name));
    }
    recipe
        .teacher()
        .ifPresent(
            options ->
                TeacherVectors.fileNames(options)
                    .forEach(
                        name ->
                            sources.file(
                                StaticEncoderRecipe.TEACHER, options.folder().resolve(name))));
    recipe.data().bitext().ifPresent(folder -> add(sources, ParallelTextReader.BITEXT, folder));
    recipe
        .data()
        .documentation()
        .ifPresent(folder -> add(sources, ParallelTextReader.DOCUMENTATION, folder));
    recipe
        .data()
        .multiparallel()
        .ifPresent(folder -> add(sources, ParallelTextReader.MULTIPARALLEL, folder));
    return sources.list();
  }

  private static void add(TrainingSources sources, String part, Path folder) {
    sources.folder(
        part, folder, name -> part.equals(ParallelTextReader.BITEXT) || name.endsWith(".tsv.gz"));
  }

  /** Trains a model and returns the state with the best validation score. */
  public TrainedStaticEncoder run() {
    torch.manual_seed(recipe.seed());
    Optional<TeacherVectors> teacher =
        recipe.teacher().map(options -> TeacherVectors.read(options, recipe.model().dimension()));
    try {
      return run(teacher);
    } finally {
      teacher.ifPresent(TeacherVectors::close);
    }
  }

  private TrainedStaticEncoder run(Optional<TeacherVectors> teacher) {
    Path vocabularyFile = FolderPaths.resolve(recipe.model().base(), "vocab.txt");
    WordPieceOptions options =
        recipe.model().lowercase()
            ? WordPieceOptions.UNCASED.withStripAccents(false)
            : WordPieceOptions.CASED;
    Tokenizer base = WordPieceTokenizer.read(vocabularyFile, options);
    WordCorpus corpus = corpus(base);
    List<String> words =
        teacher
            .map(
                vectors ->
                    VocabularySelection.selectWords(
                        vectors.words(), corpus, base, recipe.teacher().orElseThrow().words()))
            .orElse(List.of());
    Set<String> chosen =
        new LinkedHashSet<>(
            VocabularySelection.choose(
                corpus,
                base,
                options,
                recipe.batches(),
                recipe.model().vocabulary().without(words.size())));
    chosen.addAll(words);
    List<String> vocabulary = List.copyOf(chosen);
    Tokenizer tokenizer = WordPieceTokenizer.of(vocabulary, options);
    WordTokenTable wordTokens = WordTokenTable.of(corpus.words(), tokenizer);
    listener.messageReported(
        corpus.sentenceCount()
            + " sentences, "
            + corpus.words().size()
            + " words, "
            + corpus.training().stream().mapToLong(PairGroup::size).sum()
            + " pairs in "
            + corpus.training().size()
            + " groups; vocabulary of "
            + vocabulary.size()
            + " tokens; seed "
            + recipe.seed());
    Tensor rows =
        StaticEncoderInitialisation.rows(
            recipe.model().base(), base, vocabulary, recipe.model().dimension());
    Tensor logWeights =
        StaticEncoderInitialisation.logWeights(
            VocabularySelection.frequencies(corpus, tokenizer, recipe.batches()),
            recipe.model().smoothing());
    teacher.ifPresent(
        vectors -> {
          ProcrustesInitialisation.rotate(rows, logWeights, vectors, tokenizer);
          ProcrustesInitialisation.interpolateWordRows(
              rows, vocabulary, words, vectors, recipe.teacher().orElseThrow().share());
          StaticEncoderInitialisation.moveNormsToWeights(rows, logWeights);
        });
    try (StaticEncoderModel model = new StaticEncoderModel(rows, logWeights)) {
      TranslationRetrievalValidation validation = validation(model, corpus, wordTokens, tokenizer);
      double score =
          train(
              model,
              corpus,
              wordTokens,
              teacherTask(model, teacher, corpus, wordTokens, tokenizer),
              validation);
      return new TrainedStaticEncoder(
          vocabulary,
          options,
          model.dimension(),
          Tensors.toArray(model.rows().values()),
          Tensors.toArray(model.logWeights().values()),
          score,
          sources);
    }
  }

  /** Returns the task of distillation, if the recipe has a teacher. */
  private Optional<TrainingTasks.Task<TeacherBatches.Batch>> teacherTask(
      StaticEncoderModel model,
      Optional<TeacherVectors> teacher,
      WordCorpus corpus,
      WordTokenTable wordTokens,
      Tokenizer tokenizer) {
    return teacher.map(
        vectors -> {
          TeacherOptions options = recipe.teacher().orElseThrow();
          int[] allowed = TeacherBatches.textsNotHeldOut(vectors, corpus, wordTokens, tokenizer);
          return new TrainingTasks.Task<>(
              "teacher",
              options.weight(),
              new TeacherBatches(vectors, allowed, tokenizer, options.texts(), recipe.seed()),
              new TeacherContrastiveObjective(model, vectors, options.scale()));
        });
  }

  private double train(
      StaticEncoderModel model,
      WordCorpus corpus,
      WordTokenTable wordTokens,
      Optional<TrainingTasks.Task<TeacherBatches.Batch>> teacherTask,
      TranslationRetrievalValidation validation) {
    StaticEncoderRecipe.OptimizerOptions optimizerOptions = recipe.optimizer();
    StaticEncoderRecipe.ContrastiveOptions contrast = recipe.objective();
    List<Optimizer> optimizers = new ArrayList<>();
    optimizers.add(new LazyAdam(model.rows(), optimizerOptions.rows()));
    optimizerOptions
        .weights()
        .ifPresentOrElse(
            options -> optimizers.add(new LazyAdam(model.logWeights(), options)),
            model.logWeights()::fix);
    Optional<TrainableRowTable> logScale = Optional.empty();
    if (contrast.learnScale()) {
      Tensor initial = torch.full(new long[] {1, 1}, Tensors.scalar(Math.log(contrast.scale())));
      TrainableRowTable table = new TrainableRowTable("log-scale", initial);
      logScale = Optional.of(table);
      optimizers.add(new LazyAdam(table, AdamOptions.of(1e-3)));
    }
    Batches<PairBatch> batches =
        new PairBatches(
            corpus, wordTokens, model.vocabularySize(), recipe.batches(), recipe.seed());
    try {
      Objective<PairBatch> objective =
          new BitextContrastiveObjective(
              model, new InfoNceLoss(contrast.negatives()), contrast.scale(), logScale);
      TrainingTasks.Task<PairBatch> pairTask =
          new TrainingTasks.Task<>("contrast", batches, objective);
      return teacherTask.isPresent()
          ? train(TrainingTasks.sum(List.of(pairTask, teacherTask.get())), optimizers, validation)
          : train(pairTask, optimizers, validation);
    } finally {
      optimizers.forEach(Optimizer::close);
      logScale.ifPresent(TrainableRowTable::close);
    }
  }

  private <B> double train(
      TrainingTasks.Task<B> task,
      List<Optimizer> optimizers,
      TranslationRetrievalValidation validation) {
    Trainer.Builder<B> trainer =
        Trainer.of(task, optimizers, new Checkpoints(work.resolve("checkpoints"), origin))
            .options(recipe.training(), recipe.optimizer().schedule())
            .listener(listener);
    if (!validation.isEmpty()) {
      trainer.validation(validation);
    }
    return trainer.build().run();
  }

  private TranslationRetrievalValidation validation(
      StaticEncoderModel model, WordCorpus corpus, WordTokenTable wordTokens, Tokenizer tokenizer) {
    TranslationRetrievalValidation validation = new TranslationRetrievalValidation();
    for (PairGroup group : corpus.heldOut()) {
      add(
          validation,
          "held-out",
          model,
          TranslationSet.of(group, corpus, wordTokens, tokenizer.vocabularySize()));
    }
    recipe
        .validation()
        .sentences()
        .map(ValidationSentences::read)
        .ifPresent(
            sentences ->
                sentences
                    .translations()
                    .forEach(
                        (language, texts) ->
                            add(
                                validation,
                                "sentences",
                                model,
                                TranslationSet.of(
                                    language.tag(), sentences.english(), texts, tokenizer))));
    return validation;
  }

  private static void add(
      TranslationRetrievalValidation validation,
      String collection,
      StaticEncoderModel model,
      TranslationSet set) {
    if (set.size() > 0) {
      validation.add(collection, set.name(), () -> set.accuracy(model));
    }
  }

  private WordCorpus corpus(Tokenizer base) {
    Path file = work.resolve("corpus-" + corpusKey() + ".bin");
    if (Files.exists(file)) {
      return WordCorpusFile.read(file);
    }
    listener.messageReported("reading the parallel text");
    WordCorpusBuilder builder = new WordCorpusBuilder(base, recipe.data().maxWords());
    ParallelTextReader.read(recipe.data(), builder);
    WordCorpus corpus = builder.build();
    try {
      Files.createDirectories(work);
    } catch (IOException e) {
      throw new IsoglossException(work + ": cannot be created: " + FileErrors.describe(e), e);
    }
    WordCorpusFile.write(corpus, file);
    return corpus;
  }

  /** Returns a key that changes if the source files or the options of reading them change. */
  private String corpusKey() {
    StringBuilder content = new StringBuilder(recipe.data().fingerprint());
    content.append(recipe.model().lowercase());
    sources.stream()
        .filter(source -> !source.name().startsWith(StaticEncoderRecipe.TEACHER + '/'))
        .forEach(source -> content.append(source.name()).append(source.sha256()));
    return Checksums.sha256(content.toString()).substring(0, 16);
  }
}
