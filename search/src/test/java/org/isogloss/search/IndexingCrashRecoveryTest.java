// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.search.index.IndexingCheckpoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills an indexing process repeatedly with SIGKILL; the final index is exact. */
class IndexingCrashRecoveryTest {
  private static final int DOCUMENTS = 8000;
  private static final String[] LANGUAGES = {"en", "de", "ru", "fr", "th"};
  private static final String WORDS =
      "the cat house Zug Bahnhof спит кошка дом train gare maison où eine ist 12 . , ! ? \n";

  @TempDir Path temporary;

  /** Documents of which some are duplicated, some change, and some are empty. */
  private Path collection(Random random) {
    Path file = temporary.resolve("documents.jsonl");
    String[] words = WORDS.split(" ", -1);
    try (var writer = JsonlDocuments.writer(file)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(120); length > 0; length--) {
          text.append(words[random.nextInt(words.length)]).append(' ');
        }
        String id = "d" + (random.nextInt(20) == 0 ? random.nextInt(i + 1) : i);
        String title = i % 3 == 0 ? "title " + i : "";
        Language language = Language.of(LANGUAGES[random.nextInt(LANGUAGES.length)]);
        writer.write(new Document(id, language, title, text + " end " + i));
      }
      writer.commit();
    }
    return file;
  }

  private Process start(Path folder, Path file, long commitEveryMillis) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            IndexingProcess.class.getName(),
            folder.toString(),
            file.toString(),
            Long.toString(commitEveryMillis))
        .redirectErrorStream(true)
        .redirectOutput(temporary.resolve("output.txt").toFile())
        .start();
  }

  /** Waits until the process has started, or has committed, and then for some more time. */
  private static void letWork(Process process, Path folder, boolean commits, long millis)
      throws Exception {
    Set<String> before = commits(folder);
    Path lock = folder.resolve("lucene").resolve("write.lock");
    while (process.isAlive() && (commits ? commits(folder).equals(before) : !Files.exists(lock))) {
      Thread.sleep(2);
    }
    process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  private static Set<String> commits(Path folder) {
    String[] files =
        folder.resolve("lucene").toFile().list((d, name) -> name.startsWith("segments"));
    return files == null ? Set.of() : Set.of(files);
  }

  /** The number of records in the last commit; 0 if there is none. */
  private static long consumed(Path folder) throws IOException {
    try (var directory = FSDirectory.open(folder.resolve("lucene"))) {
      return DirectoryReader.indexExists(directory)
          ? IndexingCheckpoint.fromUserData(SegmentInfos.readLatestCommit(directory).getUserData())
              .steps()
              .getLast()
              .consumed()
          : 0;
    }
  }

  @Test
  void fewKillsLoseAndDuplicateNothing() throws Exception {
    kill(2);
  }

  @Test
  @Tag("slow")
  void manyKillsLoseAndDuplicateNothing() throws Exception {
    kill(40);
  }

  private void kill(int times) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path file = collection(random);
    Path untouched = temporary.resolve("untouched");
    IndexingSummary expected = IndexingProcess.index(untouched, file, Duration.ofHours(1));
    Path folder = temporary.resolve("killed");
    int kills = 0;
    long committed = 0;
    int killedInside = 0;
    while (kills < times) {
      Process process = start(folder, file, 10 + random.nextInt(40));
      letWork(process, folder, kills % 4 != 0, random.nextInt(kills % 4 == 0 ? 600 : 100));
      boolean killed = process.isAlive();
      process.destroyForcibly().waitFor();
      if (killed) {
        kills++;
        long now = consumed(folder);
        assertThat(now)
            .as("records committed, seed %d", seed)
            .isBetween(committed, (long) DOCUMENTS);
        killedInside += now > 0 && now < DOCUMENTS ? 1 : 0;
        committed = now;
        continue;
      }
      assertThat(process.exitValue())
          .as("seed %d: %s", seed, Files.readString(temporary.resolve("output.txt")))
          .isZero();
      // The process finished before the kill: start again in another folder.
      assertThat(IndexDump.of(folder)).as("seed %d", seed).isEqualTo(IndexDump.of(untouched));
      folder = temporary.resolve("killed" + kills + "-" + random.nextInt(1000));
      committed = 0;
    }
    assertThat(killedInside)
        .as("kills between two commits, seed %d", seed)
        .isGreaterThanOrEqualTo(times / 5);
    IndexingSummary summary = IndexingProcess.index(folder, file, Duration.ofHours(1));
    assertThat(IndexDump.of(folder)).as("seed %d", seed).isEqualTo(IndexDump.of(untouched));
    assertThat(summary)
        .as("seed %d", seed)
        .usingRecursiveComparison()
        .ignoringFields("elapsed", "resumedAt")
        .isEqualTo(expected);
  }
}
