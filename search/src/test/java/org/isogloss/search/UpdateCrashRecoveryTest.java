// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.validation.IndexValidator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes that index, update and delete with SIGKILL and repeats them. The index is valid
 * after each kill, and its final content is exactly that of an uninterrupted run.
 */
class UpdateCrashRecoveryTest {
  private static final int DOCUMENTS = 1500;
  private static final String[] LANGUAGES = {"en", "de", "ru"};

  /** A command: ids to delete, then files to add. */
  private record Command(List<String> deleted, List<Path> files) {}

  @TempDir Path temporary;

  private Path file(String name, int from, int to, Random random) {
    Path file = temporary.resolve(name + ".jsonl");
    try (var writer = JsonlDocuments.writer(file)) {
      for (int i = from; i < to; i++) {
        String text = (name + " says cat Hund дом " + i + ". ").repeat(1 + random.nextInt(4));
        Language language = Language.of(LANGUAGES[random.nextInt(LANGUAGES.length)]);
        writer.write(new Document("d" + i, language, "", text));
      }
      writer.commit();
    }
    return file;
  }

  /**
   * Creates, updates and shrinks an index; some deleted ids are added again by the same command.
   */
  private List<Command> commands(Random random) {
    Path first = file("first", 0, DOCUMENTS, random);
    Path second = file("second", DOCUMENTS / 2, DOCUMENTS * 2, random);
    Path third = file("third", 0, DOCUMENTS / 3, random);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      ids.add("d" + random.nextInt(2 * DOCUMENTS));
    }
    return List.of(
        new Command(List.of(), List.of(first, second)),
        new Command(ids, List.of(third, second)),
        new Command(ids.subList(0, 20), List.of()));
  }

  private Process start(Path folder, Command command, Random random) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                UpdateProcess.class.getName(),
                folder.toString(),
                Integer.toString(random.nextInt(60)),
                String.join(",", command.deleted())));
    command.files().forEach(file -> words.add(file.toString()));
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(temporary.resolve("output.txt").toFile())
        .start();
  }

  /** Waits until the process is active, and then for some more time. */
  private static void letWork(Process process, Path folder, Random random) throws Exception {
    while (process.isAlive() && !Files.exists(folder.resolve(IndexFolder.WRITING_MARKER))) {
      Thread.sleep(2);
    }
    process.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS);
  }

  @Test
  void fewKillsLoseNothing() throws Exception {
    kill(2);
  }

  @Test
  @Tag("slow")
  void manyKillsLoseNothing() throws Exception {
    kill(100);
  }

  private void kill(int targetKills) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Command> commands = commands(random);
    List<List<String>> expected = new ArrayList<>();
    Path untouched = temporary.resolve("untouched");
    for (Command command : commands) {
      UpdateProcess.run(untouched, command.deleted(), command.files(), Duration.ofHours(1));
      expected.add(IndexDump.of(untouched));
    }
    int kills = 0;
    for (int round = 0; kills < targetKills; round++) {
      Path folder = temporary.resolve("killed" + round);
      for (int i = 0; i < commands.size(); i++) {
        String name = "seed " + seed + ", round " + round + ", command " + i;
        for (boolean ended = false; !ended; ) {
          Process process = start(folder, commands.get(i), random);
          if (kills < targetKills) {
            letWork(process, folder, random);
          }
          boolean killed = kills < targetKills && process.isAlive();
          if (killed) {
            process.destroyForcibly();
            kills++;
          }
          int code = process.waitFor();
          ended = code == 0;
          if (!ended) {
            assertThat(killed)
                .as("%s: %s", name, Files.readString(temporary.resolve("output.txt")))
                .isTrue();
            requireValid(folder, name);
          }
        }
        assertThat(IndexDump.of(folder)).as(name).isEqualTo(expected.get(i));
      }
    }
  }

  private static void requireValid(Path folder, String name) {
    if (IndexFolder.hasCommit(folder)) {
      assertThat(IndexValidator.validate(folder).problems()).as(name).isEmpty();
    } else {
      assertThat(SearchIndex.findManifest(folder)).as(name).isEmpty();
    }
  }
}
