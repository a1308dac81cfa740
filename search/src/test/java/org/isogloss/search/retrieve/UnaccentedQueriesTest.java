// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.data.OnError;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadTestCollection;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.text.normalization.AccentFolding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The mean reciprocal rank of the paragraphs of XQuAD in one language by {@code bm25}, for its
 * questions as they are and without accents, without and with normalisation and forms of words.
 */
class UnaccentedQueriesTest {
  private static final double TOLERANCE = 0.0005;
  private static final int DEPTH = 50;

  @TempDir Path folder;
  private final List<Document> documents = new ArrayList<>();
  private final List<Query> queries = new ArrayList<>();
  private final Map<String, String> relevant = new HashMap<>();

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // as they are: before, now; without accents: before, now
    "vi, 0.9514, 0.9505, 0.5061, 0.8840",
    "tr, 0.9338, 0.9341, 0.8142, 0.9252",
    "es, 0.9435, 0.9435, 0.9420, 0.9449",
    "ro, 0.9586, 0.9590, 0.9306, 0.9542",
    "de, 0.9293, 0.9303, 0.9276, 0.9302",
  })
  void areAnsweredAndAccentedOnesAsBefore(
      String code, double before, double now, double unaccentedBefore, double unaccentedNow) {
    read(code);
    UnaryOperator<String> unaccented = AccentFolding::withoutAccents;
    try (SearchIndex earlier = indexed(TextRules.NONE);
        SearchIndex present = indexed(TextRules.NORMALIZED)) {
      assertThat(reciprocalRank(earlier, text -> text)).isCloseTo(before, within(TOLERANCE));
      assertThat(reciprocalRank(present, text -> text)).isCloseTo(now, within(TOLERANCE));
      assertThat(reciprocalRank(earlier, unaccented))
          .isCloseTo(unaccentedBefore, within(TOLERANCE));
      assertThat(reciprocalRank(present, unaccented)).isCloseTo(unaccentedNow, within(TOLERANCE));
    }
  }

  @Test
  void aPassageOfStopWordsIsFoundByItsForms() {
    documents.add(new Document("stop", Language.of("en"), "", "the-of"));
    try (SearchIndex index = indexed(TextRules.NORMALIZED)) {
      Query joined = new Query("q", Language.of("en"), "theof");
      assertThat(index.retriever("bm25").retrieve(joined, 10).hits())
          .extracting(Hit::documentId)
          .containsExactly("stop");
    }
  }

  private void read(String code) {
    Path file = Path.of("..", "samples", "xquad", "xquad." + code + ".json.gz");
    try (var paragraphs = SquadDataset.read(file, OnError.FAIL)) {
      for (SquadParagraph paragraph : paragraphs.toList()) {
        String id = "d" + documents.size();
        documents.add(new Document(id, Language.of(code), "", paragraph.context()));
        for (Query query : SquadTestCollection.queries(paragraph)) {
          queries.add(query);
          relevant.put(query.id(), id);
        }
      }
    }
  }

  private SearchIndex indexed(TextRules rules) {
    Path index = folder.resolve(rules.id());
    try (Indexer indexer =
        Indexer.at(index).analyzers(LanguageAnalyzers.shipped().withRules(rules)).open()) {
      indexer.index(DocumentSource.of(documents));
    }
    return SearchIndex.open(index);
  }

  private double reciprocalRank(SearchIndex index, UnaryOperator<String> typed) {
    Retriever retriever = index.bestPassagePerDocument(index.retriever("bm25"));
    double sum = 0;
    for (Query query : queries) {
      Query asked = new Query(query.id(), query.language(), typed.apply(query.text()));
      List<Hit> hits = retriever.retrieve(asked, DEPTH).hits();
      for (int i = 0; i < hits.size(); i++) {
        if (hits.get(i).documentId().equals(relevant.get(query.id()))) {
          sum += 1.0 / (i + 1);
          break;
        }
      }
    }
    return sum / queries.size();
  }
}
