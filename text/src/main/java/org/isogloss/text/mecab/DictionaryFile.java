// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.mecab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/** Maps the files of a dictionary, whose numbers are little-endian, into memory. */
final class DictionaryFile {
  private DictionaryFile() {}

  /**
   * Maps a file.
   *
   * @throws IsoglossException if it does not exist or cannot be read
   */
  static ByteBuffer map(Path folder, String name) {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new IsoglossException(
          folder
              + ": has no file "
              + name
              + ", expected a compiled dictionary of MeCab with sys.dic, unk.dic, char.bin and"
              + " matrix.bin");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel
          .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
          .order(ByteOrder.LITTLE_ENDIAN);
    } catch (IOException e) {
      throw new IsoglossException(file + ": " + FileErrors.readFailure(file, e), e);
    }
  }

  /** A problem of a file that is not what MeCab writes. */
  static IsoglossException damaged(Path folder, String name) {
    return new IsoglossException(
        folder.resolve(name) + ": is damaged, or no file of MeCab 0.996: get a complete copy");
  }
}
