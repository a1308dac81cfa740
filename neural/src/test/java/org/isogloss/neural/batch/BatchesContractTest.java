// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Batches}, without which a training could not resume where it stopped.
 *
 * @param <B> the batch of a step
 */
public abstract class BatchesContractTest<B> {
  private static final int COUNT = 7;

  /** Opens batches at their beginning, always with the same seed and data. */
  protected abstract Batches<B> open() throws IOException;

  /** Returns what is compared of a batch, field by field. */
  protected Object content(B batch) {
    return batch;
  }

  private void assertNext(Batches<B> batches, List<?> expected) {
    for (Object content : expected) {
      assertThat(content(batches.next())).usingRecursiveComparison().isEqualTo(content);
    }
  }

  private List<Object> next(Batches<B> batches, int count) {
    List<Object> contents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      contents.add(content(batches.next()));
    }
    return contents;
  }

  private static Map<String, long[]> copy(Map<String, long[]> position) {
    Map<String, long[]> copy = new HashMap<>();
    position.forEach((key, numbers) -> copy.put(key, numbers.clone()));
    return copy;
  }

  @Test
  void theSameSeedGivesTheSameBatches() throws IOException {
    try (Batches<B> one = open();
        Batches<B> other = open()) {
      assertNext(other, next(one, COUNT));
    }
  }

  @Test
  void anotherProcessResumesFromEachPosition() throws IOException {
    try (Batches<B> one = open()) {
      for (int stop = 0; stop < COUNT; stop++) {
        Map<String, long[]> position = copy(one.position());
        List<Object> expected = next(one, 2);
        try (Batches<B> fresh = open()) {
          fresh.seek(copy(position));
          assertNext(fresh, expected);
        }
        try (Batches<B> used = open()) {
          used.next();
          used.seek(position);
          assertNext(used, expected);
        }
      }
    }
  }

  @Test
  void returnsToAnEarlierPosition() throws IOException {
    try (Batches<B> batches = open()) {
      batches.next();
      Map<String, long[]> position = copy(batches.position());
      List<Object> expected = next(batches, COUNT);
      batches.seek(position);
      assertNext(batches, expected);
    }
  }

  @Test
  void aPositionStaysAsItWas() throws IOException {
    try (Batches<B> batches = open()) {
      batches.next();
      Map<String, long[]> position = batches.position();
      Map<String, long[]> before = copy(position);
      assertThat(batches.position()).usingRecursiveComparison().isEqualTo(before);
      next(batches, COUNT);
      assertThat(position).usingRecursiveComparison().isEqualTo(before);
    }
  }

  @Test
  void countsTheExamplesOfABatch() throws IOException {
    try (Batches<B> batches = open()) {
      assertThat(IntStream.range(0, COUNT).map(i -> batches.exampleCount(batches.next())))
          .allSatisfy(count -> assertThat(count).isNotNegative())
          .anySatisfy(count -> assertThat(count).isPositive());
    }
  }
}
