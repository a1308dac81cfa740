// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.WhitespaceColumns;

/** A list of words of one language, one on each line. */
public final class WordList {
  private WordList() {}

  /** Reads a list. White space around a word is removed; a line of several words is malformed. */
  public static Records<String> read(Path file, OnError onError) {
    return LineRecordReader.read(file, onError, WordList::word);
  }

  private static String word(String line) throws MalformedRecordException {
    String word = line.strip();
    if (!WhitespaceColumns.isWritable(word)) {
      throw new MalformedRecordException(
          "found " + Excerpt.quote(word) + ", expected one word without white space");
    }
    return word;
  }
}
