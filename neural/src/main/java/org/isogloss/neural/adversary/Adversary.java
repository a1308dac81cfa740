// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.train.TaskOptimizer;
import org.isogloss.neural.transformer.Parameter;

/** The discriminator and the generator of a training, as tasks with optimizers of their own. */
public final class Adversary implements AutoCloseable {
  private static final String DISCRIMINATOR = "discriminator";
  private static final String GENERATOR = "generator";

  private final AdversaryOptions options;
  private final Settings settings;
  private final PretrainedModel model;
  private final LanguageDiscriminator discriminator;

  /**
   * Settings of the recipe.
   *
   * @param batches how pairs are sampled; a batch has as many texts of each side as it has pairs
   * @param maxLength maximum number of tokens of a text
   * @param chunk number of texts that are encoded together
   * @param bf16 whether matrix products are computed in bfloat16
   * @param seed seed of the samples and of the discriminator's weights
   */
  public record Settings(
      PairSamplingOptions batches, int maxLength, int chunk, boolean bf16, long seed) {}

  public Adversary(AdversaryOptions options, Settings settings, PretrainedModel model) {
    if (options.layers() > model.transformer().architecture().layers().size()) {
      throw new TrainingException(
          "adversary.layers is "
              + options.layers()
              + ", but the model has "
              + model.transformer().architecture().layers().size()
              + " layers");
    }
    model.folder().requireNoDense("training with an adversary");
    this.options = options;
    this.settings = settings;
    this.model = model;
    this.discriminator =
        LanguageDiscriminator.create(model.folder(), model.transformer(), settings.seed());
  }

  /**
   * Returns the two tasks in the order of their steps, that of the generator as often as it makes
   * steps in a turn.
   *
   * @param corpus the training pairs, read if there is no file of texts
   */
  public List<TrainingTasks.Task<?>> tasks(TextCorpus corpus) {
    AdversaryEncoder encoder =
        new AdversaryEncoder(
            model.transformer(), model.poolingHead(), settings.bf16(), settings.chunk());
    List<TrainingTasks.Task<?>> tasks = new ArrayList<>();
    tasks.add(
        new TrainingTasks.Task<>(
            DISCRIMINATOR,
            batches(corpus, 1),
            AdversaryObjective.ofDiscriminator(encoder, discriminator)));
    TrainingTasks.Task<?> generator =
        new TrainingTasks.Task<>(
            GENERATOR,
            batches(corpus, 2),
            AdversaryObjective.ofGenerator(encoder, discriminator, options.layers()));
    tasks.addAll(Collections.nCopies(options.generatorSteps(), generator));
    return tasks;
  }

  private Batches<List<AdversaryExample>> batches(TextCorpus corpus, int number) {
    AdversaryExamples examples =
        new AdversaryExamples(model, options.vectors(), options.role(), settings.maxLength());
    long seed = PairSampler.mixSeeds(settings.seed(), number);
    return new PrefetchingBatches<>(
        options.texts().isPresent()
            ? new TextFileBatches(options, examples, settings.batches().pairs(), seed)
            : new TranslationBatches(corpus, examples, options.source(), settings.batches(), seed));
  }

  /** Returns new optimizers of the two tasks; the caller closes them. */
  public List<TaskOptimizer> optimizers() {
    return List.of(
        optimizer(DISCRIMINATOR, options.discriminatorUpdates(), discriminator.parameters()),
        optimizer(GENERATOR, options.generatorUpdates(), generatorParameters()));
  }

  private static TaskOptimizer optimizer(
      String task, AdversaryOptions.Updates updates, List<Parameter> parameters) {
    SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
    parameters.forEach(parameter -> tensors.put(parameter.name(), parameter.values()));
    return new TaskOptimizer(
        task,
        AdamW.named(task, List.of(new AdamW.Group(tensors, updates.adam()))),
        updates.schedule());
  }

  /** Returns the trained parameters of the top layers. */
  private List<Parameter> generatorParameters() {
    int layers = model.transformer().architecture().layers().size();
    List<Parameter> found = new ArrayList<>();
    for (int layer = layers - options.layers(); layer < layers; layer++) {
      String prefix = "encoder.layer." + layer + ".";
      model.transformer().parameters().stream()
          .filter(parameter -> parameter.isTrained() && parameter.name().startsWith(prefix))
          .forEach(found::add);
    }
    return found;
  }

  /** Frees the discriminator. */
  @Override
  public void close() {
    discriminator.close();
  }
}
