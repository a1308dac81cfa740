// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FlatMappedRecords;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.duplicate.FingerprintSet;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.LineRecordReader;

/**
 * A documentation that was written in one language and translated into others: a folder of files
 * {@code de.tsv} or {@code de.tsv.gz}, with a line {@code page TAB id TAB tag TAB text} for each
 * paragraph and heading ({@link DocumentationParagraph}). Page and id are the same in all files, so
 * any two languages are parallel. The data can be used as bitext, as a collection of documents that
 * are linked across languages, and as headings with the text that answers them.
 *
 * <p>A paragraph with the same text as in the original language was not translated: it is omitted
 * everywhere except in the original language.
 */
public final class ParallelDocumentation {
  private static final Language ENGLISH = Language.of("en");

  private final Path folder;
  private final Language original;
  private final SortedMap<String, Path> files;

  private ParallelDocumentation(Path folder, Language original, SortedMap<String, Path> files) {
    this.folder = folder;
    this.original = original;
    this.files = files;
  }

  /** Opens a documentation whose original language is English. */
  public static ParallelDocumentation open(Path folder) {
    return open(folder, ENGLISH);
  }

  /**
   * Opens a documentation.
   *
   * @param original the original language
   * @throws IsoglossException if the folder does not exist or contains no file of that language
   */
  public static ParallelDocumentation open(Path folder, Language original) {
    ParallelDocumentation found =
        new ParallelDocumentation(
            folder, requireNonNull(original, "original is null"), list(folder));
    found.file(original);
    return found;
  }

  private static SortedMap<String, Path> list(Path folder) {
    SortedMap<String, Path> files = new TreeMap<>();
    for (Path file : FolderListing.listVisible(folder)) {
      String name = FolderListing.nameUncompressed(file);
      if (name.endsWith(".tsv")) {
        Language.find(name.substring(0, name.length() - ".tsv".length()))
            .ifPresent(language -> files.put(language.tag(), file));
      }
    }
    return files;
  }

  private Path file(Language language) {
    Path file = files.get(language.tag());
    if (file == null) {
      throw new IsoglossException(
          folder
              + ": has no file "
              + language
              + ".tsv or "
              + language
              + ".tsv.gz; it has "
              + (files.isEmpty() ? "no language at all" : String.join(", ", files.keySet())));
    }
    return file;
  }

  /** The available languages, in the order of their tags. */
  public List<Language> languages() {
    return files.keySet().stream().map(Language::of).toList();
  }

  /** The original language. */
  public Language original() {
    return original;
  }

  /** Reads all lines of one file, whether translated or not. */
  public static Records<DocumentationParagraph> readParagraphs(Path file, OnError onError) {
    return LineRecordReader.read(file, onError, DocumentationPageReader::parseParagraph);
  }

  /** Reads all pages of one file with all paragraphs, whether translated or not. */
  public static Records<DocumentationPage> readPages(
      Path file, Language language, OnError onError) {
    return new Records<>(DocumentationPageReader.open(file, language), onError);
  }

  /**
   * The pages of a language, with their translated paragraphs. Pages without translated paragraphs
   * are omitted.
   */
  public Records<DocumentationPage> pages(Language language, OnError onError) {
    return readAligned(
        List.of(language),
        onError,
        aligned -> {
          DocumentationPage page = aligned.first();
          Predicate<DocumentationParagraph> isTranslated = translated(page, aligned.original());
          List<DocumentationParagraph> paragraphs =
              page.paragraphs().stream().filter(isTranslated).toList();
          return paragraphs.isEmpty()
              ? List.of()
              : List.of(new DocumentationPage(page.name(), language, paragraphs));
        });
  }

  /** The {@link #pages} of a language as documents: see {@link DocumentationPage#toDocument}. */
  public Records<Document> documents(Language language, OnError onError) {
    Records<DocumentationPage> pages = pages(language, onError);
    return pages.map(DocumentationPage::toDocument);
  }

  /** The sections of a language whose heading was translated, with their translated paragraphs. */
  public Records<DocumentationSection> sections(Language language, OnError onError) {
    return readAligned(
        List.of(language),
        onError,
        aligned -> {
          DocumentationPage page = aligned.first();
          return page.sections(translated(page, aligned.original()));
        });
  }

