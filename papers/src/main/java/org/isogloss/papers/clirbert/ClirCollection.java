// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.NtrexFolder;
import org.isogloss.data.documentation.DocumentationPage;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.papers.clirbert.scoring.ClirDocument;
import org.isogloss.papers.clirbert.scoring.ClirQuery;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.text.segmentation.EnglishNounPhraseExtractor;
import org.isogloss.text.segmentation.EnglishWords;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Documents in two sets, and queries. A query is a word or a phrase of an English title; a document
 * is relevant for it if a paragraph of its English translation contains the words of the query
 * consecutively.
 *
 * @param analysis documents on which systems are compared
 * @param development other documents
 * @param queries queries with at least one relevant document in the analysis set
 */
record ClirCollection(
    String name,
    List<ClirDocument> analysis,
    List<ClirDocument> development,
    List<ClirQuery> queries) {
  /** Minimum number of sentences of a document. */
  private static final int MIN_SENTENCES = 3;

  /** Lines of news in a document if the data states no documents. */
  private static final int NEWS_LINES = 10;

  /** Maximum share of relevant documents of the analysis set; other queries are too unspecific. */
  private static final double MAX_RELEVANT_FRACTION = 0.05;

  private static final int MIN_TERM_LENGTH = 3;
  private static final int MAX_PHRASE_WORDS = 3;
  private static final Language ENGLISH = Language.of("en");

  ClirCollection {
    analysis = List.copyOf(analysis);
    development = List.copyOf(development);
    queries = List.copyOf(queries);
  }

  /** Returns all documents, those of the analysis set first. */
  List<ClirDocument> documents() {
    return Stream.concat(analysis.stream(), development.stream()).toList();
  }

  /** Returns the sizes, for the notes of tables. */
  String description() {
    long phrases = queries.stream().filter(ClirQuery::isPhrase).count();
    return String.format(
        Locale.ROOT,
        "%s: %d queries, %d of them phrases; %d documents of the analysis set, %d of the"
            + " development set",
        name,
        queries.size(),
        phrases,
        analysis.size(),
        development.size());
  }

  /**
   * Reads the pages of {@code help} if the language exists there, otherwise {@code
   * benchmarks/ntrex}.
   *
   * @throws IsoglossException if no query has a relevant document
   */
  static ClirCollection read(
      Path data,
      Language documentLanguage,
      ExperimentSizes sizes,
      Random documents,
      Random queries) {
    Path help = data.resolve("help");
    ParallelDocumentation documentation = ParallelDocumentation.open(help);
    boolean pages = documentation.languages().contains(documentLanguage);
    List<ClirDocument> all =
        new ArrayList<>(
            pages
                ? readDocumentation(documentation, documentLanguage)
                : readNews(data.resolve("benchmarks/ntrex"), documentLanguage));
    all.removeIf(
        document ->
            document.sentences().size() < MIN_SENTENCES
                || document.sentences().size() > sizes.count("sentences"));
    Collections.shuffle(all, documents);
    List<ClirDocument> some = all.subList(0, Math.min(sizes.count("documents"), all.size()));
    // Two thirds and one third, like the paper's 800 and 400 documents.
    int cut = Math.ceilDiv(2 * some.size(), 3);
    List<ClirDocument> analysis = some.subList(0, cut);
    List<ClirQuery> collectionQueries = queries(some, analysis, sizes.count("queries"), queries);
    if (collectionQueries.isEmpty()) {
      throw new IsoglossException(
          data
              + ": "
              + some.size()
              + " documents in "
              + documentLanguage
              + " give no query: more are needed");
    }
    return new ClirCollection(
        pages ? "help" : "NTREX", analysis, some.subList(cut, some.size()), collectionQueries);
  }

  private static List<ClirDocument> readDocumentation(
      ParallelDocumentation documentation, Language foreign) {
    Map<String, DocumentationPage> english = new HashMap<>();
    try (Records<DocumentationPage> pages = documentation.pages(ENGLISH, OnError.FAIL)) {
      pages.forEachRemaining(page -> english.put(page.name(), page));
    }
    List<ClirDocument> documents = new ArrayList<>();
    try (Records<DocumentationPage> pages = documentation.pages(foreign, OnError.FAIL)) {
      pages.forEachRemaining(
          page -> {
            DocumentationPage translation = english.get(page.name());
            if (translation != null) {
              documents.add(document(page, translation));
            }
          });
    }
    return documents;
  }

  private static ClirDocument document(DocumentationPage page, DocumentationPage translation) {
    TreeSet<String> ids = new TreeSet<>();
    List<String> sentences = new ArrayList<>();
    for (DocumentationParagraph paragraph : page.paragraphs()) {
      ids.add(paragraph.id());
      SentenceSegmenter.split(paragraph.text(), page.language())
          .forEach(span -> sentences.add(span.coveredText(paragraph.text())));
    }
    TreeSet<String> english = new TreeSet<>();
    translation.paragraphs().stream()
        .filter(paragraph -> ids.contains(paragraph.id()))
        .forEach(
            paragraph -> english.add(ClirDocument.joinWords(EnglishWords.split(paragraph.text()))));
    return new ClirDocument(page.name(), translation.title(), sentences, english);
  }

  private static List<ClirDocument> readNews(Path folder, Language foreign) {
    NtrexFolder ntrex = NtrexFolder.open(folder);
    List<String> lines = ntrex.sentences(foreign);
    List<String> english = ntrex.sentences(ENGLISH);
    List<ClirDocument> documents = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += NEWS_LINES) {
      int to = Math.min(from + NEWS_LINES, lines.size());
      TreeSet<String> paragraphs = new TreeSet<>();
      english
          .subList(from, to)
          .forEach(line -> paragraphs.add(ClirDocument.joinWords(EnglishWords.split(line))));
      documents.add(
          new ClirDocument(
              "lines " + from, english.get(from), lines.subList(from, to), paragraphs));
    }
    return documents;
  }

  private static List<ClirQuery> queries(
      List<ClirDocument> documents, List<ClirDocument> analysis, int maxQueries, Random random) {
    TreeSet<String> terms = new TreeSet<>();
    TreeSet<String> phrases = new TreeSet<>();
    for (ClirDocument document : documents) {
      EnglishWords.split(document.title()).stream()
          .filter(word -> word.length() >= MIN_TERM_LENGTH && !EnglishWords.isStopWord(word))
          .forEach(terms::add);
      EnglishNounPhraseExtractor.extractFromTitle(document.title()).stream()
          .filter(phrase -> phrase.split(" ", -1).length <= MAX_PHRASE_WORDS)
          .forEach(phrases::add);
    }
    long limit = Math.max(2, Math.round(MAX_RELEVANT_FRACTION * analysis.size()));
    Predicate<ClirQuery> kept =
        query -> {
          long relevant = analysis.stream().filter(one -> one.isRelevant(query)).count();
          return relevant > 0 && relevant <= limit;
        };
    List<ClirQuery> queries = new ArrayList<>();
    for (TreeSet<String> kind : List.of(terms, phrases)) {
      List<ClirQuery> all = new ArrayList<>(kind.stream().map(ClirQuery::of).filter(kept).toList());
      Collections.shuffle(all, random);
      queries.addAll(all.subList(0, Math.min(maxQueries, all.size())));
    }
    return queries;
  }
}
