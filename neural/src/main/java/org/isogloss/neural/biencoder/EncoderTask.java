// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.TokenMasking;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.ranker.LanguageModelHeads;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.MaskedTextBatches.MaskedLanguageModelObjective;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerValidationOptions;
import org.isogloss.neural.transformer.Parameter;

/**
 * The common part of the tasks of recipes that train an encoder: it is validated by the retrieval
 * of translations and written with a pooling head, and may be trained as a language model too.
 */
public abstract class EncoderTask implements FineTuningTask {
  private final RankerRecipe recipe;
  private final RankerValidationOptions validation;
  private final PretrainedModel base;
  private final TextCorpus corpus;
  private final BiEncoder encoder;
  private Optional<LanguageModelHead> languageModel = Optional.empty();

  /**
   * Creates a task.
   *
   * @param chunk texts in a forward pass
   */
  protected EncoderTask(
      RankerRecipe recipe,
      RankerValidationOptions validation,
      PretrainedModel base,
      TextCorpus corpus,
      int chunk) {
    this.recipe = recipe;
    this.validation = validation;
    this.base = base;
    this.corpus = corpus;
    this.encoder =
        new BiEncoder(base.transformer(), base.poolingHead(), recipe.compute().bf16(), chunk);
  }

  protected final PretrainedModel base() {
    return base;
  }

  protected final TextCorpus corpus() {
    return corpus;
  }

  /** Returns the trained model as a bi-encoder. */
  protected final BiEncoder encoder() {
    return encoder;
  }

  /** Opens the head that {@link #maskedLanguageModel} needs. */
  protected final void openLanguageModel() {
    languageModel = Optional.of(LanguageModelHeads.loadOrCreate(base, recipe.seed()));
  }

  /**
   * Returns a masked language model on the trained transformer.
   *
   * @param number distinguishes its random choices from those of other objectives
   */
  protected final MaskedLanguageModelObjective maskedLanguageModel(
      LanguageModelOptions options, int number) {
    TokenMasking masking =
        new TokenMasking(
            base.tokenizer(), options.share(), PairSampler.mixSeeds(recipe.seed(), number));
    return new MaskedLanguageModelObjective(
        base.transformer(), languageModel.orElseThrow(), masking, recipe.compute().bf16());
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    all.addAll(base.poolingHead().parameters());
    languageModel.ifPresent(head -> all.addAll(head.parameters()));
    return all;
  }

  @Override
  public final Optional<Validation> validation() {
    return new BiEncoderValidation(validation, base, encoder::vectors).forCorpus(corpus, judged());
  }

  /** Returns the judged queries of the training; by default there are none. */
  protected Optional<JudgedQueries> judged() {
    return Optional.empty();
  }

  @Override
  public final String validationMeasure() {
    return "accuracy";
  }

  @Override
  public final Head head() {
    return base.poolingHead();
  }

  @Override
  public final EncodingSettings encodingSettings() {
    return base.encodingSettings();
  }

  @Override
  public void close() {
    languageModel.ifPresent(LanguageModelHead::close);
  }
}
