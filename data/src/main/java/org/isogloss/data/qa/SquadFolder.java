// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FolderListing;

/**
 * A folder with one set of paragraphs and questions in many languages, one file in SQuAD's format
 * per language, the layout of XQuAD and XQuAD-R: {@code xquad.de.json} or {@code de.json}. Each
 * file may be compressed with gzip, with {@code .gz} appended to its name. Files with other names
 * are ignored, as are files whose questions are in another language than their paragraphs.
 */
public final class SquadFolder {
  private final Path folder;
  private final Map<String, Path> files;

  private SquadFolder(Path folder, Map<String, Path> files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * Opens a folder and lists its files.
   *
   * @throws FormatException if the folder does not exist or contains no such files, or if it
   *     contains two files of a language
   */
  public static SquadFolder open(Path folder) {
    Map<String, Path> files = new TreeMap<>();
    for (Path file : FolderListing.listVisible(folder)) {
      Optional<SquadDataset.Languages> languages = SquadDataset.Languages.findInFileName(file);
      if (languages.isPresent() && languages.get().context().equals(languages.get().question())) {
        String language = languages.get().context().tag();
        Path other = files.put(language, file);
        if (other != null) {
          throw new FormatException(
              folder,
              0,
              "has two files in "
                  + language
                  + ", "
                  + FolderListing.fileName(other)
                  + " and "
                  + FolderListing.fileName(file)
                  + ": remove one of them");
        }
      }
    }
    if (files.isEmpty()) {
      throw new FormatException(
          folder, 0, "contains no files in SQuAD's format: expected names such as xquad.de.json");
    }
    return new SquadFolder(folder, files);
  }

  /** The files of all languages. */
  public Collection<Path> files() {
    return files.values();
  }

  /** The available languages, in the order of their tags. */
  public List<Language> languages() {
    return files.keySet().stream().map(Language::of).toList();
  }

  /** The paragraphs of a language; the caller closes the reader. */
  public Records<SquadParagraph> read(Language language, OnError onError) {
    Path file = files.get(language.tag());
    if (file == null) {
      throw new IsoglossException(
          folder + ": has no file in " + language + "; it has " + files.keySet());
    }
    return SquadDataset.read(file, onError);
  }

  /** The paragraphs of a language, read into memory. */
  public List<SquadParagraph> paragraphs(Language language) {
    return read(language, OnError.FAIL).toList();
  }

  /** The paragraphs of several languages, one language after another. */
  public List<SquadParagraph> paragraphs(Iterable<Language> languages) {
    List<SquadParagraph> all = new ArrayList<>();
    languages.forEach(language -> all.addAll(paragraphs(language)));
    return all;
  }
}
