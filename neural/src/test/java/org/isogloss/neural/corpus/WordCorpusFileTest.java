// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordCorpusFileTest {
  private static final WordCorpus CORPUS =
      new WordCorpus(
          List.of("sea", "see", "\u00e9t\u00e9"),
          new int[] {0, 1, 2, 2},
          new int[] {0, 1, 3, 4},
          List.of(new PairGroup("bitext", "en-de", new int[] {0, 2}, new int[] {1, 1})),
          List.of());

  @TempDir private Path folder;
  private Path file;
  private byte[] intact;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("corpus.bin");
    WordCorpusFile.write(CORPUS, file);
    intact = Files.readAllBytes(file);
  }

  @Test
  void readsBackACorpus() {
    WordCorpus read = WordCorpusFile.read(file);
    assertThat(read.words()).isEqualTo(CORPUS.words());
    assertThat(read.wordIds()).isEqualTo(CORPUS.wordIds());
    assertThat(read.sentenceStarts()).isEqualTo(CORPUS.sentenceStarts());
    assertThat(read.training().getFirst().left()).containsExactly(0, 2);
    assertThat(read.heldOut()).isEmpty();
  }

  @Test
  void rejectsAFileWithAnyDamagedByte() throws IOException {
    for (int at = 0; at < intact.length; at++) {
      byte[] damaged = intact.clone();
      damaged[at] ^= 0x40;
      Files.write(file, damaged);
      assertRejected();
      Files.write(file, Arrays.copyOf(intact, at));
      assertRejected();
    }
    Files.write(file, Arrays.copyOf(intact, intact.length + 1));
    assertRejected();
  }

  private void assertRejected() {
    assertThatThrownBy(() -> WordCorpusFile.read(file))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageEndingWith("delete it to create it again");
  }

  @Test
  void mutatedFilesWithValidChecksumsAreRejectedOrUsable() throws IOException {
    mutate(500);
  }

  @Test
  @Tag("slow")
  void manyMutatedFilesWithValidChecksumsAreRejectedOrUsable() throws IOException {
    mutate(20_000);
  }

  private void mutate(int times) throws IOException {
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      byte[] mutated = intact.clone();
      ByteBuffer numbers = ByteBuffer.wrap(mutated);
      int at = 8 + random.nextInt(mutated.length - 16);
      switch (random.nextInt(3)) {
        case 0 -> numbers.putInt(at, random.nextInt(5) - 1);
        case 1 -> numbers.putInt(at, Integer.MAX_VALUE >> random.nextInt(31));
        default -> mutated[at] ^= (byte) (1 << random.nextInt(8));
      }
      CRC32C checksum = new CRC32C();
      checksum.update(mutated, 0, mutated.length - Integer.BYTES);
      numbers.putInt(mutated.length - Integer.BYTES, (int) checksum.getValue());
      Files.write(file, mutated);
      try {
        readAllPairs(WordCorpusFile.read(file));
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith(file + ": ");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void readAllPairs(WordCorpus corpus) {
    for (List<PairGroup> groups : List.of(corpus.training(), corpus.heldOut())) {
      for (PairGroup group : groups) {
        for (int i = 0; i < group.size(); i++) {
          words(corpus, group.left()[i]);
          words(corpus, group.right()[i]);
        }
      }
    }
  }

  private static List<String> words(WordCorpus corpus, int sentence) {
    return Arrays.stream(
            corpus.wordIds(),
            corpus.sentenceStarts()[sentence],
            corpus.sentenceStarts()[sentence + 1])
        .mapToObj(corpus.words()::get)
        .toList();
  }
}
