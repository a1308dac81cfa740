// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A new index exists only after its first commit; until then, its folder can be used for any index.
 */
class IndexCreationTest {
  private static final List<Document> CAT =
      List.of(new Document("cat", Language.of("en"), "", "The cat sleeps."));

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = temporary.resolve("index");
  }

  private DocumentSource damaged() throws IOException {
    Path file = Files.writeString(temporary.resolve("damaged.jsonl"), "{\"id\": \n");
    return DocumentSource.of(file, JsonlDocuments.read(file, OnError.FAIL));
  }

  private void indexWithAnotherModel() {
    try (var encoder = new TrigramEncoder(8);
        Indexer indexer = Indexer.at(folder).encoder("eight", encoder).open()) {
      assertThat(indexer.index(DocumentSource.of(CAT)).documents()).isEqualTo(1);
    }
    assertThat(IndexManifest.read(folder).model()).isPresent();
  }

  @Test
  void failedFirstRunLeavesNoFiles() throws IOException {
    try (Indexer indexer =
            Indexer.at(folder).projectedLanguages(List.of(Language.of("en"))).open();
        DocumentSource source = damaged()) {
      indexer.addTranslationTable(SampleCollection.table(temporary));
      assertThatThrownBy(() -> indexer.index(source)).hasMessageContaining("damaged.jsonl:1");
    }
    assertThat(folder).doesNotExist();
    indexWithAnotherModel();
  }

  @Test
  void deletionDoesNotCreateAnIndex() {
    try (Indexer indexer = Indexer.at(folder).open()) {
      assertThat(indexer.delete(List.of("cat"))).isZero();
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void keepsAnExistingFolder() throws IOException {
    Files.createDirectories(folder);
    Indexer.at(folder).open().close();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void createsAnIndexWithOnlyATable() {
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.addTranslationTable(SampleCollection.table(temporary));
      indexer.commit();
    }
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.documentCount()).isZero();
    }
  }

  @Test
  void ignoresTheFilesOfAKilledFirstRun() throws IOException {
    Files.createDirectories(folder.resolve("lucene"));
    Files.createDirectories(folder.resolve("tables"));
    Files.copy(SampleCollection.table(temporary), folder.resolve("tables").resolve("de-en.table"));
    Files.writeString(folder.resolve("lucene").resolve("write.lock"), "");
    Files.writeString(folder.resolve("isogloss.json.unfinished"), "{");
    Files.writeString(folder.resolve(IndexFolder.WRITING_MARKER), "");
    IndexManifestJson.write(
        folder,
        new IndexManifest(
            org.apache.lucene.util.Version.LATEST.toString(),
            Optional.of(new IndexManifest.Model("four", "4444", 4)),
            new PassageSplitter(5),
            VectorOptions.PLAIN,
            Optional.empty(),
            new TreeSet<>(List.of("de")),
            TextRules.NORMALIZED,
            true,
            IndexManifestJson.names(LanguageAnalyzers.shipped())));
    assertThat(SearchIndex.findManifest(folder)).isEmpty();
    indexWithAnotherModel();
    assertThat(folder.resolve("tables")).doesNotExist();
  }

  @Test
  void rejectsTheFolderOfAModel() throws IOException {
    Files.createDirectories(folder);
    Path manifest =
        Files.writeString(folder.resolve(IndexManifest.FILE), "{\"kind\": \"static-encoder\"}");
    assertThatThrownBy(() -> Indexer.at(folder).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is not the manifest of an index");
    assertThat(manifest).exists();
  }

  @Test
  void slowerOfTwoConcurrentFirstWritersChangesNothing() throws Exception {
    for (int trial = 0; trial < 30; trial++) {
      Path created = temporary.resolve("created" + trial);
      CyclicBarrier start = new CyclicBarrier(2);
      Throwable[] failures = new Throwable[2];
      List<Thread> writers =
          IntStream.range(0, 2)
              .mapToObj(
                  i ->
                      Thread.ofPlatform()
                          .start(() -> failures[i] = firstRun(created, 10 * (i + 1), start)))
              .toList();
      for (Thread writer : writers) {
        writer.join();
      }
      int failed = 0;
      for (int i = 0; i < 2; i++) {
        if (failures[i] == null) {
          continue;
        }
        failed++;
        assertThat(failures[i])
            .isInstanceOf(IsoglossException.class)
            .message()
            .containsAnyOf("another process is writing", "the index has passages of at most");
        assertThat(IndexManifest.read(created).passages().maxWords()).isEqualTo(10 * (2 - i));
      }
      assertThat(failed).as("losers of trial %d", trial).isEqualTo(1);
    }
  }

  private static Throwable firstRun(Path folder, int words, CyclicBarrier start) {
    try {
      start.await();
      try (Indexer indexer = Indexer.at(folder).passages(new PassageSplitter(words)).open()) {
        indexer.index(DocumentSource.of(CAT));
      }
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  @Test
  void reportsAFolderWithoutWritePermission() throws IOException {
    Files.createDirectories(folder.resolve("lucene"));
    assertThat(folder.resolve("lucene").toFile().setWritable(false)).isTrue();
    assumeThat(Files.isWritable(folder.resolve("lucene"))).as("not as root").isFalse();
    assertThatThrownBy(() -> Indexer.at(folder).open())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no permission to write");
  }
}
