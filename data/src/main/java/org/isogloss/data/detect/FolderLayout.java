// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.bitext.MosesFolder;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.LinkScope;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadFolder;

/** Recognises folders whose files belong together, and finds unrelated files in them. */
public final class FolderLayout {
  /** Layouts that contain documents; folders with another layout are read file by file. */
  static final Set<DataFormat> DOCUMENT_LAYOUTS =
      Set.of(
          DataFormat.BEIR_FOLDER,
          DataFormat.SQUAD_FOLDER,
          DataFormat.DOCUMENTATION_FOLDER,
          DataFormat.INSURANCE_FOLDER);

  /** Files that describe the data in their folder. */
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "(readme|licen[cs]e|notice|changelog|citation|copying)(\\..*|-.*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private FolderLayout() {}

  /**
   * The layout of a folder. A folder of documents has none if a part of it is a link that is not
   * followed, so that its files are read one by one.
   *
   * @throws FormatException if the folder was written by Isogloss and contains no data
   */
  static Optional<DataFormat> detect(Path folder, LinkScope scope) {
    return detectByEntries(folder, scope)
        .filter(
            layout ->
                !DOCUMENT_LAYOUTS.contains(layout)
                    || FolderListing.listAll(folder).stream()
                        .filter(parts(folder, layout))
                        .noneMatch(scope::excludes));
  }

  private static Optional<DataFormat> detectByEntries(Path folder, LinkScope scope) {
    if (BeirFolder.isBeirFolder(folder)) {
      return Optional.of(DataFormat.BEIR_FOLDER);
    }
    requireData(folder);
    List<Path> entries =
        FolderListing.listVisible(folder).stream().filter(entry -> !scope.excludes(entry)).toList();
    List<Path> files = entries.stream().filter(Files::isRegularFile).toList();
    if (files.stream()
        .anyMatch(file -> FolderListing.fileName(file).startsWith("InsuranceQA.label2answer"))) {
      return Optional.of(DataFormat.INSURANCE_FOLDER);
    }
    boolean flat = files.size() == entries.size();
    if (flat
        && isOnly(
            DataFormat.SQUAD,
            files,
            file -> SquadDataset.Languages.findInFileName(file).isPresent())) {
      return Optional.of(DataFormat.SQUAD_FOLDER);
    }
    if (flat && isOnly(DataFormat.DOCUMENTATION, files, file -> isLanguage(file, ".tsv"))) {
      return Optional.of(DataFormat.DOCUMENTATION_FOLDER);
    }
    if (MosesFolder.isMosesFolder(folder, files)) {
      return Optional.of(DataFormat.MOSES_FOLDER);
    }
    List<Path> texts = files.stream().filter(TextFolder::isDocument).toList();
    boolean parallel =
        texts.size() > 1
            && texts.stream().allMatch(file -> isLanguage(file, ".txt"))
            && isOnly(DataFormat.TEXT, files, TextFolder::isDocument);
    return parallel ? Optional.of(DataFormat.NTREX_FOLDER) : Optional.empty();
  }

  /**
   * Rejects the folders that Isogloss writes.
   *
   * @throws FormatException if the folder is an index or a model
   */
  static void requireData(Path folder) {
    if (holdsSegments(folder) || holdsSegments(folder.resolve("lucene"))) {
      throw new FormatException(
          folder,
          0,
          "is a search index, expected data: search the index, or use the indexed files");
    }
    if (Files.exists(folder.resolve("isogloss.json"))) {
      throw new FormatException(folder, 0, "is a model folder, expected data");
    }
  }

  private static boolean holdsSegments(Path folder) {
    return Files.isDirectory(folder)
        && FolderListing.listVisible(folder).stream()
            .anyMatch(file -> FolderListing.fileName(file).startsWith("segments_"));
  }

  /**
   * Whether all documents of these files are in a format, and at least one file has an expected
   * name.
   */
  private static boolean isOnly(
      DataFormat format, List<Path> files, Predicate<Path> hasExpectedName) {
    if (files.stream().noneMatch(hasExpectedName)) {
      return false;
    }
    Set<DataFormat> found = EnumSet.noneOf(DataFormat.class);
    for (Path file : files) {
      if (!isDescriptionFile(file)) {
        format(file).ifPresent(found::add);
      }
    }
    return found.equals(Set.of(format));
  }

  private static Optional<DataFormat> format(Path file) {
    try {
      return CollectionFolder.documentFormat(file, FieldNames.DOCUMENTS);
    } catch (FormatException e) {
      return Optional.empty(); // Reading the file reports the problem.
    }
  }

  /** Whether a file name is a language code with an extension, optionally after a dot. */
  private static boolean isLanguage(Path file, String extension) {
    String name = FolderListing.nameUncompressed(file);
    return name.endsWith(extension)
        && Language.find(
                name.substring(
                    name.lastIndexOf('.', name.length() - extension.length() - 1) + 1,
                    name.length() - extension.length()))
            .isPresent();
  }

  /** Whether a file is a README, a license or similar. */
  static boolean isDescriptionFile(Path file) {
    return DESCRIPTION.matcher(FolderListing.fileName(file)).matches();
  }

  /** Adds the files of a folder that do not belong to its layout. */
  public static void addUnrelatedFiles(Path folder, DataFormat layout, SkippedFiles others) {
    Predicate<Path> part = parts(folder, layout);
    for (Path entry : FolderListing.listAll(folder)) {
      if (!part.test(entry)) {
        others.add(entry, "is not part of " + layout.description());
      }
    }
  }

  /** Whether an entry of a folder is part of its layout. */
  private static Predicate<Path> parts(Path folder, DataFormat layout) {
    return switch (layout) {
      case BEIR_FOLDER -> FolderLayout::isBeir;
      case SQUAD_FOLDER -> Set.copyOf(SquadFolder.open(folder).files())::contains;
      case DOCUMENTATION_FOLDER -> file -> isLanguage(file, ".tsv");
      case INSURANCE_FOLDER ->
          file ->
              FolderListing.fileName(file).startsWith("InsuranceQA.")
                  || FolderListing.nameUncompressed(file).equals("vocabulary");
      default -> file -> true;
    };
  }

  private static boolean isBeir(Path entry) {
    return Set.of("corpus.jsonl", "queries.jsonl", "qrels")
        .contains(FolderListing.nameUncompressed(entry));
  }
}
