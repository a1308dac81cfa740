// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.scoring.InMemoryTextCollection;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.scoring.TableScoringModel;
import org.isogloss.lexical.scoring.TranslationTableScorer;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;
import org.isogloss.papers.clirbert.scoring.ClirDocument;
import org.isogloss.papers.clirbert.scoring.DocumentScorer;
import org.isogloss.papers.clirbert.supervision.ClirBitext;
import org.isogloss.papers.experiment.WordAlignments;
import org.isogloss.text.segmentation.EnglishWords;

/** Systems based on a translation table, estimated from the bitext by word alignment. */
final class TranslationTableSystems {
  private static final WordTokenizer ENGLISH = EnglishWords::split;

  private final ClirSetup setup;
  private final ClirBitext bitext;
  private final List<ClirDocument> documents;
  private final WordTokenizer documentTokenizer;
  private final Path table;

  TranslationTableSystems(ClirSetup setup, ClirBitext bitext, List<ClirDocument> documents) {
    this.setup = setup;
    this.bitext = bitext;
    this.documents = documents;
    this.documentTokenizer = WordTokenizer.forLanguage(setup.documentLanguage());
    this.table = setup.runner().dataFile("translations.table");
  }

  private TranslationTable table() {
    if (!Files.exists(table)) {
      setup.runner().listener().messageReported("aligning words");
      align();
    }
    return TranslationTable.open(table);
  }

  private void align() {
    LanguagePair languages = setup.languages();
    TranslationCounts counts = new TranslationCounts();
    WordAlignments.align(
        setup.runner().dataFile("bitext.tsv"),
        bitext.training().stream()
            .map(
                one ->
                    new SentencePair(
                        languages.source(), languages.target(), one.english(), one.foreign(), "")),
        languages,
        ENGLISH,
        documentTokenizer,
        AlignerOptions.builder().threads(setup.runner().options().threads()).build(),
        counts::add);
    counts.write(table, languages, TablePruning.DEFAULT);
  }

  /** Returns one of the paper's baselines. */
  DocumentScorer scorerFor(TableScoringModel model) {
    TranslationTableScorer scorer = scorer(model);
    List<String> texts = documents.stream().map(TranslationTableSystems::text).toList();
    return query -> scores(scorer, query.text(), texts);
  }

  /** Returns the scorer of texts by the table. */
  TranslationTableScorer scorer(TableScoringModel model) {
    return new TranslationTableScorer(table(), model, ENGLISH, documentTokenizer);
  }

  /** Returns the logarithm of the probability of a query for each of some texts. */
  float[] scores(TranslationTableScorer scorer, String query, List<String> texts) {
    List<Passage> passages =
        texts.stream()
            .map(text -> new Passage("t", 0, setup.documentLanguage(), "", text, 0, text.length()))
            .toList();
    return scorer.score(Query.of(query), passages);
  }

  private static String text(ClirDocument document) {
    return String.join("\n", document.sentences());
  }

  /** Returns probabilistic structured queries: PSQ. */
  DocumentScorer structuredQueries() {
    QueryTranslator translator = new QueryTranslator(table());
    return bm25(translator::translations);
  }

  /** Returns retrieval by the most probable translation of each word. */
  DocumentScorer bestTranslation() {
    QueryTranslator translator = new QueryTranslator(table());
    return bm25(word -> translator.topTranslations(word, 1));
  }

  private DocumentScorer bm25(Function<String, QueryWord> translated) {
    InMemoryTextCollection collection =
        InMemoryTextCollection.of(
            documents.stream().map(document -> documentTokenizer.words(text(document))).toList());
    return query -> {
      double[] scores = collection.bm25(query.words().stream().map(translated).toList());
      float[] narrow = new float[scores.length];
      for (int i = 0; i < narrow.length; i++) {
        narrow[i] = (float) scores[i];
      }
      return narrow;
    };
  }
}
