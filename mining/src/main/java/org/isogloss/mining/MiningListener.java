package org.isogloss.mining;

import java.nio.file.Path;
import org.isogloss.data.FormatException;

/** Hears how far mining is, from any thread. */
public interface MiningListener {
  /** Hears nothing. */
  MiningListener NONE =
      new MiningListener() {
        @Override
        public void encodingProgress(Path file, long before, long lines, double fraction) {}

        @Override
        public void searchProgress(long before, long lines, long all) {}
      };

  /**
   * Lines of a file were encoded.
   *
   * @param resumedAt how many lines a run before this had read already
   * @param lines how many were read so far, those included
   * @param fraction of the file, 0 to 1
   */
  void encodingProgress(Path file, long resumedAt, long lines, double fraction);

  /**
   * A line could not be read and is left out. A line that an earlier run left out is reported
   * again, unless its file was encoded to its end.
   */
  default void lineSkipped(FormatException problem) {}

  /**
   * The search for neighbours went on.
   *
   * @param resumedAt how many lines a run before this was done with already
   * @param lines how many it is done with, those included
   * @param total how many it will be done with in the end
   */
  void searchProgress(long resumedAt, long lines, long total);
}
