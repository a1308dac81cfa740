// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Recipe of a static encoder from parallel text.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the inputs, as SPDX expressions, by {@code base}, {@code teacher},
 *     {@code bitext} and {@code documentation}
 * @param seed seed of all random choices
 * @param model the trained model
 * @param data training data
 * @param batches sampling of the data
 * @param objective objective
 * @param teacher distillation from a larger encoder, if any
 * @param optimizer optimizer
 * @param training duration
 * @param validation selection of the state
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
      List.of(BASE, TEACHER, ParallelTextReader.BITEXT, ParallelTextReader.DOCUMENTATION);

  public StaticEncoderRecipe {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), PARTS);
    RecipeChecks.requireValidName(name);
  }

  @Override
  public void train(Path work, Path folder, String recipeText, TrainingListener listener) {
    new StaticEncoderTraining(this, work, listener)
        .run()
        .write(folder, this, recipeText, List.of());
  }

  /**
   * The trained model.
   *
   * @param base folder of the model whose vocabulary and word embeddings are the start: a BERT, or
   *     a static encoder
   * @param dimension dimension of the vectors
   * @param lowercase whether text is lowercased
   * @param smoothing the {@code a} of the initial weights {@code a / (a + frequency)} (Arora et al.
   *     2017); 0 for equal weights
   * @param vocabulary options of the vocabulary
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
   * The objective.
   *
   * @param negatives which sentences are negatives of a translation
   * @param scale initial factor of cosines: the inverse of the temperature
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
   * The optimizer.
   *
   * @param rows Adam for the rows
   * @param weights Adam for the weights of tokens, which are fixed without it
   * @param schedule schedule of both
   */
  public record OptimizerOptions(
      AdamOptions rows, Optional<AdamOptions> weights, LearningRateSchedule schedule) {}

  /**
   * The validation.
   *
   * @param sentences folder of {@code xxx.txt.gz}, line-aligned translations of {@code eng.txt.gz};
   *     validation then is half this, half the held-out pairs
   */
  public record ValidationOptions(Optional<Path> sentences) {}
}
