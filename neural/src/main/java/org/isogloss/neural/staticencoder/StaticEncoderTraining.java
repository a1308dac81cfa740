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
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.AdamOptions;
import org.isogloss.neural.Batches;
import org.isogloss.neural.Checkpoints;
import org.isogloss.neural.CorpusReader;
import org.isogloss.neural.InfoNce;
import org.isogloss.neural.MateValidation;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.Optimizer;
import org.isogloss.neural.PairGroup;
import org.isogloss.neural.ParallelSentences;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.Trainer;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingSources;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/** Trains a static encoder as a recipe says. */
public final class StaticEncoderTraining {
  private final StaticRecipe recipe;
  private final Path work;
  private final TrainingListener listener;
  private final List<ProvenanceSource> sources;

  /**
   * A training.
   *
   * @param work folder for checkpoints and for the text once it is read; a run that was interrupted
   *     goes on from there
   */
  public StaticEncoderTraining(StaticRecipe recipe, Path work, TrainingListener listener) {
    this.recipe = requireNonNull(recipe, "recipe is null");
    this.work = requireNonNull(work, "work is null");
    this.listener = requireNonNull(listener, "listener is null");
    this.sources = sources(recipe);
  }

  private static List<ProvenanceSource> sources(StaticRecipe recipe) {
    TrainingSources sources = new TrainingSources(recipe.licences());
    for (String name : List.of("vocab.txt", "model.safetensors")) {
      sources.file(StaticRecipe.BASE, FolderPaths.resolve(recipe.model().base(), name));
    }
    recipe
        .teacher()
        .ifPresent(
            plan ->
                TeacherVectors.files()
                    .forEach(
                        name -> sources.file(StaticRecipe.TEACHER, plan.folder().resolve(name))));
    recipe.data().bitext().ifPresent(folder -> add(sources, CorpusReader.BITEXT, folder));
    recipe
        .data()
        .documentation()
        .ifPresent(folder -> add(sources, CorpusReader.DOCUMENTATION, folder));
    return sources.list();
  }

  private static void add(TrainingSources sources, String part, Path folder) {
    sources.folder(
        part, folder, name -> part.equals(CorpusReader.BITEXT) || name.endsWith(".tsv.gz"));
  }

