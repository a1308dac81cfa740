package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Encoder;
import org.isogloss.modelio.ModelFolder;

/**
 * A model that is ready to encode.
 *
 * @param name by which it can be found again from any folder: that of a shipped model, or an
 *     absolute path
 * @param folder where it is
 * @param encoder closed with this model
 */
public record LoadedModel(String name, ModelFolder folder, Encoder encoder)
    implements AutoCloseable {
  public LoadedModel {
    requireNonNull(name, "name is null");
    requireNonNull(folder, "folder is null");
    requireNonNull(encoder, "encoder is null");
  }

  /** Closes the encoder and the folder. */
  @Override
  public void close() {
    encoder.close();
    folder.close();
  }
}
