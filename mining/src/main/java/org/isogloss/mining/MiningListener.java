// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import java.nio.file.Path;
import org.isogloss.data.FormatException;

/** Receives the progress of mining. Methods may be called from any thread. */
public interface MiningListener {
  /** A listener that ignores all events. */
  MiningListener NONE =
      new MiningListener() {
        @Override
        public void encodingProgress(Path file, long resumedAt, long lines, double fraction) {}

        @Override
        public void searchProgress(long resumedAt, long lines, long total) {}
      };

  /**
   * Reports that lines of a file were encoded.
   *
   * @param file the file
   * @param resumedAt number of lines that an earlier run had already read
   * @param lines number of lines read so far, including those of the earlier run
   * @param fraction fraction of the file that has been read, from 0 to 1
   */
  void encodingProgress(Path file, long resumedAt, long lines, double fraction);

  /**
   * Reports that a malformed line is skipped. A line that an earlier run skipped is reported again,
   * unless that run encoded the whole file.
   */
  default void lineSkipped(FormatException problem) {}

  /**
   * Reports progress of the search for neighbours.
   *
   * @param resumedAt number of lines that an earlier run had already processed
   * @param lines number of lines processed so far, including those of the earlier run
   * @param total total number of lines to process
   */
  void searchProgress(long resumedAt, long lines, long total);
}
