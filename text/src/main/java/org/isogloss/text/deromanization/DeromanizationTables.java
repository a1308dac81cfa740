// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.text.deromanization.RomanizedLanguageDetector.Score;
import org.isogloss.text.romanization.Romanizer;

/**
 * Tables of several languages, and a detector that determines in which of them, if any, a text in
 * Latin letters is written. The table of a language is read when it is first needed. Thread-safe.
 *
 * <p>Its folder has a file {@code XX.tsv.gz} for each language ({@link DeromanizationTable}) and
 * the detector, {@value #DETECTOR}.
 */
public final class DeromanizationTables {
  static final String DETECTOR = "languages.gz";
  static final String EXTENSION = ".tsv.gz";
  private static final String SHIPPED = "org/isogloss/models/deromanization/";
  private static final String LATIN = "Latn";

  /**
   * How much more probable an n-gram is on average in a romanized language than in any that is
   * written in Latin letters, as a natural logarithm.
   */
  private static final double MARGIN = 0.15;

  /** The same for all n-grams of a text together, so that a few letters are not decisive. */
  private static final double EVIDENCE = 15;

  /** Languages whose n-grams are less probable than the best by more than this are not tried. */
  private static final double SPREAD = 0.3;

  /** Weight of the share of known letters relative to the mean log-probability of n-grams. */
  private static final double KNOWN_WEIGHT = 0.5;

  /** Minimum share of known words in a text that might also consist of names in Latin letters. */
  private static final double MIN_KNOWN = 0.5;

  /** Number of characters above which a text is unlikely to consist of names only. */
  private static final int MAX_NAMES = 20;

  private static final int MAX_LENGTH = 1000;

  /** Shared by all users of the tables on the class path. */
  private static final class Shipped {
    static final Optional<DeromanizationTables> TABLES = openShipped();
  }

  private final Folder folder;
  private final RomanizedLanguageDetector detector;
  private final List<Language> languages;
  private final Map<String, Deromanizer> deromanizers = new ConcurrentHashMap<>();

  /** Where the files are. */
  private interface Folder {
    /** Opens a file. */
    InputStream open(String name) throws IOException;

    /** Names the place in messages. */
    String name();
  }

  private record FileFolder(Path path) implements Folder {
    @Override
    public InputStream open(String name) throws IOException {
      return Files.newInputStream(path.resolve(name));
    }

    @Override
    public String name() {
      return path.toString();
    }
  }

  private record ResourceFolder(ClassLoader loader) implements Folder {
    @Override
    public InputStream open(String name) throws IOException {
      InputStream in = loader.getResourceAsStream(SHIPPED + name);
      if (in == null) {
        throw new NoSuchFileException(SHIPPED + name);
      }
      return in;
    }

    @Override
    public String name() {
      return "the class path";
    }
  }

  private DeromanizationTables(Folder folder) {
    this.folder = folder;
    this.detector = read(folder, DETECTOR, RomanizedLanguageDetector::read);
    this.languages =
        detector.languages().stream()
            .filter(DeromanizationTables::isRomanized)
            .map(language -> Language.of(language.code()))
            .toList();
  }

  /**
   * Opens the tables in a folder.
   *
   * @throws IsoglossException if the folder has no such tables
   */
  public static DeromanizationTables open(Path folder) {
    return new DeromanizationTables(new FileFolder(requireNonNull(folder, "folder is null")));
  }

  /** Opens the tables on the class path; empty if there are none. */
  public static Optional<DeromanizationTables> findShipped() {
    return Shipped.TABLES;
  }

  private static Optional<DeromanizationTables> openShipped() {
    ClassLoader loader = DeromanizationTables.class.getClassLoader();
    return loader.getResource(SHIPPED + DETECTOR) == null
        ? Optional.empty()
        : Optional.of(new DeromanizationTables(new ResourceFolder(loader)));
  }

  /** Reads the content of a file. */
  private interface Reading<T> {
    T read(InputStream in) throws IOException;
  }

  private static <T> T read(Folder folder, String file, Reading<T> reading) {
    try (InputStream in = new GZIPInputStream(folder.open(file))) {
      return reading.read(in);
    } catch (IOException e) {
      throw new IsoglossException(
          "cannot read "
              + file
              + " of the deromanization tables in "
              + folder.name()
              + " ("
              + FileErrors.describe(e)
              + "): build the tables again, or copy the whole folder again",
          e);
    }
  }

