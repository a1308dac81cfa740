package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.biencoder.BiEncoder;
import org.isogloss.neural.biencoder.BiEncoderValidation;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.head.ProjectionLayer;
import org.isogloss.neural.head.TokenMasking;
import org.isogloss.neural.loss.WordContrastiveLoss;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelHeads;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.MaskedTextBatches;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.ranker.RankerTask;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.WordEmbeddings;

/** What a recipe of HICTL asks, with the batches that it is asked on. */
final class HictlTask implements RankerTask {
  private static final int MLM = 1;
  private static final int TLM = 2;

  private final HictlRecipe recipe;
  private final PretrainedModel base;
  private final TextCorpus corpus;
  private final HictlEncoder encoder;
  private Optional<ProjectionLayer> projection = Optional.empty();
  private Optional<LanguageModelHead> languageModel = Optional.empty();

  HictlTask(HictlRecipe recipe, PretrainedModel base, TextCorpus corpus) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    this.encoder =
        new HictlEncoder(base.transformer(), recipe.compute().bf16(), recipe.batches().chunk());
    HictlObjectiveOptions asked = recipe.objectives();
    try {
      projection =
          asked
              .sentence()
              .filter(HictlObjectiveOptions.Sentence::projection)
              .map(
                  plan -> ProjectionLayer.create(base.folder(), base.transformer(), recipe.seed()));
      if (asked.hasLanguageModel()) {
        languageModel = Optional.of(LanguageModelHeads.loadOrCreate(base, recipe.seed()));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    projection.ifPresent(map -> all.addAll(map.parameters()));
    languageModel.ifPresent(head -> all.addAll(head.parameters()));
    return all;
  }

  @Override
  public Optional<Validation> validation() {
    return new BiEncoderValidation(
            recipe.validation(),
            base,
            new BiEncoder(
                    base.transformer(),
                    new PoolingHead(base.encodingSettings().pooling()),
                    recipe.compute().bf16(),
                    recipe.batches().chunk())
                ::vectors)
        .forCorpus(corpus);
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

  @Override
  public TrainingTasks.Task<HictlBatch> task() {
    HictlPairBatches pairs = new HictlPairBatches(corpus, base, recipe.batches(), recipe.seed());
    return new TrainingTasks.Task<>("hictl", new PrefetchingBatches<>(pairs), loss());
  }

  HictlObjective loss() {
    HictlObjectiveOptions asked = recipe.objectives();
    List<HictlObjective.Part> parts = new ArrayList<>();
    asked
        .sentence()
        .ifPresent(
            plan ->
                parts.add(
                    new HictlObjective.Part(
                        "sentence",
                        plan.weight(),
                        new HictlSentenceObjective(
                            encoder,
                            base.encodingSettings().pooling(),
                            projection,
                            plan.scale()))));
    asked
        .word()
        .ifPresent(plan -> parts.add(new HictlObjective.Part("word", plan.weight(), words(plan))));
    asked.mlm().ifPresent(plan -> parts.add(masked("mlm", plan, MLM)));
    asked.tlm().ifPresent(plan -> parts.add(masked("tlm", plan, TLM)));
    return new HictlObjective(parts);
  }

  private HictlWordObjective words(HictlObjectiveOptions.Word options) {
    WordEmbeddings words = new WordEmbeddings(base.transformer());
    return new HictlWordObjective(
        encoder,
        words,
        new TokenSets(base.tokenizer(), words.vocabularySize()),
        new WordContrastiveLoss(options.scale()),
        options.negatives());
  }

  private HictlObjective.Part masked(String name, LanguageModelOptions options, int number) {
    TokenMasking masking =
        new TokenMasking(
            base.tokenizer(), options.share(), PairSampler.mixSeeds(recipe.seed(), number));
    return new HictlObjective.Part(
        name,
        options.weight(),
        new HictlLanguageModelObjective(
            new MaskedTextBatches.MaskedLanguageModelObjective(
                base.transformer(), languageModel.orElseThrow(), masking, recipe.compute().bf16()),
            number == MLM));
  }

  @Override
  public void close() {
    projection.ifPresent(ProjectionLayer::close);
    languageModel.ifPresent(LanguageModelHead::close);
  }
}
