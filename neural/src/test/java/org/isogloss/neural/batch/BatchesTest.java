// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.isogloss.neural.TrainingException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchesTest {
  @TempDir Path folder;

  /** Batches of six words of random length; every third one is empty. */
  private static final class Words implements Batches<List<String>> {
    private long number;

    @Override
    public List<String> next() {
      SplittableRandom random = new SplittableRandom(number++);
      List<String> words = new ArrayList<>();
      for (int i = 0; i < 6 && number % 3 != 0; i++) {
        words.add(number + "." + i + "x".repeat(random.nextInt(20)));
      }
      return words;
    }

    @Override
    public Map<String, long[]> position() {
      return Map.of("number", new long[] {number});
    }

    @Override
    public void seek(Map<String, long[]> position) {
      number = position.get("number")[0];
    }
  }

  private static Batches<List<String>> bucketed() {
    return new LengthBucketedBatches<>(new Words(), String::length, 5, 4, 0, 7);
  }

  @Nested
  class Bucketed extends BatchesContractTest<List<String>> {
    @Override
    protected Batches<List<String>> open() {
      return bucketed();
    }
  }

  @Nested
  class Prefetching extends BatchesContractTest<List<String>> {
    @Override
    protected Batches<List<String>> open() {
      return new PrefetchingBatches<>(bucketed(), 3);
    }
  }

  @Nested
  class PrefetchingOne extends BatchesContractTest<List<String>> {
    @Override
    protected Batches<List<String>> open() {
      return new PrefetchingBatches<>(new Words(), 1);
    }
  }

  @Nested
  class Shuffled extends BatchesContractTest<List<Integer>> {
    @Override
    protected Batches<List<Integer>> open() {
      return new ShuffledExamples<>(10, i -> i, 4, 7);
    }
  }

  @Test
  void shufflesTheLengthSortedBatchesOfAWindow() {
    Words source = new Words();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      expected.addAll(source.next());
    }
    Batches<List<String>> batches = bucketed();
    List<String> given = new ArrayList<>();
    List<Integer> longest = new ArrayList<>();
    while (given.size() < expected.size()) {
      List<String> batch = batches.next();
      given.addAll(batch);
      int shortest = batch.stream().mapToInt(String::length).min().orElseThrow();
      longest.add(batch.stream().mapToInt(String::length).max().orElseThrow());
      for (String word : given.subList(0, given.size() - batch.size())) {
        assertThat(word.length() <= shortest || word.length() >= longest.getLast())
            .as("no word of another batch has a length within the range of this batch")
            .isTrue();
      }
    }
    assertThat(given).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(longest)
        .as("batches are not sorted by length")
        .isNotEqualTo(longest.stream().sorted().toList());
  }

  @Test
  void batchesOfLongExamplesAreSmaller() {
    int maxTokens = 40;
    Batches<List<String>> batches =
        new LengthBucketedBatches<>(new Words(), String::length, 10, 5, maxTokens, 7);
    Set<Integer> sizes = new TreeSet<>();
    for (int i = 0; i < 60; i++) {
      List<String> batch = batches.next();
      int longest = batch.stream().mapToInt(String::length).max().orElseThrow();
      assertThat(batch.size() * longest <= maxTokens || batch.size() <= 2).as("%s", batch).isTrue();
      sizes.add(batch.size());
    }
    assertThat(sizes).contains(2, 3, 5);
  }

  @Test
  void reportsTheExampleCountOfABatch() {
    try (Batches<List<String>> batches = new PrefetchingBatches<>(bucketed(), 1)) {
      assertThat(batches.exampleCount(List.of("a", "b", "c"))).isEqualTo(3);
    }
  }

  @Test
  void rethrowsAnExceptionOfTheThreadFromNext() {
    Batches<String> failing =
        new Batches<>() {
          private int given;

          @Override
          public String next() {
            if (given == 2) {
              throw new TrainingException("the third is broken");
            }
            return "batch " + given++;
          }

          @Override
          public Map<String, long[]> position() {
            return Map.of();
          }

          @Override
          public void seek(Map<String, long[]> position) {
            given = 0;
          }
        };
    try (PrefetchingBatches<String> batches = new PrefetchingBatches<>(failing, 5)) {
      assertThat(batches.next()).isEqualTo("batch 0");
      assertThat(batches.next()).isEqualTo("batch 1");
      assertThatThrownBy(batches::next).hasMessage("the third is broken");
    }
  }

  /** An interrupt closes the file that a thread reads, for all who read it. */
  @Test
  void doesNotInterruptItsSource() throws IOException {
    Path file = Files.writeString(folder.resolve("texts"), "text");
    try (FileChannel channel = FileChannel.open(file)) {
      Batches<String> reading =
          new Batches<>() {
            @Override
            public String next() {
              ByteBuffer bytes = ByteBuffer.allocate(4);
              try {
                for (int i = 0; i < 2000; i++) {
                  channel.read(bytes.clear(), 0);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return new String(bytes.array(), StandardCharsets.US_ASCII);
            }

            @Override
            public Map<String, long[]> position() {
              return Map.of();
            }

            @Override
            public void seek(Map<String, long[]> position) {}
          };
      try (PrefetchingBatches<String> batches = new PrefetchingBatches<>(reading, 1)) {
        for (int i = 0; i < 20; i++) {
          assertThat(batches.next()).isEqualTo("text");
          batches.seek(Map.of());
        }
      }
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void rejectsASourceWithoutExamples() {
    Batches<List<String>> empty =
        new Batches<>() {
          @Override
          public List<String> next() {
            return List.of();
          }

          @Override
          public Map<String, long[]> position() {
            return Map.of();
          }

          @Override
          public void seek(Map<String, long[]> position) {}
        };
    assertThatThrownBy(() -> new LengthBucketedBatches<>(empty, String::length, 2, 4, 0, 1).next())
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("too little data");
  }
}
