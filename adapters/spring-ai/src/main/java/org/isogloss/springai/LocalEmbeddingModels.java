// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.runtime.InferenceOptions;

/** Embedding models in this process, which needs {@code isogloss-engine}. */
public final class LocalEmbeddingModels {
  private LocalEmbeddingModels() {}

  /**
   * Opens a model, which is closed with the returned object.
   *
   * @param folderOrName a model folder, or the name of a shipped model such as {@code compact}
   * @param threads maximum number of batches that are encoded at the same time, 1 or more
   * @throws IsoglossException if there is no such model, it is damaged, or it is not an encoder
   */
  public static IsoglossEmbeddingModel open(String folderOrName, int threads) {
    return open(folderOrName, InferenceOptions.defaults().withThreads(threads));
  }

  /**
   * Opens a model, which is closed with the returned object.
   *
   * @param folderOrName a model folder, or the name of a shipped model such as {@code compact}
   * @throws IsoglossException like {@link #open(String, int)}, and if the device cannot be used
   */
  public static IsoglossEmbeddingModel open(String folderOrName, InferenceOptions options) {
    LoadedModel model = Models.open(folderOrName, options);
    return IsoglossEmbeddingModel.unobserved(
        model.name(), model.encoder().dimension(), model.encoder()::encode, model::close);
  }

  /**
   * Returns an embedding model that uses the encoder of an index. Closing it does not close the
   * engine.
   *
   * @throws IsoglossException if the index has no vectors or was opened without its model
   */
  public static IsoglossEmbeddingModel of(SearchEngine engine) {
    Encoder encoder =
        engine
            .models()
            .encoder()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        engine.location().name()
                            + ": the index was created or opened without a model, expected an index"
                            + " with vectors; create it with a model such as "
                            + Models.DEFAULT));
    return IsoglossEmbeddingModel.unobserved(
        engine.models().encoderName().orElseThrow(),
        encoder.dimension(),
        engine.models()::encode,
        () -> {});
  }
}
