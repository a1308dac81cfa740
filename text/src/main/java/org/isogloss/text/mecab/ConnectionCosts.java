// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** The costs of two adjacent words, by the contexts of both: the file {@code matrix.bin}. */
final class ConnectionCosts {
  private static final int HEADER_BYTES = 4;

  private final ByteBuffer costs;
  private final int rights;

  private ConnectionCosts(ByteBuffer costs, int rights) {
    this.costs = costs;
    this.rights = rights;
  }

  /**
   * Opens the file.
   *
   * @throws IsoglossException if it is missing or damaged
   */
  static ConnectionCosts open(Path folder) {
    ByteBuffer file = DictionaryFile.map(folder, "matrix.bin");
    int rights = file.capacity() < HEADER_BYTES ? -1 : file.getShort(0) & 0xffff;
    int lefts = file.capacity() < HEADER_BYTES ? -1 : file.getShort(2) & 0xffff;
    if (file.capacity() != HEADER_BYTES + 2L * rights * lefts) {
      throw DictionaryFile.damaged(folder, "matrix.bin");
    }
    return new ConnectionCosts(file, rights);
  }

  /**
   * The cost of two words.
   *
   * @param right context to the right of the first word
   * @param left context to the left of the second word
   */
  int of(int right, int left) {
    return costs.getShort(HEADER_BYTES + 2 * (right + rights * left));
  }
}
