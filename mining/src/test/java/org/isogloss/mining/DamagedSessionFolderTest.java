// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.contract.TrigramEncoder;
import org.isogloss.core.util.Margin;
import org.isogloss.mining.scoring.PairSelection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reopens session folders after damage. */
class DamagedSessionFolderTest {
  private static final MiningOptions OPTIONS = MiningOptions.defaults().withThreads(1);

  @TempDir private Path folder;
  private Path work;
  private Path source;
  private Path target;

  @BeforeEach
  void mine() throws IOException {
    work = folder.resolve("work");
    source = folder.resolve("source.txt");
    target = folder.resolve("target.txt");
    Files.write(source, lines("the number of the house is ", 40));
    Files.write(target, lines("a house of the number ", 30));
  }

  private static List<String> lines(String text, int count) {
    return IntStream.range(0, count).mapToObj(n -> text + n * 7919).toList();
  }

  /** The mined pairs with their texts. */
  private List<String> pairs(MiningOptions options) {
    try (TrigramEncoder encoder = new TrigramEncoder(16);
        MiningSession mining =
            MiningSession.open(work, source, target, encoder, options, MiningListener.NONE)) {
      return mining
          .findNeighbours(MiningListener.NONE)
          .pairs(Margin.RATIO, PairSelection.MAX)
          .stream()
          .map(
              pair ->
                  mining.source().lineNumber(pair.source())
                      + mining.source().text(pair.source())
                      + mining.target().lineNumber(pair.target())
                      + mining.target().text(pair.target())
                      + pair.score())
          .toList();
    }
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> pairs(OPTIONS))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(message);
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void rejectsChangedVectors() throws IOException {
    pairs(OPTIONS);
    flip(work.resolve("source/vectors"), 5);
    assertRefused("delete the folder " + work.resolve("source") + " to encode its lines again");
  }

  @Test
  void rejectsTruncatedFiles() throws IOException {
    pairs(OPTIONS);
    Path texts = work.resolve("target/texts");
    byte[] bytes = Files.readAllBytes(texts);
    Files.write(texts, Arrays.copyOf(bytes, bytes.length - 1));
    assertRefused(
        texts + ": is damaged: found " + (bytes.length - 1) + " bytes, expected " + bytes.length);
  }

  @Test
  void rejectsMissingFiles() throws IOException {
    pairs(OPTIONS);
    Files.delete(work.resolve("target/lines"));
    assertRefused(work.resolve("target/lines") + ": is damaged: found no file");
  }

  @Test
  void rejectsAChangedStep() throws IOException {
    pairs(OPTIONS);
    Path state = work.resolve("source/state.json");
    String json = Files.readString(state);
    assertThat(json).contains("\"step\" : 0.");
    Files.writeString(state, json.replace("\"step\" : 0.", "\"step\" : 0.1"));
    assertRefused(state + ": is damaged: wrong checksum");
  }

  @Test
  void rejectsHugeAndMissingNumbers() throws IOException {
    pairs(OPTIONS);
    Path state = work.resolve("source/state.json");
    String json = Files.readString(state);
    Files.writeString(state, json.replace("\"lines\" : 40", "\"lines\" : 9223372036854775807"));
    assertRefused(
        state + ": is damaged: lines is 9223372036854775807, expected a count from 0 to ");
    Files.writeString(state, json.replace("\"lines\" : 40", "\"lines\" : null"));
    assertRefused("lines is null, expected a whole number");
    Files.writeString(state, json.replace("\"crc32c\" : ", "\"crc32c\" : 99999"));
    assertRefused("expected 32 bits");
    Files.writeString(state, json.replace("\"step\"", "\"stop\""));
    assertRefused("step is missing, expected a finite number");
  }

  @Test
  void rejectsChangedNeighbours() throws IOException {
    pairs(OPTIONS);
    flip(work.resolve("neighbours"), 60);
    assertRefused("neighbours: is damaged: wrong checksum; delete it to search");
  }

  @Test
  void searchesAgainIfTheVectorsChanged() throws IOException {
    List<String> expected = pairs(OPTIONS);
    Path saved = folder.resolve("saved");
    Files.move(work.resolve("neighbours"), saved);
    deleteWork();
    Files.write(target, lines("some other text about houses ", 30));
    List<String> others = pairs(OPTIONS);
    Files.delete(work.resolve("neighbours"));
    Files.move(saved, work.resolve("neighbours"));
    assertThat(pairs(OPTIONS)).isEqualTo(others).isNotEqualTo(expected);
  }

  @Test
  void rejectsAFolderOfAnEarlierFormat() throws IOException {
    pairs(OPTIONS);
    Path file = work.resolve("mining.json");
    Files.writeString(file, Files.readString(file).replace("\"format\" : 2", "\"format\" : 1"));
    assertRefused(work + ": contains the state of another version of Isogloss; delete it");
  }

  @Test
  void damagedFolderNeverYieldsOtherPairs() throws IOException {
    mutate(200, OPTIONS);
    mutate(20, OPTIONS.withSearch(NeighbourSearchMethod.CELLS));
  }

  @Test
  @Tag("slow")
  void manyDamagedFoldersNeverYieldOtherPairs() throws IOException {
    mutate(2_000, OPTIONS);
    mutate(500, OPTIONS.withSearch(NeighbourSearchMethod.CELLS));
  }

  private void mutate(int times, MiningOptions options) throws IOException {
    deleteWork();
    List<String> expected = pairs(options);
    Path whole = folder.resolve("whole" + options.search());
    copy(work, whole);
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      deleteWork();
      copy(whole, work);
      mutate(new Random(seed));
      try {
        assertThat(pairs(options)).as("seed %d", seed).isEqualTo(expected);
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining(work.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private void mutate(Random random) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(work)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    Path file = files.get(random.nextInt(files.size()));
    byte[] bytes = Files.readAllBytes(file);
    int at = random.nextInt(Math.max(1, bytes.length));
    switch (random.nextInt(6)) {
      case 0 -> Files.delete(file);
      case 1 -> Files.write(file, Arrays.copyOf(bytes, at));
      case 2 -> Files.write(file, new byte[] {(byte) random.nextInt()}, StandardOpenOption.APPEND);
      case 3 -> Files.write(file, randomNumber(bytes, random));
      default -> {
        if (bytes.length > 0) {
          bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, bytes);
      }
    }
  }

  /** Replaces a number in a JSON file; other files contain none. */
  private static byte[] randomNumber(byte[] bytes, Random random) {
    String[] others = {"-1", "0", "1", "1e999", "null", "9007199254740993", "0.25", "\"x\"", "[]"};
    return new String(bytes, StandardCharsets.ISO_8859_1)
        .replaceFirst(":[0-9.]+", ":" + others[random.nextInt(others.length)])
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private void deleteWork() throws IOException {
    if (Files.exists(work)) {
      try (Stream<Path> all = Files.walk(work)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
