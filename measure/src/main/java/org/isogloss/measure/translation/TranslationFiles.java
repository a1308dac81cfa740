// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.measure.text.UnicodeText;

/** Reads files with one sentence on each line. White space at the end of a line is removed. */
public final class TranslationFiles {
  private TranslationFiles() {}

  /**
   * Reads references.
   *
   * @param files one file for each translator, at least one
   * @throws IsoglossException if the first file is empty, if another one has another number of
   *     lines, or if a file cannot be read
   */
  public static References readReferences(List<Path> files) {
    Path first = files.getFirst();
    List<String> sentences = lines(first);
    if (sentences.isEmpty()) {
      throw new IsoglossException(
          InputPaths.displayName(first) + " is empty, expected one sentence on each line");
    }
    List<List<String>> all = new ArrayList<>(List.of(sentences));
    for (Path file : files.subList(1, files.size())) {
      all.add(readAligned(file, first, sentences.size()));
    }
    return new References(all);
  }

  /**
   * Reads translations.
   *
   * @param reference the file of the references, for messages
   * @param expected the number of its lines
   * @throws IsoglossException if the file has another number of lines or cannot be read
   */
  public static List<String> readAligned(Path file, Path reference, int expected) {
    List<String> lines = lines(file);
    if (lines.size() != expected) {
      throw new IsoglossException(
          InputPaths.displayName(file)
              + " has "
              + lines.size()
              + (lines.size() == 1 ? " line" : " lines")
              + ", expected "
              + expected
              + ", as many as "
              + InputPaths.displayName(reference)
              + ": line N of one must translate the same sentence as line N of the other; leave a"
              + " line empty if it has no translation");
    }
    return lines;
  }

  private static List<String> lines(Path file) {
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      return lines.map(UnicodeText::stripTrailing).toList();
    }
  }
}
