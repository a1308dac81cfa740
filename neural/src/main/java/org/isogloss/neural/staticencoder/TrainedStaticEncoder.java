// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
 * The result of training a static encoder.
 *
 * @param vocabulary tokens; the index in the list is the id
 * @param options how text is normalised
 * @param dimension dimension of the vectors
 * @param rows {@code [tokens * dimension]}, in row-major order
 * @param logWeights logarithms of the weights, {@code [tokens]}
 * @param score best validation score; negative infinity without validation
 * @param sources files on which the encoder was trained
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

  /** Quantizes the rows to eight bits; the scales include the weights. */
  public Int8Quantization quantized() {
    float[] weights = new float[logWeights.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) Math.exp(logWeights[i]);
    }
    return Int8Quantization.quantize(rows, dimension, weights);
  }

  /**
   * Writes a model folder with rows in eight bits.
   *
   * @param recipe recipe of the training
   * @param recipeText text of the recipe: {@link RecipeReader#effectiveText}
   * @param measurements results to record in addition to the validation score
   */
  public void write(
      Path folder,
      StaticEncoderRecipe recipe,
      String recipeText,
      List<EvaluationResult> measurements) {
    List<EvaluationResult> results = new ArrayList<>(measurements);
    if (Double.isFinite(score)) {
      results.add(new EvaluationResult("validation", "accuracy", score));
    }
    Provenance provenance = new Provenance(recipeText, recipe.seed(), sources).withResults(results);
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
