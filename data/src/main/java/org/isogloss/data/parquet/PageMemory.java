// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;

/** The memory of the pages and dictionaries that are open in a group of rows. */
final class PageMemory {
  private static final int MAX_MIB = 192;

  /** Memory of a value of a dictionary in addition to its content, in bytes. */
  static final int DICTIONARY_VALUE = 40;

  private long used;

  /**
   * Takes memory.
   *
   * @throws IOException if the pages together need too much
   */
  void reserve(long bytes) throws IOException {
    used += bytes;
    if (used > (long) MAX_MIB << 20) {
      throw new IOException(
          "its pages need more than " + MAX_MIB + " MiB of memory: write it with smaller pages");
    }
  }

  void release(long bytes) {
    used -= bytes;
  }
}
