// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.manifest.IndexManifest;

/**
 * The encoder of an engine.
 *
 * @param name name of the encoder's model, which the manifest of a new index records
 * @param encoder the encoder
 * @param owned the model from which the encoder was opened; empty if the program supplied the
 *     encoder, which then stays open
 */
record EngineEncoder(String name, Encoder encoder, Optional<LoadedModel> owned)
    implements AutoCloseable {
  static EngineEncoder openFor(
      Optional<IndexManifest> index, String folderOrName, InferenceOptions options) {
    LoadedModel model = Models.openFor(index, folderOrName, options);
    return new EngineEncoder(model.name(), model.encoder(), Optional.of(model));
  }

  static EngineEncoder supplied(String name, Encoder encoder) {
    return new EngineEncoder(name, encoder, Optional.empty());
  }

  @Override
  public void close() {
    owned.ifPresent(LoadedModel::close);
  }
}