  /**
   * Pairs of paragraphs in two languages that are both translated, without duplicates. The origin
   * of a pair is empty. Keeps 16 bytes per pair in memory.
   */
  public Records<SentencePair> pairs(Language source, Language target, OnError onError) {
    if (source.equals(target)) {
      throw new IllegalArgumentException("source and target are both " + source);
    }
    FingerprintSet seen = new FingerprintSet();
    return readAligned(
        List.of(source, target),
        onError,
        aligned -> {
          List<SentencePair> pairs =
              pairs(aligned.first(), aligned.pages().get(1), aligned.original());
          pairs.removeIf(pair -> !seen.add(pair.source(), pair.target()));
          return pairs;
        });
  }

  private static List<SentencePair> pairs(
      DocumentationPage source,
      Optional<DocumentationPage> target,
      Optional<DocumentationPage> original) {
    List<SentencePair> pairs = new ArrayList<>();
    if (target.isEmpty()) {
      return pairs;
    }
    Predicate<DocumentationParagraph> sourceTranslated = translated(source, original);
    Predicate<DocumentationParagraph> targetTranslated = translated(target.get(), original);
    Map<String, List<DocumentationParagraph>> targets = byId(target.get());
    byId(source)
        .forEach(
            (id, paragraphs) -> {
              List<DocumentationParagraph> translations = targets.getOrDefault(id, List.of());
              // If an id occurs more often in one language, its paragraphs cannot be aligned.
              for (int i = 0;
                  translations.size() == paragraphs.size() && i < translations.size();
                  i++) {
                if (sourceTranslated.test(paragraphs.get(i))
                    && targetTranslated.test(translations.get(i))) {
                  pairs.add(
                      new SentencePair(
                          source.language(),
                          target.get().language(),
                          paragraphs.get(i).text(),
                          translations.get(i).text(),
                          ""));
                }
              }
            });
    return pairs;
  }

  private static Map<String, List<DocumentationParagraph>> byId(DocumentationPage page) {
    Map<String, List<DocumentationParagraph>> byId = new LinkedHashMap<>();
    for (DocumentationParagraph paragraph : page.paragraphs()) {
      byId.computeIfAbsent(paragraph.id(), id -> new ArrayList<>()).add(paragraph);
    }
    return byId;
  }

  /**
   * Whether a paragraph of a page differs from the original; always true for the original language.
   */
  private static Predicate<DocumentationParagraph> translated(
      DocumentationPage page, Optional<DocumentationPage> original) {
    if (original.isEmpty() || original.get().language().equals(page.language())) {
      return paragraph -> true;
    }
    Map<String, Set<String>> texts = new HashMap<>();
    for (DocumentationParagraph paragraph : original.get().paragraphs()) {
      texts.computeIfAbsent(paragraph.id(), id -> new HashSet<>()).add(paragraph.text());
    }
    return paragraph -> !texts.getOrDefault(paragraph.id(), Set.of()).contains(paragraph.text());
  }

  /** A page in the requested languages and in the original language. */
  private record AlignedPages(
      List<Optional<DocumentationPage>> pages, Optional<DocumentationPage> original) {
    DocumentationPage first() {
      return pages.getFirst().orElseThrow();
    }
  }

  /**
   * Reads the files of several languages and of the original language in parallel. Pages that are
   * missing in the first language are skipped.
   */
  private <T> Records<T> readAligned(
      List<Language> languages, OnError onError, Function<AlignedPages, List<T>> records) {
    List<Language> all = new ArrayList<>(languages);
    if (!all.contains(original)) {
      all.add(original);
    }
    int slot = all.indexOf(original);
    List<Path> paths = all.stream().map(this::file).toList();
    List<DocumentationPageReader> open = new ArrayList<>();
    try {
      for (int i = 0; i < all.size(); i++) {
        open.add(DocumentationPageReader.open(paths.get(i), all.get(i)));
      }
    } catch (FormatException e) {
      open.forEach(DocumentationPageReader::close);
      throw e;
    }
    return new Records<>(
        new FlatMappedRecords<>(
            new DocumentationPageJoin(open),
            pages ->
                pages.getFirst().isPresent()
                    ? records.apply(new AlignedPages(pages, pages.get(slot)))
                    : List.of()),
        onError);
  }
}
