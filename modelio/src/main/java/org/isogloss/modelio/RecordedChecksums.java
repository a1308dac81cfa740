// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The checksums that a shipped model has recorded in {@value #FILE}, so that its files need not be
 * read each time it is opened. Only models on the class path may use them: whoever can change such
 * a model can change the code that checks it, too. The tests of each shipped model compare them
 * with those of its files.
 */
record RecordedChecksums(
    Optional<String> fingerprint, Optional<String> tokenizer, Optional<String> vocabulary) {
  static final String FILE = "checksums.properties";
  static final RecordedChecksums NONE =
      new RecordedChecksums(Optional.empty(), Optional.empty(), Optional.empty());

  /** Reads the checksums of a folder; a folder without {@value #FILE} has none. */
  static RecordedChecksums read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return NONE;
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      String problem =
          e instanceof IOException io ? FileErrors.readFailure(file, io) : e.getMessage();
      throw new ModelFormatException(file, problem, e);
    }
    return new RecordedChecksums(
        Optional.ofNullable(properties.getProperty("fingerprint")),
        Optional.ofNullable(properties.getProperty("tokenizer")),
        Optional.ofNullable(properties.getProperty("vocabulary")));
  }
}
