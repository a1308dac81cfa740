// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.Language;
import org.isogloss.text.romanization.RomanizationScheme;
import org.isogloss.text.romanization.Romanizer;

/**
 * Learns {@link DeromanizationTables} from texts: tables from those in other scripts, and the
 * detector from these, romanized, and from those in Latin letters. Not safe for use by multiple
 * threads.
 */
public final class DeromanizationTablesBuilder {
  /** Texts of a language from which the detector learns. */
  private static final int DETECTED_TEXTS = 10_000;

  private final int maxWords;
  private final int maxParts;
  private final Function<Language, UnaryOperator<String>> readings;
  private final RomanizedLanguageCounts counts = new RomanizedLanguageCounts();
  private final SequencedMap<String, Texts> languages = new TreeMap<>();

  /** What is learnt of one language. */
  private static final class Texts {
    private final Language language;
    private final Romanizer romanizer;
    private final DeromanizationTableBuilder words;
    private int count;

    Texts(Language language, UnaryOperator<String> readings) {
      this.language = language;
      boolean romanized = Romanizer.isNeededFor(language);
      this.romanizer = romanized ? Romanizer.of(language, readings) : null;
      this.words = romanized ? new DeromanizationTableBuilder(language, romanizer) : null;
    }
  }

  /**
   * Creates a builder without texts.
   *
   * @param maxWords maximum number of words of a language, 1 or more
   * @param maxParts maximum number of parts of words of a language, 0 or more
   * @param readings for languages that {@linkplain Romanizer#needsReadings need} them, returns how
   *     their texts are read
   */
  public DeromanizationTablesBuilder(
      int maxWords, int maxParts, Function<Language, UnaryOperator<String>> readings) {
    this.maxWords = maxWords;
    this.maxParts = maxParts;
    this.readings = requireNonNull(readings, "readings is null");
  }

  /**
   * Adds a text. Texts that are romanized already, such as those of {@code ru-Latn}, are left out:
   * how they were romanized is not known.
   */
  public void add(Language language, String text) {
    if (!language.script().equals(Language.of(language.code()).script())
        && !Romanizer.isNeededFor(language)) {
      return;
    }
    Texts texts =
        languages.computeIfAbsent(
            language.code(), code -> new Texts(language, readings.apply(language)));
    boolean detected = texts.count++ < DETECTED_TEXTS;
    if (texts.romanizer == null) {
      if (detected) {
        counts.add(language, text);
      }
      return;
    }
    texts.words.add(text);
    if (detected) {
      Language latin = Language.of(language.code() + "-Latn");
      for (RomanizationScheme scheme : texts.romanizer.schemes()) {
        String romanized = texts.romanizer.romanize(text, scheme);
        counts.add(latin, romanized);
        if (!Romanizer.separatesWords(language)) {
          counts.add(latin, romanized.replace(" ", ""));
        }
      }
    }
  }

  /**
   * Writes the folder.
   *
   * @param folder an existing folder
   */
  public void write(Path folder) throws IOException {
    for (Texts texts : languages.values()) {
      if (texts.words != null) {
        Path file = folder.resolve(texts.language.code() + DeromanizationTables.EXTENSION);
        try (Writer out =
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
          texts.words.build(maxWords, maxParts).write(out);
        }
      }
    }
    try (DataOutputStream out =
        new DataOutputStream(
            new GZIPOutputStream(
                Files.newOutputStream(folder.resolve(DeromanizationTables.DETECTOR))))) {
      counts.detector().write(out);
    }
  }
}
