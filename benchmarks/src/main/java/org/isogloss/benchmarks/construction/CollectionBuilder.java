// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.FolderTree;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.collection.LinkedDocument;

/**
 * Builds a test collection of cross-lingual retrieval from documents that are linked across
 * languages, in the manner of CLIRMatrix (Sun and Duh, <em>CLIRMatrix: A massively large collection
 * of bilingual and multilingual datasets for Cross-Lingual Information Retrieval</em>, EMNLP 2020):
 *
 * <ol>
 *   <li>The title of a document is a query in its language.
 *   <li>The query is searched with BM25 among the documents in its own language.
 *   <li>The scores of the ranking are cut into six grades, 1 to 6, by the natural breaks of Jenks.
 *       The document whose title is the query has grade 6; documents that are not retrieved have
 *       grade 0.
 *   <li>The grades are carried over the links: a document in another language has the grade of the
 *       document of the same page.
 *   <li>The candidates of a query in each document language are those documents, completed with
 *       documents of grade 0.
 * </ol>
 *
 * <p>The paper itself was not at hand. Read were its abstract, its files, the descriptions of its
 * grades in the library ir_datasets ("6: most relevant, based on Jenks-optimized BM25 retrieval
 * scores in the source language"; "0: document not retrieved in the source language"), and the
 * source of CLIReval, an earlier program of the same first author, which retrieves 100 documents
 * and cuts the scores of each query on their own. These do not state how many documents CLIRMatrix
 * retrieves, how documents of grade 0 are selected, or what a query with few different scores gets.
 * The choices here:
 *
 * <ul>
 *   <li>The breaks are those of one ranking, which has at most {@link ConstructionOptions#depth}
 *       documents. The default depth is half of the candidates, so that documents of grade 0 are
 *       among them even if every document is linked.
 *   <li>Documents of grade 0 are sampled without replacement from all other documents in the
 *       language. Some may contain a word of the query, at a lower rank.
 *   <li>A ranking with few different scores is graded as {@link RelevanceGrades} states.
 *   <li>Title and text of a document are one field. BM25 has the parameters of the index, {@code
 *       k1} 1.2 and {@code b} 0.75.
 *   <li>A title is a query only if no other document in its language has it.
 *   <li>A query needs a relevant document in a language to have candidates in it; its own page need
 *       not exist there.
 * </ul>
 *
 * <p>The result is the same for the same documents in the same order, options and seed, with any
 * number of threads. The documents are read once and are in a temporary index, not in memory; their
 * ids, links and titles' hashes are in memory, and the queries with their ids.
 */
public final class CollectionBuilder {
  private final ConstructionOptions options;
  private final ConstructionListener listener;

  /** Creates a builder. */
  public CollectionBuilder(ConstructionOptions options, ConstructionListener listener) {
    this.options = requireNonNull(options, "options is null");
    this.listener = requireNonNull(listener, "listener is null");
  }

  /**
   * Builds a collection. The folder appears when it is complete. It contains a folder for each
   * format; {@code links.tsv}, the page and the split of each linked document; and the statistics
   * as {@code statistics.json} and {@code statistics.html}.
   *
   * @param folder must not exist or must be empty; its file system also holds the temporary index
   * @param documents closed after reading
   * @return the statistics
   * @throws IsoglossException if the folder is not empty or cannot be written, or if the documents
   *     result in no query: they are in one language, have no common links, or no titles
   */
  public CollectionStatistics build(Path folder, Records<LinkedDocument> documents) {
    List<CollectionStatistics> built = new ArrayList<>();
    try (documents) {
      AtomicFolder.create(folder, complete -> built.add(write(complete, documents)));
    }
    return built.getFirst();
  }

  private CollectionStatistics write(Path folder, Records<LinkedDocument> documents) {
    Path temporary = folder.resolve("index");
    LinkedPages pages = new LinkedPages();
    CollectionStatistics statistics;
    try (DocumentIndex index =
        DocumentIndex.create(temporary, documents, pages, options.threads(), listener)) {
      statistics = write(folder, pages, index);
    }
    FolderTree.deleteIfExists(temporary);
    statistics.toReport().write(folder.resolve("statistics.html"));
    byte[] json = statistics.toJson().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(folder.resolve("statistics.json"), out -> out.write(json));
    return statistics;
  }

  private CollectionStatistics write(Path folder, LinkedPages pages, DocumentIndex index) {
    requireLinks(pages);
    PageSplits splits = new PageSplits(pages.linkedPages(), options.sizes(), options.seed());
    List<TitleQueries> titles =
        pages.languages().stream()
            .map(language -> new TitleQueries(language, pages, splits, index))
            .toList();
    List<PairStatistics> pairs;
    try (CollectionWriters writers = CollectionWriters.open(options.formats(), folder, index)) {
      for (Language language : pages.languages()) {
        writers.writeDocuments(language, () -> index.documents(pages.documents(language)));
      }
      pairs = new QueryConstruction(options, pages, splits, index, listener).write(titles, writers);
      writers.commit();
    }
    if (pairs.isEmpty()) {
      throw new IsoglossException(
          "no title of a linked document is a query: expected titles that occur once in their"
              + " language and contain search terms");
    }
    writeLinks(folder.resolve("links.tsv"), pages, splits);
    return new CollectionStatistics(
        options,
        titles.stream().map(TitleQueries::statistics).toList(),
        pairs,
        splits.sizes(),
        pages.ignoredLinks());
  }

  private static void requireLinks(LinkedPages pages) {
    if (pages.languages().size() < 2) {
      throw new IsoglossException(
          pages.languages().isEmpty()
              ? "the collection contains no documents"
              : "all documents are in "
                  + pages.languages().getFirst().name()
                  + ", expected documents in two or more languages");
    }
    if (pages.linkedPages().isEmpty()) {
      throw new IsoglossException(
          "no two documents in different languages have the same link: check the values of the"
              + " links");
    }
  }

  private static void writeLinks(Path file, LinkedPages pages, PageSplits splits) {
    try (RecordWriter<String> writer =
        RecordWriter.open(
            file,
            "id\tlink\tsplit",
            (id, line) -> {
              String link = pages.link(id);
              line.append(id).append('\t').append(link.replaceAll("[\t\r\n]", " "));
              line.append('\t').append(splits.of(link).map(Split::fileName).orElse(""));
            })) {
      for (Language language : pages.languages()) {
        pages.documents(language).stream().filter(pages::isLinked).forEach(writer::write);
      }
      writer.commit();
    }
  }
}
