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
 * How to train a static encoder from parallel text.
 *
 * @param name of the model
 * @param licence of the trained model, as an SPDX identifier
 * @param licences of what it is made from, as SPDX expressions, by {@code base}, {@code teacher},
 *     {@code bitext} and {@code documentation}
 * @param seed decides everything that is left to chance
 * @param model what is trained
 * @param data on what
 * @param batches how the data is drawn
 * @param objective what is asked of it
 * @param teacher what a larger encoder shows it, where there is one
 * @param optimizer how it is moved
 * @param training how long
 * @param validation what decides which state is kept
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
   * What is trained.
   *
   * @param base folder of the model whose vocabulary and word embeddings training starts from: a
   *     BERT, or a static encoder
   * @param dimension of the vectors
   * @param lowercase whether text is lower-cased
   * @param smoothing the {@code a} of the weights {@code a / (a + frequency)} that training starts
   *     from (Arora et al. 2017); 0 starts from equal weights
   * @param vocabulary which pieces there are
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
   * What is asked.
   *
   * @param negatives which sentences stand against a translation
   * @param scale what cosines are multiplied by at first: the inverse of the temperature
   * @param learnScale whether training moves the scale
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
   * How values are moved.
   *
   * @param rows Adam for the rows
   * @param weights Adam for the pieces' weights; where it is absent they stay as they are
   * @param schedule for both
   */
  public record OptimizerOptions(
      AdamOptions rows, Optional<AdamOptions> weights, LearningRateSchedule schedule) {}

  /**
   * What decides.
   *
   * @param sentences folder of {@code xxx.txt.gz}, line by line translations of {@code eng.txt.gz};
   *     validation then is half this, half the held-out pairs
   */
  public record ValidationOptions(Optional<Path> sentences) {}
}
