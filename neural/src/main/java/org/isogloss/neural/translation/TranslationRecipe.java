// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.finetuning.OptimizerOptions;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.ranker.RankerRecipe;
import org.isogloss.neural.ranker.RankerTraining;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Describes how to train a translation model: a transformer decoder on an encoder, which is
 * pretrained, as HICTL's paper fine-tunes it (Wei et al. 2021), or new, the plain Transformer.
 *
 * @param name name of the model
 * @param licence licence of the trained model, as an SPDX identifier
 * @param licences licences of the sources, as SPDX expressions, by {@code base}, {@code bitext} and
 *     {@code documentation}
 * @param seed seed of all random decisions
 * @param languages from which languages into which language to translate
 * @param model the encoder; its pooling computes the vector of a source sentence
 * @param encoder whether the encoder is pretrained or new
 * @param decoder the decoder
 * @param data the parallel text
 * @param pairs the pairs of the parallel text that are used
 * @param batches composition of batches
 * @param objective the loss, and which step trains what
 * @param optimizer the optimizer and its schedule
 * @param training number of steps, and the intervals of reports, validations and checkpoints
 * @param validation decides which state of the model is kept
 * @param compute device and precision
 */
public record TranslationRecipe(
    String name,
    @Default("") String licence,
    Map<String, String> licences,
    @Default("1") long seed,
    Languages languages,
    PretrainedModelOptions model,
    EncoderOptions encoder,
    DecoderOptions decoder,
    RankerDataOptions data,
    PairOptions pairs,
    BatchOptions batches,
    ObjectiveOptions objective,
    OptimizerOptions optimizer,
    TrainingOptions training,
    ValidationOptions validation,
    ComputeOptions compute)
    implements RankerRecipe {
  /** The sources of which the recipe can state the licence. */
  private static final List<String> SOURCES =
      List.of("base", "bitext", "documentation", "multiparallel");

  public TranslationRecipe {
    requireNonNull(licence, "licence is null");
    licences = Map.copyOf(licences);
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), SOURCES);
    RecipeChecks.requireValidName(requireNonNull(name, "name is null"));
    if (!data.hasPairs()) {
      throw new IllegalArgumentException("translation needs " + RankerDataOptions.PAIR_KEYS);
    }
    if (data.judged().isPresent()) {
      throw new IllegalArgumentException("translation does not use data.judged; remove it");
    }
    List<String> all = languages.all();
    if (!data.languages().isEmpty() && !Set.copyOf(data.languages()).equals(Set.copyOf(all))) {
      throw new IllegalArgumentException(
          "data.languages is " + data.languages() + ", but languages says " + all + "; remove it");
    }
    data.requireNoMonolingualText("translation");
    data =
        new RankerDataOptions(
            data.bitext(),
            data.documentation(),
            data.multiparallel(),
            data.monolingual(),
            all,
            data.leaveOut(),
            data.pivot(),
            data.heldOut(),
            data.judged());
    if (encoder.start() == EncoderStart.NEW) {
      if (model.layers() > 0) {
        throw new IllegalArgumentException(
            "model.layers selects layers of a pretrained encoder: set encoder.layers for a new one");
      }
      if (objective.frozenSteps() > 0 || model.frozenLayers() > 0) {
        throw new IllegalArgumentException(
            "objective.frozen-steps and model.frozen-layers are for a pretrained encoder: a new one"
                + " has learned nothing yet; remove them");
      }
    }
    if (model.passagePrefix().isPresent()) {
      throw new IllegalArgumentException(
          "translation reads every text with model.query-prefix; remove model.passage-prefix");
    }
  }

  /**
   * The languages.
   *
   * @param sources codes of the languages of the texts to translate
   * @param target code of the language of the translations
   */
  public record Languages(List<String> sources, String target) {
    public Languages {
      sources = List.copyOf(sources);
      if (sources.isEmpty()) {
        throw new IllegalArgumentException("sources is empty, expected one language or more");
      }
      sources.forEach(source -> requireLanguage("sources", source));
      requireLanguage("target", target);
      if (sources.contains(target)) {
        throw new IllegalArgumentException(
            "sources contains the target, " + target + "; remove it from sources");
      }
      if (Set.copyOf(sources).size() < sources.size()) {
        throw new IllegalArgumentException(
            "sources is " + sources + ", expected each language once");
      }
    }

    private List<String> all() {
      return Stream.concat(sources.stream(), Stream.of(target)).toList();
    }

    private static void requireLanguage(String key, String code) {
      if (Language.find(code).map(Language::tag).filter(code::equals).isEmpty()) {
        throw new IllegalArgumentException(
            key + " is \"" + code + "\", expected the code of a language such as de");
      }
    }
  }

  /** How the encoder starts. */
  public enum EncoderStart {
    /** With the weights of the base. */
    PRETRAINED,
    /** With random weights; only the tokenizer and the default sizes are those of the base. */
    NEW
  }

  /**
   * The encoder.
   *
   * @param start how the encoder starts
   * @param layers layers of a new encoder; 0 for as many as the base has
   * @param hiddenSize width of a new encoder and its decoder; 0 for that of the base
   * @param heads attention heads of a new encoder and its decoder; 0 for as many as the base has
   * @param intermediateSize inner width of the feed-forward layers; 0 for that of the base
   */
  public record EncoderOptions(
      @Default("pretrained") EncoderStart start,
      @Default("0") int layers,
      @Default("0") int hiddenSize,
      @Default("0") int heads,
      @Default("0") int intermediateSize) {
    public EncoderOptions {
      RecipeChecks.requireAtLeast("layers", layers, 0);
      RecipeChecks.requireAtLeast("hidden-size", hiddenSize, 0);
      RecipeChecks.requireAtLeast("heads", heads, 0);
      RecipeChecks.requireAtLeast("intermediate-size", intermediateSize, 0);
      if (start == EncoderStart.PRETRAINED && layers + hiddenSize + heads + intermediateSize > 0) {
        throw new IllegalArgumentException(
            "layers, hidden-size, heads and intermediate-size are for start: new; a pretrained"
                + " encoder has its own; remove them");
      }
    }
  }

  /** How the embedding of the target words starts. */
  public enum EmbeddingStart {
    /** With the rows of words, positions and normalisation of the encoder. */
    ENCODER,
    /** With random rows. */
    NEW
  }

  /**
   * The decoder. Its width, heads, inner width and activation are those of the encoder.
   *
   * @param layers number of layers
   * @param embedding how the embedding of the target words starts
   * @param wordSimilarities whether the cosines of the source sentence's vector with the words are
   *     added to the logits
   * @param similarityScale factor of these cosines, at the start if it is trained
   * @param similarityScaleTrained whether the factor is trained
   */
  public record DecoderOptions(
      @Default("4") int layers,
      @Default("encoder") EmbeddingStart embedding,
      @Default("true") boolean wordSimilarities,
      @Default("1") double similarityScale,
      @Default("true") boolean similarityScaleTrained) {
    public DecoderOptions {
      RecipeChecks.requireAtLeast("layers", layers, 1);
      RecipeChecks.requirePositive("similarity-scale", similarityScale);
    }
  }

  /**
   * The pairs that are used. Repeated pairs, and pairs of a text and itself, are always dropped.
   *
   * @param maxRatio maximum ratio of the number of tokens of the longer text to that of the shorter
   */
  public record PairOptions(@Default("3") double maxRatio) {
    public PairOptions {
      RecipeChecks.requireInRange("max-ratio", maxRatio, 1, Double.MAX_VALUE);
    }
  }

  /**
   * The composition of batches.
   *
   * @param tokens maximum number of tokens of the longer texts of the pairs of a batch, with
   *     padding
   * @param pairs maximum number of pairs of a batch
   * @param bucket number of batches that are sampled and sorted by length together
   * @param balance exponent of the size of a part of the data in its sampling probability
   * @param shares relative sampling frequency of each kind of data
   */
  public record BatchOptions(
      @Default("2048") int tokens,
      @Default("128") int pairs,
      @Default("32") int bucket,
      @Default("1") double balance,
      Map<String, Double> shares) {
    public BatchOptions {
      shares = Map.copyOf(shares);
      RecipeChecks.requireAtLeast("tokens", tokens, 1);
      RecipeChecks.requireAtLeast("bucket", bucket, 1);
      new PairSamplingOptions(pairs, 1, balance, shares, 0);
    }

    PairSamplingOptions sampling() {
      return new PairSamplingOptions(pairs, 1, balance, shares, 0);
    }
  }

  /**
   * The loss.
   *
   * @param labelSmoothing probability mass that is spread over all target tokens (Szegedy et al.
   *     2016)
   * @param frozenSteps number of first steps in which the encoder is frozen; it is then a fixed
   *     function, without dropout
   */
  public record ObjectiveOptions(
      @Default("0.1") double labelSmoothing, @Default("0") long frozenSteps) {
    public ObjectiveOptions {
      RecipeChecks.requireInRange("label-smoothing", labelSmoothing, 0, 0.99);
      RecipeChecks.requireAtLeast("frozen-steps", frozenSteps, 0);
    }
  }

  /**
   * The validation.
   *
   * @param pairs maximum number of held-out pairs
   */
  public record ValidationOptions(@Default("1000") int pairs) {
    public ValidationOptions {
      RecipeChecks.requireAtLeast("pairs", pairs, 1);
    }
  }

  @Override
  public void trainLocked(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    TranslationRecipe started =
        encoder.start() == EncoderStart.NEW
            ? withBase(RandomEncoder.writeOnce(model.base(), encoder, seed, workFolder))
            : this;
    new RankerTraining(started, workFolder, listener)
        .run(
            modelFolder,
            recipeText,
            (base, corpus) -> new TranslationTask(started, base, corpus, workFolder, listener));
  }

  private TranslationRecipe withBase(Path base) {
    return new TranslationRecipe(
        name,
        licence,
        licences,
        seed,
        languages,
        model.withBase(base),
        encoder,
        decoder,
        data,
        pairs,
        batches,
        objective,
        optimizer,
        training,
        validation,
        compute);
  }
}
