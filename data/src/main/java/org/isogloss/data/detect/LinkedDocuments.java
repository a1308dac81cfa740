// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.ConvertedRecords;
import org.isogloss.data.FlatMappedRecords;
import org.isogloss.data.Records;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.LinkedDocument;
import org.isogloss.data.collection.TsvDocuments;
import org.isogloss.data.documentation.DocumentationPage;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.data.duplicate.DistinctLinkedDocuments;
import org.isogloss.data.io.ConcatenatedRecords;
import org.isogloss.data.wiki.MediaWikiDump;
import org.isogloss.data.wiki.WikiLinks;

/** Reads documents that are linked across languages, of any supported format. */
public final class LinkedDocuments {
  private static final List<DataFormat> FORMATS =
      List.of(
          DataFormat.JSONL,
          DataFormat.TSV,
          DataFormat.DOCUMENTATION_FOLDER,
          DataFormat.MEDIAWIKI_DUMP);

  private LinkedDocuments() {}

  /**
   * Reads files and folders, one after another, whose formats are detected by {@link
   * DataFormat#detect}. A document is malformed if an earlier one in its language has the same id.
   *
   * <ul>
   *   <li>JSONL and TSV: records with a field for the link.
   *   <li>A folder of parallel documentation: a document is the part of a page that was translated;
   *       its id and its link are the name of the page.
   *   <li>XML exports of MediaWiki: a document is the first paragraph of an article, its id is the
   *       number of the page. Articles without a paragraph of text are omitted.
   * </ul>
   *
   * @param wikiLinks links of articles, in addition to the interlanguage links in their texts
   * @throws IsoglossException if a path does not exist, or its format is unknown or has no links
   */
  public static Records<LinkedDocument> read(
      List<Path> paths, LinkedDocumentOptions options, WikiLinks wikiLinks) {
    List<Supplier<Records<LinkedDocument>>> inputs =
        paths.stream()
            .<Supplier<Records<LinkedDocument>>>map(path -> () -> read(path, options, wikiLinks))
            .toList();
    Path first = paths.isEmpty() ? Path.of("") : paths.getFirst();
    Records<LinkedDocument> all = ConcatenatedRecords.of(first, inputs, options.onError());
    return new Records<>(
        new DistinctLinkedDocuments(
            new FlatMappedRecords<>(
                all.source(),
                linked ->
                    options.includes(linked.document().language())
                        ? List.of(linked)
                        : List.<LinkedDocument>of())),
        options.onError());
  }

  /** Like {@link #read(List, LinkedDocumentOptions, WikiLinks)}, without links of articles. */
  public static Records<LinkedDocument> read(List<Path> paths, LinkedDocumentOptions options) {
    return read(paths, options, new WikiLinks());
  }

  private static Records<LinkedDocument> read(
      Path path, LinkedDocumentOptions options, WikiLinks wikiLinks) {
    DataFormat format = DataFormat.detect(path);
    return switch (format) {
      case JSONL ->
          JsonlDocuments.readLinked(
              path, options.names(), options.defaultLanguage(), options.onError());
      case TSV ->
          TsvDocuments.readLinked(
              path, options.names(), options.defaultLanguage(), options.onError());
      case DOCUMENTATION_FOLDER -> documentation(path, options);
      case MEDIAWIKI_DUMP -> articles(path, options, wikiLinks);
      default ->
          throw Documents.unsupportedFormat(
              path, format, "documents linked across languages", FORMATS);
    };
  }

  private static Records<LinkedDocument> documentation(Path path, LinkedDocumentOptions options) {
    ParallelDocumentation documentation = ParallelDocumentation.open(path);
    List<Language> languages =
        documentation.languages().stream().filter(options::includes).toList();
    return ConcatenatedRecords.of(
        path,
        languages.stream()
            .<Supplier<Records<LinkedDocument>>>map(
                language ->
                    () ->
                        documentation.pages(language, options.onError()).map(LinkedDocuments::page))
            .toList(),
        options.onError());
  }

  private static Records<LinkedDocument> articles(
      Path path, LinkedDocumentOptions options, WikiLinks wikiLinks) {
    return new Records<>(
        new ConvertedRecords<>(
            MediaWikiDump.read(path, options.onError()).source(), wikiLinks::link),
        options.onError());
  }

  private static LinkedDocument page(DocumentationPage page) {
    Document document = page.toDocument();
    return new LinkedDocument(
        new Document(page.name(), page.language(), document.title(), document.text()),
        List.of(page.name()));
  }
}
