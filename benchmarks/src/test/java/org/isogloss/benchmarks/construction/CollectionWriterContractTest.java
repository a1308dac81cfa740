// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.detect.LinkedDocumentOptions;
import org.isogloss.data.detect.LinkedDocuments;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link CollectionWriter}, for every format. */
class CollectionWriterContractTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");

  @TempDir Path folder;
  private DocumentIndex documents;

  @BeforeEach
  void index() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("documents.jsonl"),
            """
            {"id": "1", "language": "de", "text": "Der Hund bellt.", "link": "dog"}
            {"id": "2", "language": "de", "text": "Die Katze schläft.", "link": "cat"}
            {"id": "1", "language": "en", "text": "The dog barks.", "link": "dog"}
            {"id": "2", "language": "en", "text": "The cat sleeps.", "link": "cat"}
            """);
    documents =
        DocumentIndex.create(
            folder.resolve("index"),
            LinkedDocuments.read(List.of(file), LinkedDocumentOptions.DEFAULT),
            new LinkedPages(),
            1,
            ConstructionListener.NONE);
  }

  @AfterEach
  void close() {
    documents.close();
  }

  private static CrossLingualQuery query(Language language, String id, String text) {
    SequencedMap<Language, List<Judgement>> candidates = new LinkedHashMap<>();
    for (Language of : List.of(DE, EN)) {
      candidates.put(of, List.of(new Judgement(id, of + "/1", 2), new Judgement(id, of + "/2", 0)));
    }
    return new CrossLingualQuery(new Query(id, language, text), Split.TRAIN, candidates);
  }

  /** Writes everything up to the commit. */
  private void write(CollectionWriter writer) {
    for (Language language : List.of(DE, EN)) {
      List<String> ids = List.of(language + "/1", language + "/2");
      writer.writeDocuments(language, documents.documents(ids));
    }
    writer.writeQuery(query(DE, "de/1", "Hund"));
    writer.writeQuery(query(DE, "de/2", "Katze"));
    writer.endQueries();
    writer.writeQuery(query(EN, "en/1", "dog"));
    writer.endQueries();
  }

  private Path written(String name, CollectionFormat format) {
    Path to = folder.resolve(name);
    try (CollectionWriter writer = format.open(to, documents)) {
      write(writer);
      writer.commit();
    }
    return to;
  }

  /** The files below a folder with their bytes. */
  private static SortedMap<String, String> files(Path below) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.exists(below) ? Files.walk(below) : Stream.empty()) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        byte[] bytes = Files.readAllBytes(file);
        files.put(below.relativize(file).toString(), Base64.getEncoder().encodeToString(bytes));
      }
    }
    return files;
  }

  @ParameterizedTest
  @EnumSource
  void filesAreCompleteAfterCommit(CollectionFormat format) throws IOException {
    assertThat(files(written("collection", format)))
        .isNotEmpty()
        .allSatisfy(
            (name, bytes) -> {
              assertThat(name).startsWith(format.folderName()).doesNotContain("unfinished");
              assertThat(bytes).as(name).isNotEmpty();
            });
  }

  @ParameterizedTest
  @EnumSource
  void equalCollectionsHaveEqualFiles(CollectionFormat format) throws IOException {
    assertThat(files(written("first", format))).isEqualTo(files(written("second", format)));
  }

  @ParameterizedTest
  @EnumSource
  void queriesWithoutTheirEndLeaveNoFile(CollectionFormat format) throws IOException {
    Path to = folder.resolve("collection");
    try (CollectionWriter writer = format.open(to, documents)) {
      writer.writeQuery(query(DE, "de/1", "Hund"));
    }
    assertThat(files(to)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aWriterWithoutCommitLeavesOnlyCompleteFiles(CollectionFormat format) throws IOException {
    Path to = folder.resolve("collection");
    try (CollectionWriter writer = format.open(to, documents)) {
      write(writer);
    }
    Map<String, String> committed = files(written("committed", format));
    assertThat(committed).containsAllEntriesOf(files(to));
  }
}
