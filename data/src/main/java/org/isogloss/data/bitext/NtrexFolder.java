// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.parse.FieldParsing;

/**
 * Sentences in many languages; line <i>i</i> of every file is a translation of line <i>i</i> of
 * every other file, as in NTREX-128 (Federmann et al. 2022) and FLORES. File names are {@code
 * deu.txt} or {@code newstest2019-ref.deu.txt}, with {@code .gz} appended if compressed. If a
 * language has several variants ({@code eng}, {@code eng-GB}), the one with the shortest code is
 * used.
 */
public final class NtrexFolder {
  private final Path folder;
  private final Map<String, Path> files;

  private NtrexFolder(Path folder, Map<String, Path> files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * Opens a folder and lists its files.
   *
   * @throws FormatException if the folder does not exist or contains no such files
   */
  public static NtrexFolder open(Path folder) {
    Map<String, Path> files = new TreeMap<>();
    for (Path file : FolderListing.listVisible(folder)) {
      String name = FolderListing.nameUncompressed(file);
      if (name.endsWith(".txt")) {
        String stem = name.substring(0, name.length() - ".txt".length());
        String code = stem.substring(stem.lastIndexOf('.') + 1);
        if (Language.find(code).isPresent()) {
          files.put(code, file);
        }
      }
    }
    if (files.isEmpty()) {
      throw new FormatException(
          folder,
          0,
          "contains no sentences: expected files named by their languages, such as deu.txt");
    }
    return new NtrexFolder(folder, files);
  }

  /** The language codes, as in the file names. */
  public List<String> codes() {
    return List.copyOf(files.keySet());
  }

  /** The languages, in the order of the codes of their files. */
  public List<Language> languages() {
    return files.keySet().stream().map(Language::of).distinct().toList();
  }

  /** The sentences of a language; sentence {@code i} is line {@code i + 1} of its file. */
  public List<String> sentences(Language language) {
    return PlainTextLines.read(file(language), OnError.FAIL).toList();
  }

  /**
   * The sentences of every language, in the order of {@link #languages}.
   *
   * @throws FormatException if the files differ in their number of lines
   */
  public SequencedMap<Language, List<String>> sentences() {
    SequencedMap<Language, List<String>> all = new LinkedHashMap<>();
    for (Language language : languages()) {
      List<String> sentences = sentences(language);
      if (!all.isEmpty() && all.firstEntry().getValue().size() != sentences.size()) {
        throw new FormatException(
            file(language),
            0,
            "has "
                + FieldParsing.formatCount(sentences.size(), "line")
                + ", "
                + file(all.firstEntry().getKey()).getFileName()
                + " has "
                + all.firstEntry().getValue().size()
                + ": line i of one must translate line i of the other");
      }
      all.put(language, sentences);
    }
    return all;
  }

  /** The sentences of two languages: see {@link Bitext#readMoses}. */
  public Records<SentencePair> pairs(Language source, Language target, OnError onError) {
    return Bitext.readMoses(file(source), file(target), new LanguagePair(source, target), onError);
  }

  public Path file(Language language) {
    Optional<String> code =
        files.keySet().stream()
            .filter(candidate -> Language.of(candidate).equals(language))
            .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
    return files.get(
        code.orElseThrow(
            () ->
                new IsoglossException(
                    folder + ": has no file in " + language + "; it has " + codes())));
  }
}
