// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.api.TermMatch;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;
import org.isogloss.lexical.scoring.InMemoryTextCollection;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.scoring.QueryWord;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.lexical.table.TranslationCounts;
import org.isogloss.lexical.table.TranslationTable;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lexical retrieval across languages. */
class LexicalRetrieverTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");

  @TempDir private Path temporary;

  private Path index(Path table, List<Document> documents) {
    Path folder = temporary.resolve("index");
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.addTranslationTable(table);
      indexer.index(DocumentSource.of(documents));
    }
    return folder;
  }

  private static List<Hit> search(Path folder, String pipeline, Language language, String text) {
    try (SearchIndex index = SearchIndex.open(folder)) {
      Ranking found = index.retriever(pipeline).retrieve(new Query("q", language, text), 100);
      return found.hits();
    }
  }

  private static List<String> ids(Path folder, String pipeline, Language language, String text) {
    return search(folder, pipeline, language, text).stream().map(Hit::documentId).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"psq", "psq(form=bm25)", "translate"})
  void findsPassagesInTheQueryLanguageAndInOtherLanguages(String pipeline) {
    Path folder = index(SampleCollection.table(temporary), SampleCollection.documents());
    assertThat(ids(folder, pipeline, ENGLISH, "garden")).containsExactlyInAnyOrder("en-0", "de-3");
    assertThat(ids(folder, pipeline, GERMAN, "Garten")).containsExactlyInAnyOrder("en-0", "de-3");
    assertThat(ids(folder, "bm25", ENGLISH, "garden")).containsExactly("en-0");
  }

  @Test
  void additionalTranslationsFindMorePassages() {
    List<Document> documents =
        List.of(
            new Document("tom", GERMAN, "", "Ein Kater."),
            new Document("cat", GERMAN, "", "Katze"));
    Path folder = index(SampleCollection.table(temporary), documents);
    assertThat(ids(folder, "translate", ENGLISH, "cats")).containsExactly("cat");
    assertThat(ids(folder, "translate(best=2)", ENGLISH, "cats"))
        .containsExactlyInAnyOrder("cat", "tom");
    assertThat(ids(folder, "psq", ENGLISH, "cats")).containsExactly("cat", "tom");
  }

  @Test
  void infersTheLanguageWhoseTableContainsTheWords() {
    Path folder = index(SampleCollection.table(temporary), SampleCollection.documents());
    assertThat(ids(folder, "psq", Language.UNDETERMINED, "garden")).contains("de-3");
    assertThat(ids(folder, "psq", Language.UNDETERMINED, "the cat in the garden")).contains("de-3");
    assertThat(ids(folder, "psq", Language.UNDETERMINED, "Garten")).contains("en-0");
  }

  @Test
  void searchesForUnknownWordsUntranslated() {
    Path folder = index(SampleCollection.table(temporary), SampleCollection.documents());
    for (String pipeline : List.of("psq", "psq(form=bm25)", "translate")) {
      assertThat(ids(folder, pipeline, ENGLISH, "Berlin"))
          .containsExactlyInAnyOrder("en-1", "de-4");
      assertThat(ids(folder, pipeline, ENGLISH, "Munich"))
          .as("French has no table, so only names match")
          .containsExactlyInAnyOrder("en-1", "fr-6");
    }
  }

  @Test
  void psqInBm25FormEqualsBm25InOneLanguage() {
    Path folder = index(SampleCollection.table(temporary), SampleCollection.documents());
    String text = "the cat in the garden of Berlin";
    assertThat(search(folder, "lang:en >> psq(form=bm25)", ENGLISH, text))
        .isEqualTo(search(folder, "lang:en >> bm25", ENGLISH, text))
        .hasSize(2);
  }

  @Test
  void reportsMissingTables() {
    Path folder = temporary.resolve("bare");
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.index(DocumentSource.of(SampleCollection.documents()));
    }
    assertThatThrownBy(() -> ids(folder, "{bm25, translate}rrf", ENGLISH, "cat"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"translate\" needs translation tables")
        .hasMessageContaining("add it to the index");
    assertThat(ids(folder, "ql", ENGLISH, "cat")).containsExactly("en-0");
  }

  @Test
  void rejectsDamagedAndInvalidTables() throws IOException {
    Path folder = index(SampleCollection.table(temporary), SampleCollection.documents());
    Path table = folder.resolve("tables/de-en.table");
    byte[] bytes = Files.readAllBytes(table);
    bytes[bytes.length / 2] ^= 1;
    Files.write(table, bytes);
    assertThatThrownBy(() -> ids(folder, "psq", ENGLISH, "cat"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("de-en.table: the table is damaged: wrong checksum");
    TranslationCounts same = new TranslationCounts();
    same.add(List.of("a"), List.of("b"), Alignment.parse("0-0"));
    Path file = temporary.resolve("same.table");
    same.write(file, new LanguagePair(GERMAN, Language.of("de-AT")), TablePruning.DEFAULT);
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThatThrownBy(() -> indexer.addTranslationTable(file))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("expected two different languages");
    }
  }

  @Test
  void evidenceContainsTheMatchedWords() {
    Path folder = index(SampleCollection.table(temporary), SampleCollection.documents());
    try (SearchIndex index = SearchIndex.open(folder)) {
      Query query = new Query("q", ENGLISH, "Cats in gardens");
      Pipeline pipeline = Pipeline.parse("{psq, bm25}rrf >> balance(0.5)");
      Hit german = new Hit("de-3", 0, 0);
      assertThat(matches(index, pipeline, query, german))
          .containsExactly(
              new TermMatch("psq", "Cats", "Katze", 1, 2),
              new TermMatch("psq", "gardens", "Garten", 0.5, 1));
      assertThat(matches(index, pipeline, query, new Hit("en-0", 0, 0)))
          .containsExactly(
              new TermMatch("psq", "Cats", "cat", 1, 2),
              new TermMatch("psq", "gardens", "garden", 1, 1),
              new TermMatch("bm25", "Cats", "cat", 1, 2),
              new TermMatch("bm25", "gardens", "garden", 1, 1));
      assertThat(matches(index, pipeline, query, new Hit("ru-7", 0, 0))).isEmpty();
    }
  }

  private static List<TermMatch> matches(
      SearchIndex index, Pipeline pipeline, Query query, Hit hit) {
    return index.matches().terms(pipeline, query).apply(index.passage(hit).orElseThrow());
  }

  /** Artificial words, which no stemmer changes. */
  private static String words(Random random, String prefix, int limit) {
    return IntStream.range(0, 1 + random.nextInt(limit))
        .mapToObj(i -> prefix + (char) ('k' + Math.min(random.nextInt(12), random.nextInt(12))))
        .collect(Collectors.joining(" "));
  }

  private Path randomTable(Random random) {
    TranslationCounts counts = new TranslationCounts();
    for (int pair = 0; pair < 200; pair++) {
      List<String> source = List.of(words(random, "zq", 6).split(" "));
      List<String> target = List.of(words(random, "xw", 6).split(" "));
      List<AlignmentLink> links = new ArrayList<>();
      for (int i = 0; i < Math.min(source.size(), target.size()); i++) {
        links.add(new AlignmentLink(i, i));
      }
      counts.add(source, target, Alignment.of(links));
    }
    Path file = temporary.resolve("random.table");
    counts.write(file, new LanguagePair(ENGLISH, GERMAN), TablePruning.DEFAULT);
    return file;
  }

  /** Passages are short, so that the index stores their lengths exactly. */
  @Test
  void scoresEqualThoseOfTheReferenceImplementation() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      documents.add(
          new Document(
              String.format(Locale.ROOT, "d%02d", i), GERMAN, "", words(random, "xw", 30)));
    }
    Path folder = index(randomTable(random), documents);
    InMemoryTextCollection texts =
        InMemoryTextCollection.of(
            documents.stream().map(document -> terms(GERMAN, document.text())).toList());
    var translator =
        new QueryTranslator(TranslationTable.open(folder.resolve("tables/de-en.table")));
    for (int q = 0; q < 20; q++) {
      String query = words(random, "zq", 4);
      List<String> queryTerms = terms(ENGLISH, query).stream().distinct().toList();
      List<QueryWord> translations = queryTerms.stream().map(translator::translations).toList();
      List<QueryWord> sources = queryTerms.stream().map(translator::sources).toList();
      List<QueryWord> best =
          queryTerms.stream().map(word -> translator.topTranslations(word, 2)).toList();
      String as = "seed " + seed + ", query " + query;
      assertScores(as, folder, "psq(form=bm25)", ENGLISH, query, texts.bm25(translations));
      assertScores(
          as,
          folder,
          "psq",
          ENGLISH,
          query,
          texts.queryLikelihood(sources, translator::backgroundProbability, 0.7));
      assertScores(as, folder, "translate(best=2)", ENGLISH, query, texts.bm25(best));
      String german = words(random, "xw", 4);
      List<QueryWord> untranslated =
          terms(GERMAN, german).stream().distinct().map(QueryWord::untranslated).toList();
      assertScores(
          as,
          folder,
          "ql",
          GERMAN,
          german,
          texts.queryLikelihood(untranslated, texts::backgroundProbability, 0.7));
      assertScores(as, folder, "bm25", GERMAN, german, texts.bm25(untranslated));
    }
  }

  private static List<String> terms(Language language, String text) {
    return QueryTerms.tokens(LanguageAnalyzers.shipped().forLanguage(language.code()), text)
        .stream()
        .map(QueryTerms.Token::term)
        .toList();
  }

  private static void assertScores(
      String as, Path folder, String pipeline, Language language, String query, double[] expected) {
    double[] found = new double[expected.length];
    search(folder, pipeline, language, query)
        .forEach(hit -> found[Integer.parseInt(hit.documentId().substring(1))] = hit.score());
    assertThat(found).as(as + ", " + pipeline).containsExactly(expected, within(1e-4));
  }
}
