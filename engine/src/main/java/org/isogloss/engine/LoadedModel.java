// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.CountingEncoder;
import org.isogloss.modelio.ModelFolder;

/**
 * An opened model with its encoder.
 *
 * @param name the name of a shipped model, or an absolute path, so that the model can be found from
 *     any working directory
 * @param folder the folder of the model
 * @param encoder the encoder, which is closed with this model
 */
public record LoadedModel(String name, ModelFolder folder, CountingEncoder encoder)
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
