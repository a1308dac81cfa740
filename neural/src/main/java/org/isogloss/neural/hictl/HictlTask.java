package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.Prefetched;
import org.isogloss.neural.Validation;
import org.isogloss.neural.WordContrast;
import org.isogloss.neural.biencoder.BiEncoder;
import org.isogloss.neural.biencoder.BiEncoderValidation;
import org.isogloss.neural.ranker.LanguageModels;
import org.isogloss.neural.ranker.MaskedPlan;
import org.isogloss.neural.ranker.MaskedTexts;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerTask;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.neural.transformer.Head;
import org.isogloss.neural.transformer.LanguageModelHead;
import org.isogloss.neural.transformer.Masking;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.PoolingHead;
import org.isogloss.neural.transformer.Projection;
import org.isogloss.neural.transformer.WordVectors;

/** What a recipe of HICTL asks, with the batches that it is asked on. */
final class HictlTask implements RankerTask {
  private static final int MLM = 1;
  private static final int TLM = 2;

  private final HictlRecipe recipe;
  private final RankerBase base;
  private final TextCorpus corpus;
  private final HictlEncoder encoder;
  private Optional<Projection> projection = Optional.empty();
  private Optional<LanguageModelHead> languageModel = Optional.empty();

  HictlTask(HictlRecipe recipe, RankerBase base, TextCorpus corpus) {
    this.recipe = recipe;
    this.base = base;
    this.corpus = corpus;
    this.encoder =
        new HictlEncoder(base.transformer(), recipe.compute().bf16(), recipe.batches().chunk());
    HictlObjectives asked = recipe.objectives();
    try {
      projection =
          asked
              .sentence()
              .filter(HictlObjectives.Sentence::projection)
              .map(plan -> Projection.create(base.folder(), base.transformer(), recipe.seed()));
      if (asked.hasLanguageModel()) {
        languageModel = Optional.of(LanguageModels.of(base, recipe.seed()));
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
                    new PoolingHead(base.settings().pooling()),
                    recipe.compute().bf16(),
                    recipe.batches().chunk())
                ::vectors)
        .of(corpus);
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

  @Override
  public Objectives.Task<HictlBatch> task() {
    HictlPairs pairs = new HictlPairs(corpus, base, recipe.batches(), recipe.seed());
    return new Objectives.Task<>("hictl", new Prefetched<>(pairs), loss());
  }

  HictlLoss loss() {
    HictlObjectives asked = recipe.objectives();
    List<HictlLoss.Part> parts = new ArrayList<>();
    asked
        .sentence()
        .ifPresent(
            plan ->
                parts.add(
                    new HictlLoss.Part(
                        "sentence",
                        plan.weight(),
                        new HictlSentences(
                            encoder, base.settings().pooling(), projection, plan.scale()))));
    asked
        .word()
        .ifPresent(plan -> parts.add(new HictlLoss.Part("word", plan.weight(), words(plan))));
    asked.mlm().ifPresent(plan -> parts.add(masked("mlm", plan, MLM)));
    asked.tlm().ifPresent(plan -> parts.add(masked("tlm", plan, TLM)));
    return new HictlLoss(parts);
  }

  private HictlWords words(HictlObjectives.Word plan) {
    WordVectors words = new WordVectors(base.transformer());
    return new HictlWords(
        encoder,
        words,
        new WordBags(base.tokenizer(), words.size()),
        new WordContrast(plan.scale()),
        plan.negatives());
  }

  private HictlLoss.Part masked(String name, MaskedPlan plan, int number) {
    Masking masking =
        new Masking(base.tokenizer(), plan.share(), PairDraws.mix(recipe.seed(), number));
    return new HictlLoss.Part(
        name,
        plan.weight(),
        new HictlLanguageModel(
            new MaskedTexts.Loss(
                base.transformer(), languageModel.orElseThrow(), masking, recipe.compute().bf16()),
            number == MLM));
  }

  @Override
  public void close() {
    projection.ifPresent(Projection::close);
    languageModel.ifPresent(LanguageModelHead::close);
  }
}
