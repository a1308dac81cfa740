// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.ModelFolder;

/**
 * The fingerprints of the models that trainings have made, in files of the work folder: they are
 * known when the models are deleted.
 *
 * @param work the work folder
 */
public record ModelFingerprints(Path work) {
  private static final String SUFFIX = ".fingerprint";

  /** Records the fingerprint of a model if it is not recorded yet. */
  public void record(String name, Path model) {
    Path file = work.resolve(name + SUFFIX);
    if (Files.exists(file)) {
      return;
    }
    try (ModelFolder folder = ModelFolder.open(model)) {
      byte[] fingerprint = folder.fingerprint().getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(file, out -> out.write(fingerprint));
    }
  }

  /** Returns the settings of a report with the recorded fingerprints. */
  SequencedMap<String, String> addedTo(SequencedMap<String, String> settings) {
    SequencedMap<String, String> all = new LinkedHashMap<>(settings);
    try (Stream<Path> files = Files.list(work)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(SUFFIX)) {
          all.put(
              "fingerprint of " + name.substring(0, name.length() - SUFFIX.length()),
              Files.readString(file));
        }
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(work, e);
    }
    return all;
  }
}
