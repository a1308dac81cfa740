// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.engine.SearchEngine;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.WordAligner;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;

/** Estimates a translation table from parallel text, and searches with it. */
public final class AlignBitext {
  private AlignBitext() {}

  private static final List<String> SENTENCES =
      List.of(
          "the house\tdas Haus",
          "the book\tdas Buch",
          "a book\tein Buch",
          "a house\tein Haus",
          "the old house\tdas alte Haus",
          "an old book\tein altes Buch",
          "the garden\tder Garten",
          "a garden\tein Garten");

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args);
    Path bitext = folder.resolve("en-de.tsv");
    Files.write(bitext, SENTENCES);
    Path table = folder.resolve("en-de.table");

    LanguagePair languages = LanguagePair.fromFileName(bitext);
    ParallelCorpus corpus;
    try (Records<SentencePair> pairs = Bitext.readTsv(bitext, languages, OnError.FAIL)) {
      corpus =
          ParallelCorpus.read(
              pairs,
              WordTokenizer.forLanguage(languages.source()),
              WordTokenizer.forLanguage(languages.target()),
              200,
              ParallelCorpus.Listener.NONE);
    }
    TranslationCounts counts = new TranslationCounts();
    try (WordAligner aligner =
        WordAligner.train(corpus, AlignerOptions.defaults(), AlignmentListener.NONE)) {
      aligner.align(
          (pair, alignment) ->
              counts.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment));
    }
    counts.write(table, languages, TablePruning.DEFAULT);

    try (SearchEngine engine =
        SearchEngine.at(folder.resolve("my-index")).withoutVectors().openOrCreate()) {
      engine.addTable(table);
      engine.index(
          List.of(
              new Document("d1", Language.of("de"), "", "Ein Buch aus dem Garten."),
              new Document("d2", Language.of("de"), "", "Das alte Haus am Fluss.")));
      SearchRequest request =
          SearchRequest.of("house")
              .withQueryLanguage("en")
              .withPipeline("psq")
              .withExplanations(true);
      for (SearchResult result : engine.search(request)) {
        System.out.println(result.hit().documentId() + ": " + result.snippet().text());
        result
            .explanation()
            .orElseThrow()
            .termMatches()
            .forEach(
                word -> System.out.println("  " + word.queryWord() + " = " + word.passageWord()));
      }
    }
  }
}
