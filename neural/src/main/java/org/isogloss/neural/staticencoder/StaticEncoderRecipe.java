// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.CorpusOptions;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.loss.InBatchNegatives;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.train.TrainingOptions;
import org.isogloss.neural.vocabulary.VocabularyOptions;

/**
 * A recipe for training a static encoder on parallel text.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code teacher},
 *     {@code bitext} and {@code documentation}
 * @param seed seed of all random numbers
 * @param model options of the model
 * @param data options of the training data
 * @param batches how the data is sampled
 * @param objective options of the contrastive objective
 * @param teacher options of distillation from a larger encoder, if there is one
 * @param optimizer options of the optimizers
 * @param training length and intervals of the training
 * @param validation how validation selects the best state
 */
public record StaticEncoderRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    ModelOptions model,
    CorpusOptions data,
    PairSamplingOptions batches,
    ContrastiveOptions objective,
    Optional<TeacherOptions> teacher,
    OptimizerOptions optimizer,
    TrainingOptions training,
    ValidationOptions validation)
    implements Recipe {
  static final String BASE = "base";
  static final String TEACHER = "teacher";
  private static final List<String> PARTS =
      List.of(
          BASE,
          TEACHER,
          ParallelTextReader.BITEXT,
          ParallelTextReader.DOCUMENTATION,
          ParallelTextReader.MULTIPARALLEL);

  public StaticEncoderRecipe {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), PARTS);
    RecipeChecks.requireValidName(name);
  }

  @Override
  public void trainLocked(Path work, Path folder, String recipeText, TrainingListener listener) {
    AtomicFolder.requireAbsentOrEmpty(folder);
    TrainedStaticEncoder trained =
        new StaticEncoderTraining(this, recipeText, work, listener).run();
    AtomicFolder.create(folder, written -> trained.write(written, this, recipeText, List.of()));
  }

  /**
   * Options of the model.
   *
   * @param base folder of the model, a BERT or a static encoder, whose vocabulary and word
   *     embeddings initialise the model
   * @param dimension dimension of the vectors
   * @param lowercase whether text is lower-cased
   * @param smoothing the {@code a} of the initial weights {@code a / (a + frequency)} (Arora et al.
   *     2017); with 0 all initial weights are equal
   * @param vocabulary how the tokens of the vocabulary are selected
   */
  public record ModelOptions(
      Path base,
      @Default("256") int dimension,
      @Default("false") boolean lowercase,
      @Default("0") double smoothing,
      VocabularyOptions vocabulary) {
    public ModelOptions {
      RecipeChecks.requireAtLeast("dimension", dimension, 1);
      RecipeChecks.requireInRange("smoothing", smoothing, 0, 1);
    }
  }

  /**
   * Options of the contrastive objective.
   *
   * @param negatives which sentences of a batch are the negatives
   * @param scale initial factor of the cosines, the inverse of the temperature
   * @param learnScale whether the scale is trained
   */
  public record ContrastiveOptions(
      @Default("other-side") InBatchNegatives negatives,
      @Default("20") double scale,
      @Default("false") boolean learnScale) {
    public ContrastiveOptions {
      RecipeChecks.requirePositive("scale", scale);
    }
  }

  /**
   * Options of the optimizers.
   *
   * @param rows Adam for the rows
   * @param weights Adam for the weights of the tokens; if absent, the weights are not trained
   * @param schedule schedule of both learning rates
   */
  public record OptimizerOptions(
      AdamOptions rows, Optional<AdamOptions> weights, LearningRateSchedule schedule) {}

  /**
   * How validation selects the best state.
   *
   * @param sentences folder of {@code xxx.txt.gz}, line-by-line translations of {@code eng.txt.gz};
   *     these sentences and the held-out pairs then count equally
   */
  public record ValidationOptions(Optional<Path> sentences) {}
}
