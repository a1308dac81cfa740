// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.isogloss.core.Language;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaArchitecture.Part;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.CorpusOptions;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * A recipe for training BiCLA (Glavaš and Vulić, ECIR 2019), which scores a sentence and a sentence
 * in another language on word vectors in one space. The defaults are the settings of the paper, as
 * far as it states them.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code vectors}, {@code
 *     dictionaries}, {@code bitext} and {@code documentation}
 * @param seed seed of all random numbers
 * @param languages the languages of the training pairs
 * @param vectors word vectors of these languages, and of others that the model shall read
 * @param data options of the training pairs
 * @param model options of the network
 * @param negatives negatives of each pair
 * @param batches composition of batches
 * @param objective options of the loss
 * @param optimizer hyperparameters of Adam
 * @param training length and intervals of the training
 * @param compute device; the precision is single
 */
public record BiclaRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    LanguageOptions languages,
    VectorOptions vectors,
    DataOptions data,
    ModelOptions model,
    NegativeOptions negatives,
    BatchOptions batches,
    ObjectiveOptions objective,
    OptimizerOptions optimizer,
    TrainingOptions training,
    ComputeOptions compute)
    implements Recipe {
  static final String VECTORS = "vectors";
  static final String DICTIONARIES = "dictionaries";
  private static final List<String> PARTS =
      List.of(VECTORS, DICTIONARIES, ParallelTextReader.BITEXT, ParallelTextReader.DOCUMENTATION);

  public BiclaRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), PARTS);
    RecipeChecks.requireValidName(requireNonNull(name, "name is null"));
    if (compute.bf16()) {
      throw new IllegalArgumentException(
          "compute.bf16 is true, expected false: BiCLA is trained in single precision");
    }
    for (String language : List.of(languages.first(), languages.second())) {
      if (!vectors.files().containsKey(language)) {
        throw new IllegalArgumentException(
            "vectors.files has " + vectors.files().keySet() + ", expected also " + language);
      }
    }
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    new BiclaTraining(this, workFolder, listener).run(modelFolder, recipeText);
  }

  /**
   * The languages of the training pairs.
   *
   * @param first code of the language of the first sentences, the queries
   * @param second code of the language of the second sentences
   */
  public record LanguageOptions(String first, String second) {
    public LanguageOptions {
      requireLanguage("first", first);
      requireLanguage("second", second);
      if (first.equals(second)) {
        throw new IllegalArgumentException(
            "first and second are both " + first + ", expected two languages");
      }
    }
  }

  private static void requireLanguage(String key, String code) {
    if (Language.find(code).map(Language::tag).filter(code::equals).isEmpty()) {
      throw new IllegalArgumentException(
          key + " is \"" + code + "\", expected the code of a language such as de");
    }
  }

  /**
   * Word vectors.
   *
   * @param files a file in the format of fastText's {@code .vec} files for each language code
   * @param pivot code of the language into whose space the vectors of the others are mapped
   * @param dictionaries a file of words of the pivot and their translations for each language of
   *     {@code files} except the pivot; if there are none, the vectors must be in one space already
   * @param dictionaryPairs maximum number of pairs of a dictionary to learn from: those with the
   *     most frequent words
   * @param centred whether the mean vector of each language is subtracted before it is mapped
   *     (Artetxe et al. 2016), which the paper does not do
   * @param maxWords maximum number of words of each language, the first ones of the file
   * @param keepStopWords whether stop words are kept; the paper removes them
   * @param unitLength whether vectors are scaled to unit length; otherwise they keep the length
   *     that they have in the file, as in the code that the authors released
   * @param precision how the model holds and stores vectors, in training too
   * @param numbers whether all numbers are one word, {@link
   *     org.isogloss.modelio.bicla.WordTable#NUMBER}, whose vector has .2 in all dimensions, as in
   *     that code
   */
  public record VectorOptions(
      Map<String, Path> files,
      @Default("en") String pivot,
      Map<String, Path> dictionaries,
      @Default("10000") int dictionaryPairs,
      @Default("false") boolean centred,
      @Default("200000") int maxWords,
      @Default("false") boolean keepStopWords,
      @Default("true") boolean unitLength,
      @Default("int8") Precision precision,
      @Default("false") boolean numbers) {
    /** How a model holds word vectors. */
    public enum Precision {
      /** Eight bits with a scale for each word: a quarter of the memory. */
      INT8,
      /** Single precision, as in the paper. */
      FP32
    }

    public VectorOptions {
      files = Map.copyOf(files);
      dictionaries = Map.copyOf(dictionaries);
      files.keySet().forEach(language -> requireLanguage("a key of files", language));
      RecipeChecks.requireAtLeast("dictionary-pairs", dictionaryPairs, 1);
      RecipeChecks.requireAtLeast("max-words", maxWords, 1);
      if (!dictionaries.isEmpty()) {
        Set<String> expected = new TreeSet<>(files.keySet());
        if (!expected.remove(pivot)) {
          throw new IllegalArgumentException(
              "files has no vectors of the pivot, "
                  + pivot
                  + ": add them, or remove dictionaries if all vectors are in one space");
        }
        if (!expected.equals(dictionaries.keySet())) {
          throw new IllegalArgumentException(
              "dictionaries has "
                  + new TreeSet<>(dictionaries.keySet())
                  + ", expected the languages of files except the pivot: "
                  + expected);
        }
      }
      if (centred && dictionaries.isEmpty()) {
        throw new IllegalArgumentException(
            "centred is true, but there are no dictionaries to map the vectors with");
      }
    }
  }

  /**
   * Training pairs.
   *
   * @param bitext folder of {@code en-xx.tsv.gz} or of Moses files
   * @param documentation folder of {@code xx.tsv.gz}, one documentation in several languages
   * @param leaveOut origins of bitext to exclude
   * @param pivot whether two translations of the same English sentence are a pair
   * @param maxPairs maximum number of pairs, chosen at random
   * @param heldOut number of pairs held out for validation
   * @param minWords minimum number of words with vectors of each sentence
   * @param maxWords maximum number of words with vectors of each sentence; the time of a step grows
   *     with the longest sentence of its batch
   */
  public record DataOptions(
      Optional<Path> bitext,
      Optional<Path> documentation,
      List<String> leaveOut,
      @Default("false") boolean pivot,
      @Default("2000000") int maxPairs,
      @Default("1000") int heldOut,
      @Default("3") int minWords,
      @Default("40") int maxWords) {
    public DataOptions {
      leaveOut = List.copyOf(leaveOut);
      RecipeChecks.requireAtLeast("max-pairs", maxPairs, 2);
      RecipeChecks.requireAtLeast("held-out", heldOut, 1);
      RecipeChecks.requireAtLeast("min-words", minWords, 1);
      RecipeChecks.requireAtLeast("max-words", maxWords, minWords);
      if (bitext.isEmpty() && documentation.isEmpty()) {
        throw new IllegalArgumentException("bitext and documentation are both missing");
      }
    }

    boolean acceptsLength(int words) {
      return words >= minWords && words <= maxWords;
    }

    CorpusOptions corpusOptions(List<String> languages) {
      return new CorpusOptions(
          bitext,
          documentation,
          Optional.empty(),
          languages,
          leaveOut,
          pivot,
          0,
          Integer.MAX_VALUE);
    }
  }

  /**
   * The network.
   *
   * @param attention {@code bidirectional} for BiCLA, {@code none} for the paper's InAtt
   * @param aggregation {@code sum} as in the paper, {@code mean} of the weighted tokens, with which
   *     long sentences do not saturate the score, {@code softmax} as in the code that the authors
   *     released, or {@code unit}, their sum scaled to unit length
   * @param hiddenSize size of the LSTM's state in each direction
   * @param maxLength maximum number of words of a sentence; the rest is ignored
   * @param reduction whether a token's state is reduced to half its size, as in that code
   * @param shareEncoder whether both sentences have the same LSTM
   * @param shareCrossAttention whether both directions of the cross-sentence attention have the
   *     same parameters
   * @param shareIntraAttention whether the intra-sentence attention of both sentences has the same
   *     parameters
   * @param initialisation parameters with which training starts
   */
  public record ModelOptions(
      @Default("bidirectional") Attention attention,
      @Default("sum") Aggregation aggregation,
      @Default("100") int hiddenSize,
      @Default("128") int maxLength,
      @Default("false") boolean reduction,
      @Default("true") boolean shareEncoder,
      @Default("false") boolean shareCrossAttention,
      @Default("false") boolean shareIntraAttention,
      @Default("similarity") BiclaInitialisation initialisation) {
    public ModelOptions {
      RecipeChecks.requireAtLeast("hidden-size", hiddenSize, 1);
      RecipeChecks.requireAtLeast("max-length", maxLength, 1);
      if (initialisation == BiclaInitialisation.AGG
          && (reduction || aggregation == Aggregation.SUM)) {
        throw new IllegalArgumentException(
            "initialisation is agg, expected reduction false and aggregation mean, softmax or unit"
                + " with it: its score is that of mean word vectors");
      }
    }

    BiclaArchitecture architecture(int wordDimension) {
      Set<Part> shared = EnumSet.noneOf(Part.class);
      if (shareEncoder) {
        shared.add(Part.ENCODER);
      }
      if (shareCrossAttention) {
        shared.add(Part.CROSS_ATTENTION);
      }
      if (shareIntraAttention) {
        shared.add(Part.INTRA_ATTENTION);
      }
      return new BiclaArchitecture(
          attention, aggregation, wordDimension, hiddenSize, reduction, shared);
    }
  }

  /**
   * Negatives of each pair.
   *
   * @param random number of random sentences of the same origin, new ones in every epoch
   * @param nearest number of sentences that are most similar to the first sentence: K/2 of the
   *     paper, as {@code random}
   * @param inBatch whether all other second sentences of a batch are negatives, too, which the
   *     paper does not do: a step then compares far more pairs with hardly more sentences to encode
   * @param nearestFrom number of first batches in which random sentences take the places of the
   *     nearest ones, so that training starts with easy negatives; 0 in the paper
   */
  public record NegativeOptions(
      @Default("2") int random,
      @Default("2") int nearest,
      @Default("false") boolean inBatch,
      @Default("0") long nearestFrom) {
    public NegativeOptions {
      RecipeChecks.requireAtLeast("random", random, 0);
      RecipeChecks.requireAtLeast("nearest", nearest, 0);
      RecipeChecks.requireAtLeast("nearest-from", nearestFrom, 0);
      if (!inBatch) {
        RecipeChecks.requireAtLeast("random + nearest", (long) random + nearest, 1);
      }
    }

    int total() {
      return random + nearest;
    }

    /** Returns the negatives of held-out pairs, which are the same in the whole training. */
    NegativeOptions ofHeldOut() {
      return new NegativeOptions(random, nearest, inBatch, 0);
    }
  }

  /**
   * Composition of batches.
   *
   * @param pairs number of pairs, each with its negatives
   */
  public record BatchOptions(@Default("10") int pairs) {
    public BatchOptions {
      RecipeChecks.requireAtLeast("pairs", pairs, 1);
    }
  }

  /**
   * The loss.
   *
   * @param margin epsilon of equation 7
   * @param regularisation lambda, the factor of the regulariser
   * @param regulariser what lambda multiplies
   */
  public record ObjectiveOptions(
      @Default("1") double margin,
      @Default("1e-4") double regularisation,
      @Default("norm") Regulariser regulariser) {
    /** A function of all parameters that training keeps small. */
    public enum Regulariser {
      /** Their Euclidean norm, as the paper prints it. */
      NORM,
      /** Half of the sum of their squares, as in the code that the authors released. */
      SQUARED_NORM
    }

    public ObjectiveOptions {
      RecipeChecks.requirePositive("margin", margin);
      RecipeChecks.requireInRange("regularisation", regularisation, 0, Double.MAX_VALUE);
    }
  }

  /**
   * Adam.
   *
   * @param learningRate highest learning rate
   * @param beta1 decay rate of the mean of the gradients
   * @param beta2 decay rate of the mean of the squared gradients
   * @param schedule how the learning rate changes; if absent, it is constant as in the paper
   */
  public record OptimizerOptions(
      @Default("1e-4") double learningRate,
      @Default("0.9") double beta1,
      @Default("0.999") double beta2,
      Optional<LearningRateSchedule> schedule) {
    public OptimizerOptions {
      adam(learningRate, beta1, beta2);
    }

    LearningRateSchedule scheduleOrConstant() {
      return schedule.orElse(new LearningRateSchedule(LearningRateSchedule.Kind.CONSTANT, 0, 0));
    }

    AdamOptions adam() {
      return adam(learningRate, beta1, beta2);
    }

    private static AdamOptions adam(double learningRate, double beta1, double beta2) {
      return new AdamOptions(learningRate, beta1, beta2, 1e-8, 0);
    }
  }
}
