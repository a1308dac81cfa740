// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.lucene.LuceneSnapshot;
import org.isogloss.search.reader.PassageScope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageFilterTest {
  private static final List<String> PIPELINES = List.of("bm25", "ql", "dense", "{bm25, dense}fair");

  @TempDir Path temporary;
  private Path folder;
  private TrigramEncoder encoder;

  /** Indexes one document per tag, all with the same word. */
  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    encoder = new TrigramEncoder(16);
    List<Document> documents = new ArrayList<>();
    for (String tag : "zh,zh-Hant,yue,no,nb,nn,sr,sr-Latn,hr,id,ms".split(",")) {
      documents.add(new Document(tag, Language.of(tag), "", "isogloss 42 " + tag));
    }
    SampleCollection.index(folder, encoder, documents);
  }

  private Set<String> found(String pipeline, String languages) {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      Set<LanguageRange> within =
          Arrays.stream(languages.split(" ")).map(LanguageRange::of).collect(Collectors.toSet());
      Set<String> found =
          index.retriever(pipeline, within).retrieve(Query.of("isogloss 42"), 20).hits().stream()
              .map(Hit::documentId)
              .collect(Collectors.toCollection(TreeSet::new));
      String prefix = "lang:" + languages.replace(' ', ',') + " >> ";
      assertThat(
              index
                  .retriever(prefix + "(" + pipeline + ")")
                  .retrieve(Query.of("isogloss 42"), 20)
                  .hits())
          .extracting(Hit::documentId)
          .containsExactlyInAnyOrderElementsOf(found);
      return found;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "zh, yue zh zh-Hant",
    "zh-Hant, yue zh-Hant",
    "zh-Hans, zh",
    "yue, yue",
    "no, nb nn no",
    "nb, nb",
    "sr, sr sr-Latn",
    "sr-Latn, sr-Latn",
    "sr-Cyrl, sr",
    "hr, hr",
    "ms, ms",
    "sr-Latn nn, nn sr-Latn",
    "sr-Latn sr, sr sr-Latn",
    "de, ''",
  })
  void findsOnlyTheRequestedLanguagesAndScripts(String languages, String ids) {
    for (String pipeline : PIPELINES) {
      assertThat(String.join(" ", found(pipeline, languages))).as(pipeline).isEqualTo(ids);
    }
  }

  @Test
  void combinesFilters() {
    assertThat(found("lang:zh >> bm25", "zh-Hant")).containsExactly("yue", "zh-Hant");
    assertThat(found("lang:zh-Hans >> bm25", "zh-Hant")).isEmpty();
    assertThat(found("lang:zh-Hant >> dense", "zh-Hant no")).containsExactly("yue", "zh-Hant");
  }

  @Test
  void filtersApproximateSearch() {
    try (LuceneSnapshot snapshot = LuceneSnapshot.open(folder)) {
      PassageScope scope =
          PassageScope.ofLanguages(snapshot.codes())
              .restrictedTo(Set.of(LanguageRange.of("sr-Latn")));
      var dense =
          new DenseRetriever(
              snapshot,
              new QueryVectorCache(encoder)::get,
              new DenseOptions(false, 0),
              snapshot.candidates(scope, 0));
      assertThat(dense.retrieve(Query.of("isogloss 42"), 1).hits())
          .extracting(Hit::documentId)
          .containsExactly("sr-Latn");
    }
  }

  @Test
  void filtersPassagesOfEarlierVersionsByTheStoredTag() throws IOException {
    try (var directory = FSDirectory.open(folder.resolve("lucene"));
        var writer =
            new IndexWriter(
                directory,
                new IndexWriterConfig(PassageFields.analyzer(LanguageAnalyzers::shipped)))) {
      for (String tag : List.of("zh", "zh-Hant")) {
        var passage =
            new org.isogloss.core.Passage(
                "old-" + tag, 0, Language.of(tag), "", "isogloss 42 old", 0, 15);
        var document =
            PassageFields.toDocuments(
                    List.of(
                        new EncodedPassage(
                            passage,
                            java.util.Optional.empty(),
                            java.util.Optional.empty(),
                            java.util.Optional.empty())),
                    Metadata.EMPTY,
                    FieldTypes.NONE,
                    TermProjection.of(
                        "index",
                        () -> IndexTranslationTables.EMPTY,
                        new TreeSet<>(),
                        LanguageAnalyzers.shipped()),
                    true,
                    1)
                .getFirst();
        document.removeFields(PassageFields.SCRIPT);
        writer.addDocument(document);
      }
    }
    assertThat(found("bm25", "zh-Hant")).containsExactly("old-zh-Hant", "yue", "zh-Hant");
    assertThat(found("bm25", "zh-Hans")).containsExactly("old-zh", "zh");
  }
}
