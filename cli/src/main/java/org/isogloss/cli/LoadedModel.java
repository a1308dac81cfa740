package org.isogloss.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.Encoder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;

/**
 * A model that a user named, ready to encode.
 *
 * @param name by which it can be found again from any folder: that of a shipped model, or a path
 */
record LoadedModel(String name, ModelFolder folder, Encoder encoder) implements AutoCloseable {
  /** The model for who names none. */
  static final String USUAL = "compact";

  /** The name that stands for no model. */
  static final String NONE = "none";

  static LoadedModel open(String folderOrName, int threads) {
    ModelFolder folder = ModelFolder.open(folderOrName);
    try {
      boolean isFolder = Files.isDirectory(Path.of(folderOrName));
      String name =
          isFolder ? Path.of(folderOrName).toAbsolutePath().normalize().toString() : folderOrName;
      return new LoadedModel(
          name, folder, Encoders.open(folder, InferenceOptions.defaults().withThreads(threads)));
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  @Override
  public void close() {
    encoder.close();
    folder.close();
  }
}
