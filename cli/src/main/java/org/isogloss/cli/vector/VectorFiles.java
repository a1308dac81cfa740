// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.data.InputPaths;
import org.isogloss.lexical.wordvector.WordVectors;

/** Reads word vectors as the options of a command state. */
final class VectorFiles {
  private VectorFiles() {}

  /** Reads the first words of a file, and warns of skipped lines. */
  static WordVectors read(
      Path file, int maxWords, ReadingOptions common, SkippedRecordReporter skipped) {
    long[] count = new long[1];
    WordVectors vectors =
        WordVectors.read(
            file,
            maxWords,
            common.onError,
            problem -> {
              count[0]++;
              skipped.accept(problem);
            });
    skipped.print(InputPaths.displayName(file), count[0]);
    return vectors;
  }
}
