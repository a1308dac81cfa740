// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;

/** Synthetic bitexts for tests. */
public final class SyntheticBitext {
  private SyntheticBitext() {}

  /** Returns a minimal bitext of three pairs that determines all translations. */
  public static ParallelCorpus house() {
    return of(List.of("the house\tdas Haus", "the book\tdas Buch", "a book\tein Buch"));
  }

  /** Reads pairs from lines of source, tab, target, with words separated by spaces. */
  public static ParallelCorpus of(List<String> lines) {
    try {
      Path file = Files.createTempFile("bitext", ".en-de.tsv");
      try {
        Files.write(file, lines);
        return read(file, WordTokenizer.onWhitespace(), WordTokenizer.onWhitespace());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ParallelCorpus read(Path file, WordTokenizer source, WordTokenizer target) {
    try (Records<SentencePair> pairs =
        Bitext.readTsv(file, LanguagePair.find("en-de").orElseThrow(), OnError.FAIL)) {
      return ParallelCorpus.read(pairs, source, target, 50, ParallelCorpus.Listener.NONE);
    }
  }

  /**
   * Generates pairs in an artificial language: word {@code e7} is always translated by {@code f7},
   * adjacent words are often swapped, and some words are deleted or inserted.
   */
  public static ParallelCorpus artificial(int pairs, int words, Random random) {
    List<String> lines = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      List<Integer> source = new ArrayList<>();
      for (int length = 3 + random.nextInt(12); length > 0; length--) {
        // Some words are frequent, most are rare.
        source.add((int) (words * Math.pow(random.nextDouble(), 3)));
      }
      List<Integer> target = new ArrayList<>(source);
      for (int i = 1; i < target.size(); i++) {
        if (random.nextInt(4) == 0) {
          Collections.swap(target, i - 1, i);
        }
      }
      if (random.nextInt(5) == 0) {
        target.removeFirst();
      }
      lines.add(words("e", source) + "\t" + words("f", target) + (pair % 3 == 0 ? " f-" : ""));
    }
    return of(lines);
  }

  private static String words(String letter, List<Integer> numbers) {
    return String.join(" ", numbers.stream().map(number -> letter + number).toList());
  }
}
