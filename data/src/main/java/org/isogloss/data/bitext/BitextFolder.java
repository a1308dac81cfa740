// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.ConcatenatedRecords;
import org.isogloss.data.io.FolderListing;

/**
 * A folder of bitext in files that are named after their languages: TSV, TMX and XLIFF such as
 * {@code en-de.tsv.gz} or {@code UN.en-zh.tmx}, and two Moses files for a pair, such as {@code
 * Europarl.de-en.de} with {@code Europarl.de-en.en}, as OPUS and the United Nations publish them.
 * Files with other names are ignored.
 */
public final class BitextFolder {
  private static final Pattern ONE_FILE = Pattern.compile(".*\\.(tsv|tmx|xlf|xliff)");

  /**
   * The bitext of a pair of languages in one file, or in two.
   *
   * @param files one file, or the Moses files of both languages
   */
  public record Part(LanguagePair languages, List<Path> files) {
    public Part {
      files = List.copyOf(files);
    }

    /** Returns whether one of the languages is this one. */
    public boolean contains(Language language) {
      return languages.source().equals(language) || languages.target().equals(language);
    }

    /** Reads the pairs. */
    public Records<SentencePair> read(OnError onError) {
      return files.size() == 1
          ? Bitext.read(files.getFirst(), languages, onError)
          : Bitext.readMoses(files.getFirst(), files.getLast(), languages, onError);
    }
  }

  private final Path folder;
  private final List<Part> parts;

  private BitextFolder(Path folder, List<Part> parts) {
    this.folder = folder;
    this.parts = parts;
  }

  /**
   * Opens a folder and lists its files.
   *
   * @throws FormatException if the folder does not exist, or contains no bitext, or if the second
   *     Moses file of a pair is missing
   */
  public static BitextFolder open(Path folder) {
    List<Path> files = FolderListing.listVisible(folder);
    List<Part> parts = new ArrayList<>();
    Set<Path> moses = new HashSet<>();
    if (MosesFolder.isMosesFolder(folder, files)) {
      for (MosesFolder.Entry entry : MosesFolder.open(folder).entries()) {
        parts.add(new Part(entry.languages(), List.of(entry.source(), entry.target())));
        moses.addAll(parts.getLast().files());
      }
    }
    for (Path file : files) {
      if (!moses.contains(file)
          && ONE_FILE.matcher(FolderListing.nameUncompressed(file)).matches()) {
        LanguagePair.allInFileName(file).stream()
            .findFirst()
            .ifPresent(languages -> parts.add(new Part(languages, List.of(file))));
      }
    }
    if (parts.isEmpty()) {
      throw new FormatException(
          folder,
          0,
          "contains no bitext: expected files such as en-de.tsv.gz, en-de.tmx, or en-de.en with"
              + " en-de.de");
    }
    return new BitextFolder(folder, List.copyOf(parts));
  }

  /** Returns the bitexts, Moses files first, then in the order of their names. */
  public List<Part> parts() {
    return parts;
  }

  /**
   * Reads the bitexts of two languages, whichever is the first one in the file.
   *
   * @param languages languages of the returned pairs
   * @throws FormatException if the folder has none
   */
  public Records<SentencePair> read(LanguagePair languages, OnError onError) {
    List<Supplier<Records<SentencePair>>> inputs = new ArrayList<>();
    for (Part part : parts) {
      if (part.contains(languages.source()) && part.contains(languages.target())) {
        inputs.add(() -> part.read(onError));
      }
    }
    if (inputs.isEmpty()) {
      throw new FormatException(
          folder,
          0,
          "has no bitext of "
              + languages
              + ": expected files such as "
              + languages
              + ".tsv.gz, "
              + languages
              + ".tmx, or the Moses files "
              + languages
              + "."
              + languages.source()
              + " and "
              + languages
              + "."
              + languages.target());
    }
    return ConcatenatedRecords.of(folder, inputs, onError)
        .map(pair -> pair.sourceLanguage().equals(languages.source()) ? pair : pair.reversed());
  }
}
