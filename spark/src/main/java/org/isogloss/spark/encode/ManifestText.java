// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.io.FileErrors;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;

/**
 * The manifest of the index for which passages are encoded, as text that travels to executors and
 * lies next to the passages.
 */
public final class ManifestText {
  private ManifestText() {}

  static String of(IndexManifest manifest) {
    return inFolder(
        folder -> {
          IndexManifestJson.write(folder, manifest);
          return Files.readString(folder.resolve(IndexManifest.FILE));
        });
  }

  /**
   * Parses a manifest.
   *
   * @throws org.isogloss.core.IsoglossException if it is not valid, or of another version
   */
  public static IndexManifest parse(String text) {
    return inFolder(
        folder -> {
          Files.writeString(folder.resolve(IndexManifest.FILE), text);
          return IndexManifest.read(folder);
        });
  }

  @FunctionalInterface
  private interface FolderAction<T> {
    T run(Path folder) throws IOException;
  }

  /**
   * Runs an action in a temporary folder, because a manifest is a file in the folder of an index.
   */
  private static <T> T inFolder(FolderAction<T> action) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      folder = Files.createTempDirectory("isogloss-manifest");
      try {
        return action.run(folder);
      } finally {
        Files.deleteIfExists(folder.resolve(IndexManifest.FILE));
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
  }
}
