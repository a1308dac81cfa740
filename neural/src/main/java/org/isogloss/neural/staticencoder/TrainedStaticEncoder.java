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
 * @param vocabulary tokens in the order of their ids
 * @param options preparation of text
 * @param dimension dimension of the vectors
 * @param rows {@code [tokens * dimension]}, in row-major order
 * @param logWeights {@code [tokens]}
 * @param score best validation score; negative infinity without validation
 * @param sources inputs
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

  /** Returns its rows in eight bits, with the weights in the scales. */
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
   * @param recipe the recipe
   * @param recipeText the recipe's text: {@link RecipeReader#effectiveText}
   * @param measurements further measurements besides its validation
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
