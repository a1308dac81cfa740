// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.PartitionedCollection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SynchronizerTest {
  @TempDir Path temporary;
  private Path index;
  private Path files;

  @BeforeEach
  void folders() throws IOException {
    index = temporary.resolve("index");
    files = Files.createDirectory(temporary.resolve("files"));
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(files.resolve(name).getParent());
    Files.writeString(files.resolve(name), text);
  }

  private static String line(String id, String text) {
    return "{\"id\": \"" + id + "\", \"language\": \"en\", \"text\": \"" + text + "\"}\n";
  }

  private SyncSummary sync() {
    return SyncProcess.sync(index, files, Duration.ofHours(1), progress -> {});
  }

  @Test
  void unchangedFilesAreNotRead() throws Exception {
    write("a.txt", "The first text.");
    write("b.txt", "The second text.");
    assertThat(sync()).returns(2, SyncSummary::added).returns(0, SyncSummary::unchanged);
    List<String> before = IndexDump.of(index);
    assertThat(sync())
        .returns(2, SyncSummary::unchanged)
        .returns(false, SyncSummary::hasChanges)
        .returns(0L, summary -> summary.content().records());
    assertThat(IndexDump.of(index)).isEqualTo(before);
  }

  @Test
  void documentsOfGoneAndChangedFilesAreDeleted() throws Exception {
    write("a.txt", "The first text.");
    write("b.jsonl", line("one", "Number one.") + line("two", "Number two."));
    write("c.jsonl", line("three", "Number three."));
    sync();
    Files.delete(files.resolve("c.jsonl"));
    write("b.jsonl", line("two", "Number two again."));
    assertThat(sync())
        .returns(1, SyncSummary::changed)
        .returns(1, SyncSummary::gone)
        .returns(1, SyncSummary::unchanged);
    assertThat(IndexDump.of(index)).hasSize(2).noneMatch(passage -> passage.contains("three"));
    assertEqualsNewIndex();
  }

  @Test
  void movedFileIsOneChange() throws Exception {
    write("a.txt", "The first text.");
    write("b.txt", "The second text.");
    sync();
    Files.createDirectory(files.resolve("below"));
    Files.move(files.resolve("b.txt"), files.resolve("below/c.txt"));
    assertThat(sync())
        .returns(1, SyncSummary::moved)
        .returns(0, SyncSummary::added)
        .returns(0, SyncSummary::gone)
        .returns(1, SyncSummary::unchanged);
    assertEqualsNewIndex();
  }

  @Test
  void lastOfEqualIdsIsKeptWhicheverFileChanges() throws Exception {
    write("a.jsonl", line("x", "From a.") + line("y", "From a."));
    write("b.jsonl", line("x", "From b."));
    write("c.jsonl", line("y", "From c.") + line("z", "From c."));
    sync();
    assertEqualsNewIndex();
    write("a.jsonl", line("x", "New in a.") + line("y", "New in a."));
    assertThat(sync()).returns(0, SyncSummary::unchanged);
    assertEqualsNewIndex();
    Files.delete(files.resolve("b.jsonl"));
    sync();
    assertEqualsNewIndex();
    assertThat(IndexDump.of(index)).anyMatch(passage -> passage.contains("New in a."));
  }

  @Test
  void documentsOfOtherSourcesRemain() throws Exception {
    write("a.txt", "The first text.");
    write("b.txt", "The second text.");
    sync();
    try (Indexer indexer = Indexer.at(index).threads(1).open()) {
      indexer.index(
          DocumentSource.of(
              List.of(
                  new Document("b.txt", Language.of("en"), "", "Replaces a file."),
                  new Document("other", Language.of("en"), "", "Of another source."))));
    }
    Files.delete(files.resolve("b.txt"));
    sync();
    assertThat(IndexDump.of(index))
        .hasSize(3)
        .anyMatch(passage -> passage.contains("Replaces a file."))
        .anyMatch(passage -> passage.contains("Of another source."));
  }

  @Test
  void documentsThatWereDeletedOrReplacedComeBack() throws Exception {
    write("a.txt", "The first text.");
    write("b.txt", "The second text.");
    write("c.txt", "The third text.");
    sync();
    try (Indexer indexer = Indexer.at(index).threads(1).open()) {
      indexer.delete(List.of("a.txt"));
      indexer.index(
          DocumentSource.of(
              List.of(new Document("b.txt", Language.of("en"), "", "Replaces a file."))));
    }
    assertThat(sync()).returns(2, SyncSummary::changed).returns(1, SyncSummary::unchanged);
    assertEqualsNewIndex();
  }

  @Test
  void twoFoldersInOneIndex() throws Exception {
    write("a.txt", "The first text.");
    sync();
    Path others = Files.createDirectory(temporary.resolve("others"));
    Files.writeString(others.resolve("o.txt"), "In another folder.");
    SyncProcess.sync(index, others, Duration.ofHours(1), progress -> {});
    write("a.txt", "The changed text.");
    assertThat(sync()).returns(1, SyncSummary::changed);
    assertThat(SyncProcess.sync(index, others, Duration.ofHours(1), progress -> {}))
        .returns(1, SyncSummary::unchanged);
    assertThat(IndexDump.of(index)).hasSize(2);
  }

  @Test
  void fileThatBecomesUnreadableKeepsItsDocuments() throws Exception {
    write("a.txt", "The first text.");
    write("b.txt", "The second text.");
    sync();
    List<String> before = IndexDump.of(index);
    Files.write(files.resolve("b.txt"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(sync()).returns(1L, SyncSummary::skippedRecords);
    assertThat(IndexDump.of(index)).isEqualTo(before);
    assertThat(sync()).returns(2, SyncSummary::unchanged);
    write("b.txt", "Readable again.");
    sync();
    assertEqualsNewIndex();
  }

  @Test
  void emptyFolderDeletesNothing() throws Exception {
    write("a.txt", "The first text.");
    sync();
    Files.delete(files.resolve("a.txt"));
    assertThatThrownBy(this::sync)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is an empty folder");
    assertThat(IndexDump.of(index)).hasSize(1);
  }

  @Test
  void otherLanguageOfTheDocumentsReadsAllFilesAgain() throws Exception {
    write("a.txt", "Text.");
    sync();
    try (Indexer indexer = Indexer.at(index).threads(1).open()) {
      PartitionedCollection german =
          new PartitionedCollection(
              files, DocumentOptions.DEFAULT.withDefaultLanguage(Language.of("de")));
      assertThat(indexer.sync(german, progress -> {})).returns(1, SyncSummary::changed);
      assertThat(indexer.sync(german, progress -> {})).returns(1, SyncSummary::unchanged);
    }
    assertThat(IndexDump.of(index)).singleElement().asString().contains("language=de");
  }

  @Test
  void indexInsideTheFolderIsNoPart() throws Exception {
    index = files.resolve("index");
    write("a.txt", "The first text.");
    write("b.jsonl", line("one", "Number one."));
    assertThat(sync()).returns(2, SyncSummary::added);
    assertThat(sync()).returns(2, SyncSummary::unchanged).returns(false, SyncSummary::hasChanges);
  }

  @Test
  void anySequenceOfChangesGivesTheIndexOfTheFolder() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    ChangingFolder folder = new ChangingFolder(files, random);
    for (int round = 0; round < 12; round++) {
      folder.change();
      Duration commitEvery = random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1);
      SyncProcess.sync(index, files, commitEvery, progress -> {});
      Path other = temporary.resolve("new" + round);
      try (Indexer indexer = Indexer.at(other).threads(1).open();
          var source =
              DocumentSource.of(
                  files, Documents.read(files, Language.UNDETERMINED, OnError.SKIP))) {
        indexer.index(source);
      }
      assertThat(IndexDump.of(index))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(IndexDump.of(other));
    }
  }

  private void assertEqualsNewIndex() throws IOException {
    Path other = Files.createTempDirectory(temporary, "new").resolve("index");
    SyncProcess.sync(other, files, Duration.ofHours(1), progress -> {});
    assertThat(IndexDump.of(index)).isEqualTo(IndexDump.of(other));
  }
}
