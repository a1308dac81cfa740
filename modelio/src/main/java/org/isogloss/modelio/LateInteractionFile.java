// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;

/**
 * The file of {@link LateInteractionTables}: a Safetensors file with {@code importance}, {@code
 * [tokens]}, {@code means}, {@code [languages, dimension]}, and {@code closeness}, {@code
 * [languages]}, all F32; its metadata lists the {@code languages} in that order, separated by
 * spaces, and states the {@code unrelated_score} if it is not {@value
 * LateInteractionTables#DEFAULT_UNRELATED_SCORE}. A {@link TokenProjection} is another tensor,
 * {@code projection}, {@code [dimension, hidden]}. The metadata can state the {@link
 * TokenVectorStorage}: the {@code bits} per dimension and the {@code tokens_per_vector}.
 */
final class LateInteractionFile {
  private static final String IMPORTANCE = "importance";
  private static final String MEANS = "means";
  private static final String CLOSENESS = "closeness";
  private static final String PROJECTION = "projection";
  private static final String LANGUAGES = "languages";
  private static final String BITS = "bits";
  private static final String TOKENS_PER_VECTOR = "tokens_per_vector";
  private static final String UNRELATED_SCORE = "unrelated_score";

  private LateInteractionFile() {}

  /**
   * Reads the tables of a model.
   *
   * @throws ModelFormatException if they are damaged or belong to another model
   */
  static LateInteractionTables read(Path file, ModelFolder model) {
    try (Safetensors tensors = Safetensors.open(file)) {
      String named = tensors.metadata().getOrDefault(LANGUAGES, "");
      List<String> codes = named.isBlank() ? List.of() : List.of(named.split(" "));
      Optional<TokenProjection> projection = projection(tensors, model.tokenVectorDimension());
      int dimension =
          projection.map(TokenProjection::dimension).orElse(model.tokenVectorDimension());
      tensors.tensor(IMPORTANCE, model.vocabularySize());
      tensors.tensor(MEANS, codes.size(), dimension);
      tensors.tensor(CLOSENESS, codes.size());
      float[] means = tensors.floats(MEANS);
      float[] closeness = tensors.floats(CLOSENESS);
      Map<String, LateInteractionTables.LanguageStatistics> languages = new HashMap<>();
      for (int i = 0; i < codes.size(); i++) {
        float[] mean = new float[dimension];
        System.arraycopy(means, i * dimension, mean, 0, dimension);
        languages.put(
            codes.get(i), new LateInteractionTables.LanguageStatistics(mean, closeness[i]));
      }
      double unrelatedScore =
          Double.parseDouble(
              tensors
                  .metadata()
                  .getOrDefault(
                      UNRELATED_SCORE,
                      String.valueOf(LateInteractionTables.DEFAULT_UNRELATED_SCORE)));
      return new LateInteractionTables(
          tensors.floats(IMPORTANCE),
          languages,
          unrelatedScore,
          projection,
          storage(tensors.metadata()));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }

  private static TokenVectorStorage storage(Map<String, String> metadata) {
    String bits = metadata.get(BITS);
    return new TokenVectorStorage(
        bits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(bits)),
        Integer.parseInt(metadata.getOrDefault(TOKENS_PER_VECTOR, "1")));
  }

  private static Optional<TokenProjection> projection(Safetensors tensors, int hidden) {
    TensorInfo info = tensors.tensors().get(PROJECTION);
    if (info == null) {
      return Optional.empty();
    }
    tensors.tensor(PROJECTION, info.shape().isEmpty() ? 1 : info.size(0), hidden);
    return Optional.of(new TokenProjection(tensors.floats(PROJECTION), hidden));
  }

  /** Writes tables. */
  static void write(LateInteractionTables tables, Path file) {
    List<LateInteractionTables.LanguageStatistics> statistics =
        List.copyOf(tables.statistics().values());
    int dimension = tables.dimension();
    float[] means = new float[statistics.size() * dimension];
    float[] closeness = new float[statistics.size()];
    for (int i = 0; i < statistics.size(); i++) {
      System.arraycopy(statistics.get(i).meanVector(), 0, means, i * dimension, dimension);
      closeness[i] = statistics.get(i).pivotSimilarity();
    }
    SafetensorsWriter writer =
        new SafetensorsWriter().metadata(LANGUAGES, String.join(" ", tables.languages()));
    if (tables.unrelatedScore() != LateInteractionTables.DEFAULT_UNRELATED_SCORE) {
      writer.metadata(UNRELATED_SCORE, String.valueOf(tables.unrelatedScore()));
    }
    TokenVectorStorage storage = tables.storage();
    storage.bits().ifPresent(count -> writer.metadata(BITS, String.valueOf(count)));
    if (storage.tokensPerVector() > 1) {
      writer.metadata(TOKENS_PER_VECTOR, String.valueOf(storage.tokensPerVector()));
    }
    writer
        .add(IMPORTANCE, tables.importance(), tables.vocabularySize())
        .add(MEANS, means, statistics.size(), dimension)
        .add(CLOSENESS, closeness, statistics.size());
    tables
        .projection()
        .ifPresent(map -> writer.add(PROJECTION, map.matrix(), map.dimension(), map.hidden()));
    writer.write(file);
  }
}
