// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncJournalTest {
  private static final Path COLLECTION = Path.of("/srv/notes");

  @TempDir Path index;

  private SyncJournal open(Map<String, Long> positions) {
    return SyncJournal.open(index, COLLECTION, "und", positions);
  }

  private static IndexedPart part(String name, long run) {
    return new IndexedPart(
        name, new PartContent(Optional.of("12 2024-05-01"), "abc" + run), run, 2, 1);
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(index.resolve(SyncJournal.FOLDER))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void committedPartsAreReadAgain() {
    SyncJournal journal = open(Map.of());
    journal.put(part("a.txt", 1));
    journal.put(part("b.txt", 2));
    journal.remove("a.txt");
    Map<String, Long> first = journal.write();
    journal.put(part("ü c.txt", 3));
    Map<String, Long> second = journal.write();
    assertThat(open(first).parts()).isEqualTo(Map.of("b.txt", part("b.txt", 2)));
    assertThat(open(second).parts()).containsKeys("b.txt", "ü c.txt").hasSize(2);
  }

  @Test
  void changesAfterTheLastCommitAreOverwritten() {
    SyncJournal journal = open(Map.of());
    journal.put(part("a.txt", 1));
    Map<String, Long> committed = journal.write();
    journal.put(part("uncommitted.txt", 2));
    journal.write();

    SyncJournal again = open(committed);
    again.put(part("b.txt", 3));
    assertThat(open(again.write()).parts()).containsOnlyKeys("a.txt", "b.txt");
  }

  @Test
  void otherWayOfReadingForgetsTheContents() {
    SyncJournal journal = open(Map.of());
    journal.put(part("a.txt", 1));
    Map<String, Long> committed = journal.write();
    SyncJournal german = SyncJournal.open(index, COLLECTION, "de", committed);
    assertThat(german.parts().get("a.txt"))
        .returns(PartContent.UNKNOWN, IndexedPart::content)
        .returns(1L, IndexedPart::run);
    Map<String, Long> rewritten = german.write();
    german.deleteUnreferenced();
    assertThat(rewritten).doesNotContainKeys(committed.keySet().iterator().next()).hasSize(1);
    assertThat(index.resolve(SyncJournal.FOLDER))
        .isDirectoryContaining(file -> rewritten.containsKey(file.getFileName().toString()));
  }

  @Test
  void outdatedLinesAreRemoved() throws IOException {
    SyncJournal journal = open(Map.of());
    for (int run = 1; run <= 1_100; run++) {
      journal.put(part("a.txt", run));
    }
    Map<String, Long> committed = journal.write();
    SyncJournal compacted = open(committed);
    Map<String, Long> positions = compacted.write();
    compacted.deleteUnreferenced();
    assertThat(Files.readAllLines(file())).hasSize(2);
    assertThat(open(positions).parts()).isEqualTo(Map.of("a.txt", part("a.txt", 1_100)));
  }

  @Test
  void damagedFileIsReported() throws IOException {
    SyncJournal journal = open(Map.of());
    journal.put(part("a.txt", 1));
    Map<String, Long> committed = journal.write();
    Files.writeString(file(), Files.readString(file()).substring(0, 90));
    assertThatThrownBy(() -> open(committed))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(file().toString());
    Files.delete(file());
    assertThatThrownBy(() -> open(committed))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is missing");
  }
}
