// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Small bitexts from which word translations can be learned: every pair occurs with another word.
 */
public final class SampleBitext {
  private static final List<List<String>> SUBJECTS =
      List.of(
          List.of("cat", "Katze", "القطة"),
          List.of("dog", "Hund", "الكلب"),
          List.of("bird", "Vogel", "الطائر"),
          List.of("horse", "Pferd", "الحصان"));
  private static final List<List<String>> VERBS =
      List.of(
          List.of("sleeps", "schläft", "ينام"),
          List.of("drinks", "trinkt", "يشرب"),
          List.of("runs", "rennt", "يركض"),
          List.of("waits", "wartet", "ينتظر"));

  private SampleBitext() {}

  /** Writes 16 pairs such as {@code The cat sleeps today. Heute schläft Katze.} */
  public static Path englishGerman(Path folder) {
    return write(folder.resolve("en-de.tsv"), "The %s %s today.\tHeute %2$s %1$s.", 1);
  }

  /** Writes 16 pairs of English and Arabic. */
  public static Path englishArabic(Path folder) {
    return write(folder.resolve("en-ar.tsv"), "The %s %s today.\tاليوم %2$s %1$s.", 2);
  }

  private static Path write(Path file, String format, int language) {
    String[] sides = format.split("\t", -1);
    List<String> lines = new ArrayList<>();
    for (List<String> subject : SUBJECTS) {
      for (List<String> verb : VERBS) {
        lines.add(
            String.format(sides[0], subject.getFirst(), verb.getFirst())
                + "\t"
                + String.format(sides[1], subject.get(language), verb.get(language)));
      }
    }
    try {
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
