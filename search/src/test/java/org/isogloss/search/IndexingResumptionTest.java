// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.OnError;
import org.isogloss.data.SourceIdentity;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.search.index.IndexingCheckpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that is interrupted at any point and repeated has the same result as an uninterrupted run.
 */
class IndexingResumptionTest {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = temporary.resolve("index");
  }

  /**
   * Writes a file of documents with the ids {@code name + 0} etc. and one with the id {@code
   * shared}.
   */
  private Path file(String name, int documents) {
    Path file = temporary.resolve(name + ".jsonl");
    try (var writer = JsonlDocuments.writer(file)) {
      for (int i = 0; i < documents; i++) {
        writer.write(new Document(name + i, Language.of("en"), "", name + " number " + i));
      }
      writer.write(new Document("shared", Language.of("en"), "", "shared by " + name));
      writer.commit();
    }
    return file;
  }

  /**
   * Stops a run; for the index this is equivalent to a kill, because nothing is committed
   * afterwards.
   */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private record Done(long deleted, List<Long> resumedAt) {}

  /**
   * Deletes documents and indexes files in one run.
   *
   * @param stopIn index of the file in which to stop after two records; negative to finish the run
   */
  private Done run(List<String> deleted, List<Path> files, int stopIn) {
    List<Long> resumedAt = new ArrayList<>();
    long count = 0;
    try (Indexer indexer = Indexer.at(folder).threads(1).commitEvery(Duration.ZERO).open()) {
      indexer.startRun(deleted, files.stream().map(SourceIdentity::of).toList());
      if (!deleted.isEmpty()) {
        count = indexer.delete(deleted);
      }
      for (int i = 0; i < files.size(); i++) {
        int here = i;
        var records =
            JsonlDocuments.read(files.get(i), OnError.FAIL)
                .map(
                    document -> {
                      if (here == stopIn && document.id().endsWith("2")) {
                        throw new Stop();
                      }
                      return document;
                    });
        try (var source = DocumentSource.of(files.get(i), records)) {
          IndexingSummary summary = indexer.index(source);
          resumedAt.add(summary.resumedAt());
        }
      }
    } catch (Stop e) {
      resumedAt.add(-1L);
    }
    return new Done(count, resumedAt);
  }

  private List<String> ids() {
    try (SearchIndex index = SearchIndex.open(folder)) {
      List<String> ids = new ArrayList<>();
      for (String name : List.of("a", "b", "c")) {
        for (int i = 0; i < 3; i++) {
          index.documentPassages(name + i).forEach(passage -> ids.add(passage.documentId()));
        }
      }
      index.documentPassages("shared").forEach(passage -> ids.add(passage.text()));
      return ids;
    }
  }

  @Test
  void resumesInTheSourceWhereItStopped() {
    List<Path> files = List.of(file("a", 3), file("b", 3), file("c", 3));
    assertThat(run(List.of(), files, 1).resumedAt()).containsExactly(0L, -1L);
    assertThat(run(List.of(), files, -1).resumedAt()).containsExactly(4L, 2L, 0L);
    assertThat(ids()).hasSize(10).endsWith("shared by c");
    assertThat(run(List.of(), files, -1).resumedAt()).containsExactly(4L, 4L, 4L);
  }

  @Test
  void repeatedRunKeepsDocumentsAddedAfterTheDeletion() {
    List<Path> files = List.of(file("a", 3), file("b", 3));
    run(List.of(), files, -1);
    assertThat(run(List.of("a1"), files, 0).deleted()).isEqualTo(1);
    assertThat(run(List.of("a1"), files, 1)).isEqualTo(new Done(0, List.of(2L, -1L)));
    assertThat(run(List.of("a1"), files, -1)).isEqualTo(new Done(0, List.of(4L, 2L)));
    assertThat(ids()).contains("a1").hasSize(7);
  }

  @Test
  void resumesARunKilledAfterTheDeletion() {
    List<Path> files = List.of(file("a", 3));
    run(List.of(), files, -1);
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.startRun(List.of("a1"), List.of(SourceIdentity.of(files.getFirst())));
      assertThat(indexer.delete(List.of("a1"))).isEqualTo(1);
    }
    assertThat(ids()).doesNotContain("a1");
    assertThat(run(List.of("a1"), files, -1)).isEqualTo(new Done(0, List.of(0L)));
    assertThat(ids()).contains("a1");
  }

  @Test
  void restartsARunKilledBeforeItsFirstCommit() {
    List<Path> files = List.of(file("a", 3));
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.startRun(List.of("a1"), List.of(SourceIdentity.of(files.getFirst())));
      assertThat(indexer.delete(List.of("a1"))).isZero();
    }
    assertThat(run(List.of("a1"), files, -1)).isEqualTo(new Done(0, List.of(0L)));
    assertThat(ids()).hasSize(4);
  }

  @Test
  void anotherOrderOfSourcesIsANewRun() {
    Path a = file("a", 3);
    Path b = file("b", 3);
    run(List.of(), List.of(a, b), -1);
    assertThat(ids()).endsWith("shared by b");
    assertThat(run(List.of(), List.of(b, a), -1).resumedAt()).containsExactly(0L, 0L);
    assertThat(ids()).endsWith("shared by a");
    assertThat(run(List.of(), List.of(b), -1).resumedAt()).containsExactly(0L);
    assertThat(ids()).endsWith("shared by b");
  }

  @Test
  void additionalSourcesContinueAFinishedRun() {
    Path a = file("a", 3);
    run(List.of(), List.of(a), -1);
    assertThat(run(List.of(), List.of(a, file("b", 3)), -1).resumedAt()).containsExactly(4L, 0L);
  }

  @Test
  void rereadsAChangedFileOfEqualSizeAndTime() throws IOException {
    Path a = file("a", 3);
    FileTime time = Files.getLastModifiedTime(a);
    run(List.of(), List.of(a), -1);
    Files.writeString(a, Files.readString(a).replace("a number 1", "A NUMBER 1"));
    Files.setLastModifiedTime(a, time);
    assertThat(run(List.of(), List.of(a), -1).resumedAt()).containsExactly(0L);
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.documentPassages("a1").getFirst().text()).isEqualTo("A NUMBER 1");
    }
  }

  @Test
  void rereadsAFileThatChangedDuringIndexing() throws IOException {
    Path a = file("a", 3);
    try (Indexer indexer = Indexer.at(folder).open();
        var source = DocumentSource.of(a, JsonlDocuments.read(a, OnError.FAIL))) {
      String old = Files.readString(a);
      indexer.index(source, progress -> {});
      assertThat(old).isEqualTo(Files.readString(a));
    }
    assertThat(run(List.of(), List.of(a), -1).resumedAt()).containsExactly(4L);
    try (Indexer indexer = Indexer.at(folder).open();
        var source = DocumentSource.of(a, JsonlDocuments.read(a, OnError.FAIL))) {
      source.identity().value();
      Files.writeString(a, Files.readString(a).replace("a number 1", "a number 9"));
      indexer.index(source, progress -> {});
    }
    assertThat(run(List.of(), List.of(a), -1).resumedAt()).containsExactly(0L);
  }

  @Test
  void anotherDefaultLanguageIsAnotherSource() {
    Path a = file("a", 1);
    assertThat(SourceIdentity.of(a, Language.of("de")).value())
        .isNotEqualTo(SourceIdentity.of(a).value());
    assertThat(SourceIdentity.of(a).value()).isEqualTo(SourceIdentity.of(a).value());
  }

  @Test
  void otherFieldsOfEqualTextsAreAnotherSource() {
    Document draft = new Document("d", Language.of("en"), "", "A text.");
    for (String state : List.of("draft", "final")) {
      try (Indexer indexer = Indexer.at(folder).open()) {
        indexer.index(
            DocumentSource.of(
                List.of(
                    draft.withMetadata(Metadata.EMPTY.with("state", MetadataValue.of(state))))));
      }
    }
    try (SearchIndex index = SearchIndex.open(folder)) {
      assertThat(index.metadata("d").find("state")).contains(MetadataValue.of("final"));
    }
  }

  @Test
  void rejectsUnannouncedSteps() {
    try (Indexer indexer = Indexer.at(folder).open()) {
      indexer.startRun(List.of("x"), List.of());
      assertThatThrownBy(() -> indexer.delete(List.of("y")))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void checkpointsSurviveSerialization() {
    var first = new IndexingCheckpoint.Step("aa", 5, 1, 3, true);
    var second = new IndexingCheckpoint.Step("bb", 7, 0, 4, false);
    var checkpoint = new IndexingCheckpoint(List.of(first, second), 4, Map.of("notes.jsonl", 70L));
    assertThat(IndexingCheckpoint.fromUserData(checkpoint.userData())).isEqualTo(checkpoint);
    assertThat(IndexingCheckpoint.fromUserData(IndexingCheckpoint.EMPTY.userData()))
        .isEqualTo(IndexingCheckpoint.EMPTY);
  }
}
