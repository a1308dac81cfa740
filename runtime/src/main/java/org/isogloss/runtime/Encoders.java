// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import org.isogloss.core.CountingEncoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;

/** Opens models of any kind as encoders. */
public final class Encoders {
  private Encoders() {}

  /**
   * Opens the encoder that a model folder holds: {@link StaticEncoder} or {@link OnnxEncoder}.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if it does not contain an encoder, or is damaged
   */
  public static CountingEncoder open(ModelFolder model, InferenceOptions options) {
    requireVectors(model);
    return switch (model.kind()) {
      case STATIC -> StaticEncoder.of(model, options.threads());
      case TRANSFORMER, GRAPH -> OnnxEncoder.open(model, options);
      case BICLA -> throw noEncoder(model);
    };
  }

  /**
   * Like {@link #open}, but the graph of a transformer may be opened only to encode the first text.
   *
   * @param model must stay open
   * @throws org.isogloss.core.IsoglossException like {@link #open}; a damaged graph may be found
   *     with the first text
   */
  public static CountingEncoder openDeferred(ModelFolder model, InferenceOptions options) {
    if (model.kind() != ModelFolder.Kind.TRANSFORMER) {
      return open(model, options);
    }
    requireVectors(model);
    return OnnxEncoder.openDeferred(model, options);
  }

  private static void requireVectors(ModelFolder model) {
    if (model.sparseHead().filter(head -> head.kind().expands()).isPresent()) {
      throw new IsoglossException(
          model.root()
              + ": computes weights of terms and has no vectors of texts: use it as the sparse"
              + " model of an index");
    }
  }

  private static IsoglossException noEncoder(ModelFolder model) {
    return new IsoglossException(
        model.path()
            + ": is a BiCLA model, which scores pairs of sentences and has no vectors of"
            + " texts: use it as a re-ranker");
  }
}
