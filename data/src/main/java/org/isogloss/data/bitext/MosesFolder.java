// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FolderListing;

/**
 * A folder of Moses bitext for many language pairs, the layout of test sets for mate retrieval:
 * {@code tatoeba.deu-eng.deu} with {@code tatoeba.deu-eng.eng} (LASER's Tatoeba), {@code de-en.de}
 * with {@code de-en.en}. Each file may be compressed with gzip, with {@code .gz} appended to its
 * name. Files with other names are ignored.
 */
public final class MosesFolder {
  /**
   * Two files whose lines are translations of each other.
   *
   * @param name the common part of both file names: {@code tatoeba.deu-eng}
   * @param pairName the part of the name that contains the languages: {@code deu-eng}
   * @param source the file of the first language
   * @param target the file of the second language
   */
  public record Entry(
      String name, String pairName, LanguagePair languages, Path source, Path target) {
    /** Reads the pairs: see {@link Bitext#readMoses}. */
    public Records<SentencePair> read(OnError onError) {
      return Bitext.readMoses(source, target, languages, onError);
    }
  }

  private final List<Entry> entries;

  private MosesFolder(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Opens a folder and lists its files.
   *
   * @throws FormatException if the folder does not exist or contains no such files, or if the
   *     second file of a pair is missing
   */
  public static MosesFolder open(Path folder) {
    Map<String, Path> files = new TreeMap<>();
    for (Path file : FolderListing.listVisible(folder)) {
      files.put(FolderListing.nameUncompressed(file), file);
    }
    List<Entry> entries = new ArrayList<>();
    files.forEach((name, file) -> entry(folder, name, files).ifPresent(entries::add));
    if (entries.isEmpty()) {
      throw new FormatException(
          folder,
          0,
          "contains no bitext: expected pairs of files such as tatoeba.deu-eng.deu and"
              + " tatoeba.deu-eng.eng");
    }
    return new MosesFolder(List.copyOf(entries));
  }

  /** Whether a folder contains a file of a pair, with or without the other file. */
  public static boolean isMosesFolder(Path folder, List<Path> entries) {
    Map<String, Path> files = new TreeMap<>();
    entries.forEach(file -> files.put(FolderListing.nameUncompressed(file), file));
    try {
      return files.keySet().stream().anyMatch(name -> entry(folder, name, files).isPresent());
    } catch (FormatException e) {
      return true;
    }
  }

  /** The entry whose source file has this name. */
  private static Optional<Entry> entry(Path folder, String name, Map<String, Path> files) {
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    String stem = name.substring(0, dot);
    String language = name.substring(dot + 1);
    String pair = stem.substring(stem.lastIndexOf('.') + 1);
    Optional<LanguagePair> languages = LanguagePair.find(pair);
    if (languages.isEmpty()) {
      return Optional.empty();
    }
    String source = pair.startsWith(language + "-") ? language : "";
    String target = pair.endsWith("-" + language) ? language : "";
    if (source.isEmpty() && target.isEmpty()) {
      return Optional.empty();
    }
    String otherLanguage =
        source.isEmpty()
            ? pair.substring(0, pair.length() - target.length() - 1)
            : pair.substring(source.length() + 1);
    Path partner = files.get(stem + "." + otherLanguage);
    if (partner == null) {
      throw new FormatException(
          folder,
          0,
          "has " + name + " but no " + stem + "." + otherLanguage + ": add the missing file");
    }
    return source.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Entry(
                stem,
                pair,
                languages(language, otherLanguage, languages.get()),
                files.get(name),
                partner));
  }

  /** Returns the languages of the ends of two names, which separate a pair without doubt. */
  private static LanguagePair languages(String source, String target, LanguagePair otherwise) {
    Optional<Language> first = Language.find(source);
    Optional<Language> second = Language.find(target);
    return first.isPresent() && second.isPresent()
        ? new LanguagePair(first.get(), second.get())
        : otherwise;
  }

  /** The entries, in the order of their names. */
  public List<Entry> entries() {
    return entries;
  }

  /** The entry with this pair in its name: {@code deu-eng}. */
  public Optional<Entry> entry(String pair) {
    return entries.stream().filter(entry -> entry.pairName().equals(pair)).findFirst();
  }
}
