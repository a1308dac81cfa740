// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.init;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.cli.console.Console;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * What a collection contains, as its first documents show.
 *
 * @param format the format of the file or folder
 * @param files number of files of each kind in a folder, such as {@code .md}; empty for a file
 * @param documents number of documents that were read
 * @param complete whether these are all documents
 * @param malformed number of malformed records before the last of them
 * @param firstProblem what is wrong with the first malformed record
 * @param languages number of documents in each language, stated or identified, the most frequent
 *     first
 * @param stated number of documents that state their language
 * @param fields the fields of the documents with their types
 * @param skipped files of a folder without documents
 */
record CollectionSurvey(
    DataFormat format,
    SequencedMap<String, Long> files,
    long documents,
    boolean complete,
    long malformed,
    Optional<String> firstProblem,
    SequencedMap<Language, Long> languages,
    long stated,
    Map<String, FieldType> fields,
    SkippedFiles skipped) {
  /** Maximum number of documents that are read. */
  static final int SAMPLE = 1_000;

  private static final int MAX_FILES = 100_000;

  /** The end of a file name that states what the file contains, such as .md or .json.gz. */
  private static final Pattern EXTENSION =
      Pattern.compile("(?<=.)(\\.\\p{Alnum}+)?\\.(gz|zst|xz|bz2)$|(?<=.)\\.[^.]+$");

  /**
   * Reads the first documents of a collection.
   *
   * @throws IsoglossException if it contains none that can be read; the message states why
   */
  static CollectionSurvey of(Path collection, FieldNames names) {
    DocumentOptions options = DocumentOptions.DEFAULT.withNames(names).withOnError(OnError.SKIP);
    LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();
    Map<Language, Long> languages = new LinkedHashMap<>();
    FieldTypes fields = FieldTypes.NONE;
    long documents = 0;
    long stated = 0;
    try (Records<Document> records = Documents.read(collection, options)) {
      while (documents < SAMPLE && records.hasNext()) {
        Document document = records.next();
        documents++;
        Language language = document.language();
        if (language.equals(Language.UNDETERMINED)) {
          language = identifier.identify(document.text()).reliableLanguage();
        } else {
          stated++;
        }
        languages.merge(language, 1L, Long::sum);
        fields = fields.withFieldsOf(document);
      }
      if (documents == 0) {
        throw new IsoglossException(whyEmpty(collection, records));
      }
      return new CollectionSurvey(
          DataFormat.detect(collection, names),
          byFrequency(files(collection)),
          documents,
          !records.hasNext(),
          records.skippedCount(),
          firstProblem(records),
          byFrequency(languages),
          stated,
          fields.types(),
          records.skippedFiles());
    }
  }

  private static Optional<String> firstProblem(Records<Document> records) {
    return records.problems().stream().findFirst().map(FormatException::getMessage);
  }

  private static String whyEmpty(Path collection, Records<Document> records) {
    SkippedFiles skipped = records.skippedFiles();
    List<String> reasons = new ArrayList<>();
    firstProblem(records)
        .ifPresent(
            problem ->
                reasons.add(
                    Console.formatCount(records.skippedCount(), "record is", "records are")
                        + " malformed, the first at "
                        + problem));
    if (skipped.count() > 0) {
      reasons.add(
          Console.formatCount(skipped.count(), "file was", "files were")
              + " skipped: "
              + skipped.examples().getFirst()
              + (skipped.count() == 1 ? "" : ", ..."));
    }
    if (records.withoutTextCount() > 0) {
      reasons.add(
          Console.formatCount(records.withoutTextCount(), "document has", "documents have")
              + " no text");
    }
    return collection
        + ": contains no documents that can be read"
        + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
  }

  private static Map<String, Long> files(Path collection) {
    if (!Files.isDirectory(collection)) {
      return Map.of();
    }
    try (Stream<Path> files = Files.walk(collection)) {
      return files
          .limit(MAX_FILES)
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .map(CollectionSurvey::kind)
          .collect(groupingBy(Function.identity(), LinkedHashMap::new, counting()));
    } catch (IOException | UncheckedIOException e) {
      return Map.of(); // The reader of the documents reports what cannot be read.
    }
  }

  private static String kind(String name) {
    Matcher extension = EXTENSION.matcher(name);
    return extension.find() ? extension.group() : "others";
  }

  private static <K> SequencedMap<K, Long> byFrequency(Map<K, Long> counts) {
    SequencedMap<K, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }
}