  private static boolean isRomanized(Language detected) {
    return !Language.of(detected.code()).script().equals(LATIN);
  }

  /** The languages whose romanized texts are read, in the order of their codes. */
  public List<Language> languages() {
    return languages;
  }

  /**
   * Returns the deromanizer of a language, whatever its script is.
   *
   * @return empty if there is no table of the language
   */
  public Optional<Deromanizer> deromanizer(Language language) {
    return languages.stream()
        .filter(known -> known.code().equals(language.code()))
        .findFirst()
        .map(known -> deromanizers.computeIfAbsent(known.code(), code -> read(known)));
  }

  private Deromanizer read(Language language) {
    String file = language.code() + EXTENSION;
    return new Deromanizer(
        read(
            folder,
            file,
            in -> DeromanizationTable.read(language, in, folder.name() + ": " + file)));
  }

  /**
   * Writes a text in the script of its language, if it is in one of the {@link #languages} and
   * romanized.
   *
   * @return empty if it has other than Latin letters, or is rather in a language that is written in
   *     Latin letters, or too short to tell
   */
  public Optional<Deromanization> deromanize(String text) {
    if (!isLatin(text)) {
      return Optional.empty();
    }
    List<Score> scores = detector.scores(text.substring(0, Math.min(MAX_LENGTH, text.length())));
    if (scores.isEmpty()) {
      return Optional.empty();
    }
    double latin =
        scores.stream()
            .filter(score -> !isRomanized(score.language()))
            .mapToDouble(Score::logProbability)
            .findFirst()
            .orElse(Double.NEGATIVE_INFINITY);
    double best = scores.getFirst().logProbability();
    double margin = Math.max(MARGIN, EVIDENCE / scores.getFirst().count());
    double minimum = Math.max(latin + margin, best - SPREAD);
    return scores.stream()
        .takeWhile(score -> score.logProbability() >= minimum)
        // Any letters are some words of a language without spaces, so that they prove nothing.
        .filter(
            score -> score.logProbability() >= best || Romanizer.separatesWords(score.language()))
        .map(score -> candidate(text, score))
        .filter(candidate -> candidate.text().known() > MIN_KNOWN || text.length() > MAX_NAMES)
        .max(Comparator.comparingDouble(Candidate::score))
        .map(Candidate::text);
  }

  /** A reading of a text, with a score that is compared with those of other languages. */
  private record Candidate(Deromanization text, double score) {}

  private Candidate candidate(String text, Score language) {
    Deromanization read = deromanizer(language.language()).orElseThrow().deromanize(text);
    return new Candidate(read, language.logProbability() + KNOWN_WEIGHT * read.known());
  }

  /**
   * Writes a text in the script of a language, if it is romanized.
   *
   * @param language the language of the text; if its script is Latin, as that of {@code ru-Latn},
   *     the text is taken to be romanized. {@link Language#UNDETERMINED} like {@link
   *     #deromanize(String)}
   * @return empty if there is no table of the language, or the text has other than Latin letters,
   *     or its script is not Latin and the text may be of names in Latin letters
   */
  public Optional<Deromanization> deromanize(String text, Language language) {
    if (language.isUndetermined()) {
      return deromanize(text);
    }
    Optional<Deromanizer> deromanizer = isLatin(text) ? deromanizer(language) : Optional.empty();
    if (deromanizer.isEmpty() || language.script().equals(LATIN)) {
      return deromanizer.map(known -> known.deromanize(text));
    }
    return Romanizer.separatesWords(language)
        ? deromanizer
            .map(known -> known.deromanize(text))
            .filter(found -> found.known() > MIN_KNOWN)
        : deromanize(text).filter(found -> found.language().code().equals(language.code()));
  }

  private static boolean isLatin(String text) {
    return text.codePoints()
        .filter(Character::isAlphabetic)
        .allMatch(
            c ->
                switch (Character.UnicodeScript.of(c)) {
                  case LATIN, COMMON, INHERITED -> true;
                  default -> false;
                });
  }
}