  /** Trains, and gives the best model that validation saw. */
  public TrainedStaticEncoder run() {
    torch.manual_seed(recipe.seed());
    Optional<TeacherVectors> teacher =
        recipe
            .teacher()
            .map(plan -> TeacherVectors.read(plan.folder(), recipe.model().dimension()));
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
                shown ->
                    VocabularySelection.words(
                        shown.words(), corpus, base, recipe.teacher().orElseThrow().words()))
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
    PieceTable pieces = PieceTable.of(corpus.words(), tokenizer);
    listener.said(
        corpus.sentences()
            + " sentences, "
            + corpus.words().size()
            + " words, "
            + corpus.training().stream().mapToLong(PairGroup::size).sum()
            + " pairs in "
            + corpus.training().size()
            + " groups; vocabulary of "
            + vocabulary.size()
            + " pieces; seed "
            + recipe.seed());
    Tensor rows =
        StaticInitialisation.rows(
            recipe.model().base(), base, vocabulary, recipe.model().dimension());
    Tensor logWeights =
        StaticInitialisation.logWeights(
            VocabularySelection.frequencies(corpus, tokenizer, recipe.batches()),
            recipe.model().smoothing());
    teacher.ifPresent(
        shown -> {
          TeacherStart.turn(rows, logWeights, shown, tokenizer);
          TeacherStart.move(rows, vocabulary, words, shown, recipe.teacher().orElseThrow().share());
          StaticInitialisation.moveLengths(rows, logWeights);
        });
    try (StaticEncoderModel model = new StaticEncoderModel(rows, logWeights)) {
      MateValidation validation = validation(model, corpus, pieces, tokenizer);
      double score =
          train(
              model, corpus, pieces, taught(model, teacher, corpus, pieces, tokenizer), validation);
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

  /** What the teacher asks, where there is one. */
  private Optional<Objectives.Task<TeacherBatches.Batch>> taught(
      StaticEncoderModel model,
      Optional<TeacherVectors> teacher,
      WordCorpus corpus,
      PieceTable pieces,
      Tokenizer tokenizer) {
    return teacher.map(
        shown -> {
          TeacherPlan plan = recipe.teacher().orElseThrow();
          int[] allowed = TeacherBatches.allowed(shown, corpus, pieces, tokenizer);
          return new Objectives.Task<>(
              "teacher",
              plan.weight(),
              new TeacherBatches(shown, allowed, tokenizer, plan.texts(), recipe.seed()),
              new TeacherContrast(model, shown, plan.scale()));
        });
  }

  private double train(
      StaticEncoderModel model,
      WordCorpus corpus,
      PieceTable pieces,
      Optional<Objectives.Task<TeacherBatches.Batch>> taught,
      MateValidation validation) {
    StaticRecipe.Optimization how = recipe.optimizer();
    StaticRecipe.Contrast contrast = recipe.objective();
    List<Optimizer> optimizers = new ArrayList<>();
    optimizers.add(new LazyAdam(model.rows(), how.rows()));
    how.weights().ifPresent(o -> optimizers.add(new LazyAdam(model.logWeights(), o)));
    Optional<RowTable> logScale = Optional.empty();
    if (contrast.learnScale()) {
      Tensor start = torch.full(new long[] {1, 1}, Tensors.scalar(Math.log(contrast.scale())));
      RowTable table = new RowTable("log-scale", start);
      logScale = Optional.of(table);
      optimizers.add(new LazyAdam(table, AdamOptions.of(1e-3)));
    }
    Batches<PairBatch> batches =
        new PairBatches(corpus, pieces, model.pieces(), recipe.batches(), recipe.seed());
    try {
      Objective<PairBatch> objective =
          new BitextContrast(model, new InfoNce(contrast.negatives()), contrast.scale(), logScale);
      Objectives.Task<PairBatch> pairs = new Objectives.Task<>("contrast", batches, objective);
      return taught.isPresent()
          ? train(Objectives.sum(List.of(pairs, taught.get())), optimizers, validation)
          : train(pairs, optimizers, validation);
    } finally {
      optimizers.forEach(Optimizer::close);
      logScale.ifPresent(RowTable::close);
    }
  }

  private <B> double train(
      Objectives.Task<B> task, List<Optimizer> optimizers, MateValidation validation) {
    Trainer.Builder<B> trainer =
        Trainer.of(task, optimizers, new Checkpoints(work.resolve("checkpoints")))
            .plan(recipe.training(), recipe.optimizer().schedule())
            .listener(listener);
    if (!validation.isEmpty()) {
      trainer.validation(validation);
    }
    return trainer.build().run();
  }

  private MateValidation validation(
      StaticEncoderModel model, WordCorpus corpus, PieceTable pieces, Tokenizer tokenizer) {
    MateValidation validation = new MateValidation();
    for (PairGroup group : corpus.heldOut()) {
      add(
          validation,
          "held-out",
          model,
          MateSet.of(group, corpus, pieces, tokenizer.vocabularySize()));
    }
    recipe
        .validation()
        .sentences()
        .map(ParallelSentences::read)
        .ifPresent(
            sentences ->
                sentences
                    .others()
                    .forEach(
                        (language, texts) ->
                            add(
                                validation,
                                "sentences",
                                model,
                                MateSet.of(
                                    language.tag(), sentences.english(), texts, tokenizer))));
    return validation;
  }

  private static void add(
      MateValidation validation, String collection, StaticEncoderModel model, MateSet set) {
    if (set.size() > 0) {
      validation.add(collection, set.name(), () -> set.accuracy(model));
    }
  }

  private WordCorpus corpus(Tokenizer base) {
    Path file = work.resolveSibling("corpus-" + key() + ".bin");
    if (Files.exists(file)) {
      return WordCorpusFile.read(file);
    }
    listener.said("reading text");
    WordCorpusBuilder builder = new WordCorpusBuilder(base, recipe.data().maxWords());
    CorpusReader.read(recipe.data(), builder);
    WordCorpus corpus = builder.build();
    try {
      Files.createDirectories(work);
    } catch (IOException e) {
      throw new IsoglossException(work + ": cannot be made: " + FileErrors.describe(e), e);
    }
    WordCorpusFile.write(corpus, file);
    return corpus;
  }

  /** Changes when what is read changes, or how. */
  private String key() {
    StringBuilder what = new StringBuilder(recipe.data().toString());
    what.append(recipe.model().lowercase());
    sources.stream()
        .filter(source -> !source.name().startsWith(StaticRecipe.TEACHER + '/'))
        .forEach(source -> what.append(source.name()).append(source.sha256()));
    return TrainingSources.sha256(what.toString()).substring(0, 16);
  }
}
