// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.biencoder.EncoderTask;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.ProjectionLayer;
import org.isogloss.neural.loss.WordContrastiveLoss;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.WordEmbeddings;

/** Objectives and batches of a HICTL recipe. */
final class HictlTask extends EncoderTask {
  private static final int MLM = 1;
  private static final int TLM = 2;

  private final HictlRecipe recipe;
  private final HictlEncoder encoder;
  private Optional<ProjectionLayer> projection = Optional.empty();

  HictlTask(HictlRecipe recipe, PretrainedModel base, TextCorpus corpus) {
    super(recipe, recipe.validation(), base, corpus, recipe.batches().chunk());
    base.folder().requireNoDense("training of this kind");
    this.recipe = recipe;
    this.encoder =
        new HictlEncoder(base.transformer(), recipe.compute().bf16(), recipe.batches().chunk());
    HictlObjectiveOptions objectives = recipe.objectives();
    try {
      projection =
          objectives
              .sentence()
              .filter(HictlObjectiveOptions.Sentence::projection)
              .map(
                  options ->
                      ProjectionLayer.create(base.folder(), base.transformer(), recipe.seed()));
      if (objectives.hasLanguageModel()) {
        openLanguageModel();
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(super.parameters());
    int heads = base().transformer().parameters().size();
    projection.ifPresent(map -> all.addAll(heads, map.parameters()));
    return all;
  }

  @Override
  public TrainingTasks.Task<HictlBatch> task() {
    HictlPairBatches pairs =
        new HictlPairBatches(corpus(), base(), recipe.batches(), recipe.seed());
    return new TrainingTasks.Task<>("hictl", new PrefetchingBatches<>(pairs), loss());
  }

  HictlObjective loss() {
    HictlObjectiveOptions objectives = recipe.objectives();
    List<HictlObjective.Part> parts = new ArrayList<>();
    objectives
        .sentence()
        .ifPresent(
            options ->
                parts.add(
                    new HictlObjective.Part(
                        "sentence",
                        options.weight(),
                        new HictlSentenceObjective(
                            encoder,
                            base().encodingSettings().pooling(),
                            projection,
                            options.scale()))));
    objectives
        .word()
        .ifPresent(
            options ->
                parts.add(new HictlObjective.Part("word", options.weight(), words(options))));
    objectives.mlm().ifPresent(options -> parts.add(masked("mlm", options, MLM)));
    objectives.tlm().ifPresent(options -> parts.add(masked("tlm", options, TLM)));
    return new HictlObjective(parts);
  }

  private HictlWordObjective words(HictlObjectiveOptions.Word options) {
    WordEmbeddings words = new WordEmbeddings(base().transformer());
    return new HictlWordObjective(
        encoder,
        base().encodingSettings().pooling(),
        words,
        new TokenSets(base().tokenizer(), words.vocabularySize()),
        new WordContrastiveLoss(options.scale()),
        options.negatives());
  }

  private HictlObjective.Part masked(String name, LanguageModelOptions options, int number) {
    return new HictlObjective.Part(
        name,
        options.weight(),
        new HictlLanguageModelObjective(maskedLanguageModel(options, number), number == MLM));
  }

  @Override
  public void close() {
    projection.ifPresent(ProjectionLayer::close);
    super.close();
  }
}
