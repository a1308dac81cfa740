// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.data.Records;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.LinkedDocument;
import org.isogloss.data.detect.LinkedDocumentOptions;
import org.isogloss.data.detect.LinkedDocuments;
import org.isogloss.data.wiki.LanguageLink;
import org.isogloss.data.wiki.LanguageLinksDump;
import org.isogloss.data.wiki.WikiLinks;
import org.isogloss.data.wiki.WikidataItem;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select documents that are linked across languages. */
final class CollectionSourceOptions {
  @Parameters(
      paramLabel = "DOCUMENTS",
      arity = "1..*",
      description =
          "Documents that are linked across languages: JSONL or TSV with a field for the link, a"
              + " folder of parallel documentation, or an XML export of MediaWiki for each"
              + " language; plain or gzip. A pipe, or - for standard input.")
  private List<Path> paths;

  @Option(
      names = "--link-field",
      paramLabel = "NAME",
      description =
          "Name of the field or column of the link in JSONL and TSV (default: ${DEFAULT-VALUE})."
              + " Documents with the same link are the same page.")
  private String linkField = "link";

  @Mixin private DocumentFieldOptions names;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description = "Language of documents that do not state theirs.")
  private String language = Language.UNDETERMINED.tag();

  @Option(
      names = "--languages",
      split = ",",
      paramLabel = "CODES",
      description = "Read only documents in these languages (default: in all).")
  private List<String> languages = List.of();

  @Option(
      names = "--langlinks",
      paramLabel = "FILE.sql",
      description =
          "The table langlinks of a wiki as SQL, named such as dewiki-20240101-langlinks.sql.gz:"
              + " interlanguage links in addition to those in the texts; may be repeated.")
  private List<Path> languageLinks = List.of();

  @Option(
      names = "--items",
      paramLabel = "FILE.tsv",
      description =
          "Wikidata items of articles, on each line a language, a title and an item such as Q584:"
              + " articles with the same item are linked; may be repeated.")
  private List<Path> items = List.of();

  /** Opens the documents, which are read one after another. */
  Records<LinkedDocument> open(ReadingOptions common, SkippedRecordReporter skipped) {
    LinkedDocumentOptions options =
        LinkedDocumentOptions.DEFAULT
            .withNames(names.apply(FieldNames.LINKED_DOCUMENTS.withLink(linkField)))
            .withDefaultLanguage(Language.of(language))
            .withLanguages(languages.stream().map(Language::of).toList())
            .withOnError(common.onError);
    return LinkedDocuments.read(paths, options, wikiLinks(common, skipped)).onSkipped(skipped);
  }

  private WikiLinks wikiLinks(ReadingOptions common, SkippedRecordReporter skipped) {
    WikiLinks links = new WikiLinks();
    for (Path file : languageLinks) {
      try (Records<LanguageLink> records =
          LanguageLinksDump.read(file, common.onError).onSkipped(skipped)) {
        links.addLanguageLinks(LanguageLinksDump.language(file), records);
        skipped.print(file, records);
      }
    }
    for (Path file : items) {
      try (Records<WikidataItem> records =
          WikidataItem.read(file, common.onError).onSkipped(skipped)) {
        links.addItems(records);
        skipped.print(file, records);
      }
    }
    return links;
  }

  /** Adds the options that correct an error in the documents to its message. */
  <T> T hint(Supplier<T> action) {
    return OptionHint.add(
        "--link-field NAME",
        failure ->
            failure.getMessage().contains("has no \"" + linkField + "\"")
                || failure.getMessage().contains("\"" + linkField + "\" is empty")
                || failure.getMessage().endsWith("check the values of the links"),
        () ->
            OptionHint.add(
                "--language CODE",
                failure -> failure.getMessage().endsWith("specify the language of the file"),
                () -> DocumentFieldOptions.hint(action)));
  }
}
