// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/**
 * Romanized words of a language, and parts of words, with what they are in its script.
 *
 * <p>Its file is UTF-8 text with an entry in each line: the Latin letters, the original and the
 * count, separated by tabs; first the words, then an empty line, then the parts.
 *
 * @param language the language, written in other than Latin letters
 * @param words each Latin form once
 * @param parts parts of words, each Latin form once
 */
public record DeromanizationTable(
    Language language, List<RomanizedEntry> words, List<RomanizedEntry> parts) {
  public DeromanizationTable {
    requireNonNull(language, "language is null");
    words = List.copyOf(words);
    parts = List.copyOf(parts);
  }

  /**
   * Reads a table.
   *
   * @param name name of the file for messages
   * @throws IsoglossException if a line is not an entry
   */
  public static DeromanizationTable read(Language language, InputStream in, String name)
      throws IOException {
    List<RomanizedEntry> words = new ArrayList<>();
    List<RomanizedEntry> parts = new ArrayList<>();
    List<RomanizedEntry> section = words;
    int number = 0;
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (line.isEmpty() && section == words) {
        section = parts;
      } else {
        section.add(entry(line, name + ", line " + number));
      }
    }
    return new DeromanizationTable(language, words, parts);
  }

  private static RomanizedEntry entry(String line, String position) {
    String[] fields = line.split("\t", -1);
    try {
      if (fields.length == 3) {
        return new RomanizedEntry(fields[0], fields[1], Long.parseLong(fields[2]));
      }
    } catch (IllegalArgumentException e) {
      // The message below states what was expected.
    }
    throw new IsoglossException(
        position
            + ": \""
            + line
            + "\", expected letters a to z, their original and a count, separated by tabs");
  }

  /** Writes the table in the form in which {@link #read} reads it. */
  public void write(Writer out) throws IOException {
    for (RomanizedEntry entry : words) {
      write(entry, out);
    }
    out.write('\n');
    for (RomanizedEntry entry : parts) {
      write(entry, out);
    }
  }

  private static void write(RomanizedEntry entry, Writer out) throws IOException {
    out.write(entry.latin() + "\t" + entry.original() + "\t" + entry.count() + "\n");
  }
}
