// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.InferenceOptions;

/**
 * Encodes texts as {@link LateInteractionScorer} compares them, but in single precision and without
 * a projection: what a projection is trained on.
 */
public final class LateInteractionEncoder implements AutoCloseable {
  private final LateInteractionTables tables;
  private final TokenEncoder encoder;

  /**
   * A text with its language.
   *
   * @param text the text, of a passage with its title
   */
  public record Text(Language language, String text) {}

  /**
   * An encoded text.
   *
   * @param weights importance of each token, 0 or more
   * @param vectors a unit vector for each token, its state less the mean of the language, {@code
   *     [tokens, hidden]}
   * @param pooled the vector of the whole text
   */
  public record Encoded(float[] weights, float[] vectors, float[] pooled) {}

  /**
   * Opens the transformer of a model.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if it has no {@link LateInteractionTables}, or tables with a
   *     projection, if its graph does not output the vectors of all tokens, or if it is damaged
   */
  public LateInteractionEncoder(ModelFolder model, InferenceOptions options) {
    tables =
        LateInteractionTables.find(model)
            .filter(found -> found.projection().isEmpty())
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        model.path(),
                        "has no "
                            + LateInteractionTables.FILE
                            + " without a projection: delete the file if there is one, and fit the"
                            + " late interaction tables of the model first"));
    encoder = new TokenEncoder(model, Optional.empty(), options);
  }

  /** Returns the tables of the model. */
  public LateInteractionTables tables() {
    return tables;
  }

  /** Encodes texts. Memory use is proportional to their total length. */
  public List<Encoded> encode(List<Text> texts, Role role) {
    List<TokenEmbeddings> embeddings =
        encoder.encode(texts.stream().map(Text::text).toList(), role);
    List<Encoded> encoded = new ArrayList<>(texts.size());
    for (int i = 0; i < embeddings.size(); i++) {
      TokenEmbeddings tokens = embeddings.get(i);
      float[] mean = tables.statistics(texts.get(i).language()).meanVector();
      float[] unit = new float[mean.length];
      float[] vectors = new float[tokens.size() * mean.length];
      for (int token = 0; token < tokens.size(); token++) {
        TokenVectorCodec.centre(tokens.vectors(), token * mean.length, mean, unit);
        System.arraycopy(unit, 0, vectors, token * mean.length, mean.length);
      }
      encoded.add(new Encoded(tokens.mapIds(tables::importance), vectors, tokens.pooled()));
    }
    return encoded;
  }

  @Override
  public void close() {
    encoder.close();
  }
}
