// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.SampleCollection;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.manifest.VectorOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexValidatorTest {
  private static final List<String> PIPELINES =
      List.of("bm25", "dense", "dense(calibrated=yes, sentences=0)", "{ql, dense}rrf");

  @TempDir Path temporary;
  private Path folder;
  private TrigramEncoder encoder;

  @BeforeEach
  void index() {
    folder = temporary.resolve("index");
    encoder = new TrigramEncoder(16);
    try (Indexer indexer =
        Indexer.at(folder)
            .encoder("trigrams", encoder)
            .vectors(new VectorOptions(/* calibrated= */ false, /* sentences= */ true))
            .open()) {
      indexer.index(DocumentSource.of(SampleCollection.documents()));
      indexer.delete(List.of("en-1"));
      indexer.addTranslationTable(SampleCollection.table(temporary));
    }
  }

  private List<Path> luceneFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("lucene"))) {
      return files.filter(file -> file.toFile().length() > 0).sorted().toList();
    }
  }

  private static void flip(Path file, int position, int mask) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[position] ^= (byte) mask;
    Files.write(file, bytes);
  }

  private void leaveWriterMarker() throws IOException {
    Files.writeString(folder.resolve(IndexFolder.WRITING_MARKER), "");
  }

  private void search() {
    try (SearchIndex index = SearchIndex.at(folder).encoder(encoder).open()) {
      for (String pipeline : PIPELINES) {
        for (Query query : SampleCollection.queries()) {
          for (Hit hit : index.retriever(pipeline).retrieve(query, 5).hits()) {
            index.snippet(query, hit);
            assertThat(hit.score()).isBetween(-100.0, 100.0);
          }
        }
      }
    }
  }

  @Test
  void validIndexHasNoProblems() {
    IndexValidator.Report report = IndexValidator.validate(folder);
    assertThat(report.problems()).isEmpty();
    assertThat(report.isValid()).isTrue();
    assertThat(report.documents()).isEqualTo(7);
    assertThat(report.passages()).isEqualTo(7);
    assertThat(report.segments()).isPositive();
    assertThat(report.tables()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "links.jsonl, the links of documents cannot be read",
    "probability.json, the probabilities cannot be read",
    "rules.json, the rules of queries cannot be read",
  })
  void detectsDamageOfOtherFiles(String file, String problem) throws IOException {
    Files.writeString(folder.resolve(file), "{}\n");
    assertThat(IndexValidator.validate(folder).problems())
        .singleElement()
        .asString()
        .contains(problem, file);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void detectsAlteredBytes() throws IOException {
    alterBytes(100);
  }

  @Test
  @Tag("slow")
  void detectsManyAlteredBytes() throws IOException {
    alterBytes(4000);
  }

  private void alterBytes(int trials) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Path> files = luceneFiles();
    for (int trial = 0; trial < trials; trial++) {
      Path file = files.get(random.nextInt(files.size()));
      int position = random.nextInt((int) Files.size(file));
      int mask = 1 << random.nextInt(8);
      String trialName = "seed " + seed + ", trial " + trial + ", " + file + " at " + position;
      flip(file, position, mask);
      try {
        assertThat(IndexValidator.validate(folder).isValid()).as(trialName).isFalse();
      } catch (IsoglossException e) {
        assertThat(e).as(trialName).hasMessageContaining(folder.toString());
      }
      try {
        search();
      } catch (IsoglossException e) {
        assertThat(e).as(trialName).hasMessageContaining(folder.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError(trialName, e);
      }
      flip(file, position, mask);
    }
    assertThat(IndexValidator.validate(folder).isValid()).isTrue();
  }

  @Test
  void detectsAlteredPaddingInCompoundFiles() throws IOException {
    Path file =
        luceneFiles().stream().filter(one -> one.toString().endsWith(".cfs")).findFirst().get();
    byte[] bytes = Files.readAllBytes(file);
    int padding = 0;
    for (int position = 64; position < bytes.length && padding == 0; position += 64) {
      // Parts start with Lucene's magic number at multiples of 64; zeros before it are padding.
      if (bytes[position - 1] == 0
          && bytes[position] == 0x3f
          && bytes[position + 1] == (byte) 0xd7) {
        padding = position - 1;
      }
    }
    assertThat(padding).as("padding in " + file).isPositive();
    flip(file, padding, 1);
    assertThat(IndexValidator.validate(folder).problems())
        .singleElement()
        .asString()
        .contains(file.getFileName().toString());
  }

  @Test
  void verifiesAnIndexAfterAWriterThatWasNotClosed() throws IOException {
    leaveWriterMarker();
    search();
    assertThat(folder.resolve(IndexFolder.WRITING_MARKER)).doesNotExist();
    Path segment =
        luceneFiles().stream().filter(file -> file.toString().endsWith(".cfs")).findFirst().get();
    flip(segment, (int) Files.size(segment) / 2, 1);
    leaveWriterMarker();
    assertThatThrownBy(this::search)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index is damaged");
    assertThatThrownBy(() -> Indexer.at(folder).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the index is damaged");
    assertThat(folder.resolve(IndexFolder.WRITING_MARKER)).exists();
  }

  @Test
  void skipsVerificationDuringWriting() throws IOException {
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThat(folder.resolve(IndexFolder.WRITING_MARKER)).exists();
      search();
      assertThatThrownBy(() -> IndexValidator.validate(folder))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("another process is writing this index");
      assertThat(indexer.delete(List.of("unknown"))).isZero();
    }
    assertThat(folder.resolve(IndexFolder.WRITING_MARKER)).doesNotExist();
  }

  @Test
  void reportsImpossibleVectorsAsDamage() throws IOException {
    float[] vector = new float[16];
    vector[3] = 1e30f;
    Passage passage =
        new Passage("huge", 0, Language.of("en"), "", "The cat sleeps on the mat.", 0, 26);
    try (var directory = FSDirectory.open(folder.resolve("lucene"));
        var writer =
            new IndexWriter(
                directory,
                new IndexWriterConfig(PassageFields.analyzer(LanguageAnalyzers::shipped)))) {
      writer.setLiveCommitData(userData().entrySet());
      writer.addDocuments(
          PassageFields.toDocuments(
              List.of(
                  new EncodedPassage(
                      passage, Optional.of(vector), Optional.empty(), Optional.empty())),
              org.isogloss.core.metadata.Metadata.EMPTY,
              org.isogloss.api.field.FieldTypes.NONE,
              TermProjection.of(
                  "index",
                  () -> org.isogloss.search.index.IndexTranslationTables.EMPTY,
                  java.util.Collections.emptySortedSet(),
                  LanguageAnalyzers.shipped()),
              true,
              9));
    }
    // Lucene's own check may fail first, because such vectors overflow.
    assertThat(IndexValidator.validate(folder).problems())
        .anyMatch(
            problem ->
                problem.contains("not of unit length") || problem.contains("Vectors test failed"));
    assertThatThrownBy(this::search)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("a vector yields the score")
        .hasMessageContaining("index the collection again");
  }

  private Map<String, String> userData() throws IOException {
    try (var directory = FSDirectory.open(folder.resolve("lucene"));
        var reader = DirectoryReader.open(directory)) {
      return new HashMap<>(reader.getIndexCommit().getUserData());
    }
  }

  @Test
  void checksTheUserDataOfTheCommit() throws IOException {
    Map<String, String> userData = userData();
    userData.put("isogloss.consumed", "many");
    userData.replaceAll((key, value) -> key.endsWith("passages.en") ? "AAAA" : value);
    userData.remove("isogloss.mean.passages.ru");
    userData.remove("isogloss.mean.sentences.ru");
    try (var directory = FSDirectory.open(folder.resolve("lucene"));
        var writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.setLiveCommitData(userData.entrySet());
    }
    assertThat(IndexValidator.validate(folder).problems())
        .anyMatch(problem -> problem.contains("checkpoint cannot be read"))
        .anyMatch(problem -> problem.contains("mean vector of en has 0 dimensions"))
        .anyMatch(problem -> problem.contains("no mean vector for the language ru"));
  }

  @Test
  void checksTranslationTables() throws IOException {
    Path table = folder.resolve("tables").resolve("de-en.table");
    Files.copy(table, folder.resolve("tables").resolve("de-fr.table"));
    flip(table, (int) Files.size(table) / 2, 4);
    assertThat(IndexValidator.validate(folder).problems())
        .anyMatch(problem -> problem.contains("de-en.table"));
    Files.delete(table);
    assertThat(IndexValidator.validate(folder).problems())
        .anyMatch(problem -> problem.contains("contains the table de-en.table"));
  }

  @Test
  void rejectsFoldersWithoutAnIndex() {
    assertThatThrownBy(() -> IndexValidator.validate(temporary.resolve("missing")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no such index");
  }
}
