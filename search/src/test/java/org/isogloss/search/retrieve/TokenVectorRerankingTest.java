// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.contract.WordVectorScorer;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.SearchIndexBuilder;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.validation.IndexValidator;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenVectorRerankingTest {
  private static final Pipeline RERANKED = Pipeline.parse("bm25 >> rerank(words, weight=0.5)");
  private static final Query QUERY =
      new Query("q", Language.of("en"), "kayaks near the lighthouse");

  private final Encoder encoder = new TrigramEncoder(64);
  private final WordVectorScorer scorer = new WordVectorScorer(64);
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = temporary.resolve("index");
  }

  private static List<Document> documents() {
    Random random = new Random(7);
    String[] words = {
      "kayak", "lighthouse", "harbour", "storm", "captain", "letter", "near", "old"
    };
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      StringBuilder text = new StringBuilder();
      for (int sentence = 0; sentence < 6; sentence++) {
        for (int word = 0; word < 5; word++) {
          text.append(words[random.nextInt(words.length)]).append(' ');
        }
        text.append("end. ");
      }
      Language language = Language.of(i % 2 == 0 ? "en" : "de");
      documents.add(new Document("d" + i, language, "Title " + i, text.toString().strip()));
    }
    return documents;
  }

  private IndexerBuilder builder() {
    return Indexer.at(folder).passages(new PassageSplitter(15));
  }

  private void index(IndexerBuilder builder) {
    try (Indexer indexer = builder.open()) {
      indexer.index(DocumentSource.of(documents()));
    }
  }

  private SearchIndex open(Optional<Encoder> used, TokenVectorScorer tokens) {
    SearchIndexBuilder index = SearchIndex.at(folder).tokenVectors(tokens);
    used.ifPresent(index::encoder);
    return index.open();
  }

  private static List<Hit> hits(SearchIndex index, Pipeline pipeline, PairScorer named) {
    Retriever retriever = index.retriever(pipeline, Set.of(), name -> Optional.of(named));
    return retriever.retrieve(QUERY, 20).hits();
  }

  @Test
  void storedVectorsGiveTheScoresOfTexts() {
    index(builder().encoder("trigrams", encoder).tokenVectors("words", scorer));
    try (SearchIndex index = open(Optional.of(encoder), scorer)) {
      int encoded = scorer.encodedPassages();
      List<Hit> fromIndex = hits(index, RERANKED, scorer);
      assertThat(scorer.encodedPassages()).isEqualTo(encoded);
      assertThat(fromIndex).hasSize(20);
    }
    try (SearchIndex index = SearchIndex.open(folder)) {
      WordVectorScorer other = new WordVectorScorer(64);
      List<Hit> again = hits(index, RERANKED, other);
      assertThat(other.encodedPassages()).isZero();
      // Hides the interface, so that passages are encoded.
      PairScorer byText =
          new PairScorer() {
            @Override
            public float[] score(Query query, List<Passage> passages) {
              return scorer.score(query, passages);
            }

            @Override
            public void close() {}
          };
      assertThat(hits(index, RERANKED, byText)).isEqualTo(again);
    }
  }

  @Test
  void onePassYieldsTheVectorsOfTheEncoder() {
    index(builder().encoder("trigrams", encoder).tokenVectors("words", scorer));
    Path other = temporary.resolve("other");
    folder = other;
    index(builder().encoder("trigrams", encoder));
    try (SearchIndex plain = SearchIndex.at(other).encoder(encoder).open()) {
      List<Hit> expected = hits(plain, new Pipeline.Dense(), scorer);
      folder = temporary.resolve("index");
      try (SearchIndex index = open(Optional.of(encoder), scorer)) {
        assertThat(index.manifest().tokenVectors())
            .contains(
                new IndexManifest.TokenVectorModel(
                    "words", scorer.fingerprint(), scorer.bytesPerToken(), true));
        assertThat(hits(index, new Pipeline.Dense(), scorer)).isEqualTo(expected);
      }
    }
  }

  @Test
  void anotherEncoderIsAskedForItsOwnVectors() {
    Encoder wide = new TrigramEncoder(128);
    index(builder().encoder("wide", wide).tokenVectors("words", scorer));
    try (SearchIndex index = open(Optional.of(wide), scorer)) {
      assertThat(index.manifest().tokenVectors().orElseThrow().pooled()).isFalse();
      assertThat(hits(index, new Pipeline.Dense(), scorer)).hasSize(20);
    }
  }

  @Test
  void aLexicalIndexCanStoreTokenVectors() {
    index(builder().tokenVectors("words", scorer));
    try (SearchIndex index = open(Optional.empty(), scorer)) {
      int encoded = scorer.encodedPassages();
      assertThat(hits(index, RERANKED, scorer)).hasSize(20);
      assertThat(scorer.encodedPassages()).isEqualTo(encoded);
    }
    assertThat(IndexValidator.validate(folder).problems()).isEmpty();
  }

  @Test
  void validationReportsMissingAndDamagedTokenVectors() throws IOException {
    index(builder().tokenVectors("words", scorer));
    for (byte[] stored : new byte[][] {{1, 2, 3}, null}) {
      try (var directory = FSDirectory.open(folder.resolve("lucene"));
          var reader = DirectoryReader.open(directory);
          var writer =
              new IndexWriter(
                  directory,
                  new IndexWriterConfig(PassageFields.analyzer(LanguageAnalyzers::shipped)))) {
        writer.setLiveCommitData(reader.getIndexCommit().getUserData().entrySet());
        Passage passage =
            new Passage("x" + (stored == null), 0, Language.of("en"), "", "storm", 0, 5);
        writer.addDocuments(
            PassageFields.toDocuments(
                List.of(
                    new EncodedPassage(
                        passage,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.ofNullable(stored).map(BytesRef::new))),
                Metadata.EMPTY,
                FieldTypes.NONE,
                TermProjection.of(
                    "index",
                    () -> IndexTranslationTables.EMPTY,
                    new TreeSet<>(),
                    LanguageAnalyzers.shipped()),
                true,
                9));
      }
    }
    assertThat(IndexValidator.validate(folder).problems())
        .anyMatch(problem -> problem.contains("has no token vectors"))
        .anyMatch(problem -> problem.contains("the token vectors of passage"))
        .hasSize(2);
    try (SearchIndex index = open(Optional.empty(), scorer)) {
      assertThatThrownBy(
              () ->
                  index
                      .retriever(RERANKED, Set.of(), name -> Optional.of(scorer))
                      .retrieve(Query.of("storm"), 100))
          .isInstanceOf(IsoglossException.class);
    }
  }

  @Test
  void snippetIsTheSentenceWithTheNearestTokens() {
    try (Indexer indexer = Indexer.at(folder).tokenVectors("words", scorer).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document(
                      "d",
                      Language.of("en"),
                      "Kayaks",
                      "The storm came at night. Kayakers met nearby lighthouses. Nobody left."))));
    }
    try (SearchIndex index = open(Optional.empty(), scorer)) {
      assertThat(index.snippet(QUERY, index.documentPassages("d").getFirst(), 30).text())
          .startsWith("Kayakers met");
      assertThat(index.snippet(Query.of(" "), index.documentPassages("d").getFirst(), 30).text())
          .startsWith("The storm");
    }
  }

  @Test
  void anIndexKeepsItsTokenVectors() {
    index(builder().tokenVectors("words", scorer));
    assertThatThrownBy(
            () -> {
              try (Indexer indexer = builder().open()) {
                indexer.index(DocumentSource.of(documents()));
              }
            })
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("token vectors of the model words")
        .hasMessageContaining("open it with that model");
    assertThatThrownBy(() -> builder().tokenVectors("more", new WordVectorScorer(32)).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("token vectors of the model words, found others");
    folder = temporary.resolve("without");
    index(builder());
    assertThatThrownBy(() -> builder().tokenVectors("words", scorer).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index has no token vectors");
    assertThat(IndexFolder.canCreateIndex(folder)).isFalse();
  }
}
