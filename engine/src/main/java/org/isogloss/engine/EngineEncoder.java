package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.core.Encoder;

/**
 * The encoder of an engine.
 *
 * @param name of its model, which the manifest of a new index remembers
 * @param owned the model that the encoder was opened from; empty if the program gave the encoder,
 *     which then stays open
 */
record EngineEncoder(String name, Encoder encoder, Optional<LoadedModel> owned)
    implements AutoCloseable {
  static EngineEncoder open(String folderOrName, int threads) {
    LoadedModel model = Models.open(folderOrName, threads);
    return new EngineEncoder(model.name(), model.encoder(), Optional.of(model));
  }

  static EngineEncoder given(String name, Encoder encoder) {
    return new EngineEncoder(name, encoder, Optional.empty());
  }

  @Override
  public void close() {
    owned.ifPresent(LoadedModel::close);
  }
}
