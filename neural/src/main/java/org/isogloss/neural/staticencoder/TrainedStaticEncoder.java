package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.text.subword.WordPieceOptions;

/**
 * What a training of a static encoder gave.
 *
 * @param vocabulary pieces; the place in the list is the id
 * @param options how text is prepared
 * @param dimension of the vectors
 * @param rows {@code [pieces * dimension]}, row after row
 * @param logWeights {@code [pieces]}
 * @param score of the best validation; negative infinity where there was none
 * @param sources what it was made from
 */
public record TrainedStaticEncoder(
    List<String> vocabulary,
    WordPieceOptions options,
    int dimension,
    float[] rows,
    float[] logWeights,
    double score,
    List<ProvenanceSource> sources) {
  private static final int MAX_LENGTH = 512;

  public TrainedStaticEncoder {
    vocabulary = List.copyOf(vocabulary);
    sources = List.copyOf(sources);
  }

  /** Its rows in eight bits, weights in the scales. */
  public Int8Quantization quantized() {
    float[] weights = new float[logWeights.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) Math.exp(logWeights[i]);
    }
    return Int8Quantization.quantize(rows, dimension, weights);
  }

  /**
   * Writes it as a model folder, in eight bits.
   *
   * @param recipe that it was trained by
   * @param recipeText the recipe's text: {@link RecipeReader#effectiveText}
   * @param measurements what it was found to do besides its validation
   */
  public void write(
      Path folder,
      StaticEncoderRecipe recipe,
      String recipeText,
      List<EvaluationResult> measurements) {
    List<EvaluationResult> all = new ArrayList<>(measurements);
    if (Double.isFinite(score)) {
      all.add(new EvaluationResult("validation", "accuracy", score));
    }
    Provenance provenance = new Provenance(recipeText, recipe.seed(), sources).withResults(all);
    StaticModelWriter.write(
        folder,
        vocabulary,
        options,
        quantized().embeddings(),
        new ModelManifest(
            recipe.name(),
            recipe.licence(),
            new EncodingSettings(MAX_LENGTH, Pooling.MEAN),
            provenance));
  }
}
